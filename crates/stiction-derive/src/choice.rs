//! Enums.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DataEnum, DeriveInput, Error, Fields, Result, Variant};

use crate::words::{FieldWords, Words, documentation, plain};

pub(crate) fn write(input: &DeriveInput, data: &DataEnum) -> Result<TokenStream> {
    let words = Words::of(&input.attrs)?;
    let (root, ident) = (words.root(), &input.ident);
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    let Some(spelling) = &words.spelling else {
        let message =
            "say how a file spells it: `#[describe(spelling = Name)]`, `Type`, `Key` or `Look`";
        return Err(Error::new_spanned(ident, message));
    };
    let (mut variants, mut arms) = (vec![], vec![]);
    for (index, variant) in data.variants.iter().enumerate() {
        let (entry, arm) = one(&root, index, variant)?;
        variants.push(entry);
        arms.push(arm);
    }
    Ok(quote! {
        impl #generics #root::Parameter for #ident #arguments #conditions {
            fn form() -> #root::Form {
                const VARIANTS: &[#root::Variant] = &[#(#variants),*];
                #root::Form::Choice(#root::Spelling::#spelling, VARIANTS)
            }
            fn value(&self) -> #root::Value {
                match self { #(#arms),* }
            }
        }
    })
}

/// The entry of a variant, and the arm that gives its value.
fn one(root: &TokenStream, index: usize, variant: &Variant) -> Result<(TokenStream, TokenStream)> {
    let (at, words) = (&variant.ident, FieldWords::of(&variant.attrs)?);
    let name = words.name.as_ref().map_or_else(|| snake(&at.to_string()), syn::LitStr::value);
    let text = documentation(&variant.attrs);
    let (mut entries, mut bound) = (vec![], vec![]);
    for (k, field) in variant.fields.iter().enumerate() {
        let of = FieldWords::of(&field.attrs)?;
        // What has no name is said by the variant.
        let (key, text) = match &field.ident {
            Some(ident) => (ident.to_string(), documentation(&field.attrs)),
            None => (String::new(), text.clone()),
        };
        let ident = field.ident.as_ref();
        entries.push(of.entry(root, (ident.unwrap_or(at), &key), (&text, &field.ty))?);
        bound.push(ident.cloned().unwrap_or_else(|| format_ident!("part{k}")));
    }
    let pattern = match &variant.fields {
        Fields::Unit => quote!(),
        Fields::Named(_) => quote!({ #(#bound),* }),
        Fields::Unnamed(_) => quote!((#(#bound),*)),
    };
    let text = plain(&text);
    let entry = quote!(#root::Variant { name: #name, text: #text, fields: &[#(#entries),*] });
    let arm = quote! {
        Self::#at #pattern =>
            #root::Value::Choice(#index, ::std::vec![#(#root::Parameter::value(#bound)),*])
    };
    Ok((entry, arm))
}

/// `OrderPreserving` to `order_preserving`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}
