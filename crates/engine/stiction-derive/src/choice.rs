//! Enums.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DataEnum, DeriveInput, Error, Fields, Generics, Result, Type, Variant};

use crate::words::{FieldWords, Words, documentation, names_one_of, plain};

pub(crate) fn write(input: &DeriveInput, data: &DataEnum) -> Result<TokenStream> {
    let words = Words::of(&input.attrs)?;
    let (root, ident) = (words.root(), &input.ident);
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    let Some(spelling) = &words.spelling else {
        let message =
            "say how a file spells it: `#[describe(spelling = Name)]`, `Type`, `Key` or `Look`";
        return Err(Error::new_spanned(ident, message));
    };
    let (mut variants, mut arms, mut made) = (vec![], vec![], vec![]);
    for (index, variant) in data.variants.iter().enumerate() {
        let One { entry, value, of } = one(&root, index, variant, &input.generics)?;
        variants.push(entry);
        arms.push(value);
        made.push(of);
    }
    let (name, text) = (ident.to_string(), plain(&documentation(&input.attrs)));
    Ok(quote! {
        impl #generics #root::Parameter for #ident #arguments #conditions {
            fn form() -> #root::Form {
                #root::Form::Choice(const {
                    &#root::Choice {
                        name: #name, text: #text,
                        spelling: #root::Spelling::#spelling, variants: &[#(#variants),*],
                    }
                })
            }
            fn value(&self) -> #root::Value {
                match self { #(#arms),* }
            }
            fn of(value: #root::Value) -> ::core::result::Result<Self, #root::ValueError> {
                match value {
                    #(#made)*
                    other => #root::no_variant(&other),
                }
            }
        }
    })
}

/// What is written for a variant.
struct One {
    entry: TokenStream,
    /// The arm that gives its value.
    value: TokenStream,
    /// The arm that makes it of a value.
    of: TokenStream,
}

fn one(root: &TokenStream, index: usize, variant: &Variant, generics: &Generics) -> Result<One> {
    let (at, words) = (&variant.ident, FieldWords::of(&variant.attrs)?);
    let name = words.name.as_ref().map_or_else(|| snake(&at.to_string()), syn::LitStr::value);
    let text = documentation(&variant.attrs);
    let (mut entries, mut bound, mut taken) = (vec![], vec![], vec![]);
    for (k, field) in variant.fields.iter().enumerate() {
        let mut of = FieldWords::of(&field.attrs)?;
        of.is_of_domain = names_one_of(&field.ty, generics);
        // What has no name is said by the variant.
        let (key, text) = match &field.ident {
            Some(ident) => (ident.to_string(), documentation(&field.attrs)),
            None => (String::new(), text.clone()),
        };
        let ident = field.ident.as_ref();
        entries.push(of.entry(root, (ident.unwrap_or(at), &key), (&text, &field.ty))?);
        bound.push(ident.cloned().unwrap_or_else(|| format_ident!("part{k}")));
        let station = if of.is_flat { "" } else { &key };
        taken.push(taken_or_default(root, station, (&field.ty, &of)));
    }
    let (pattern, made) = match &variant.fields {
        Fields::Unit => (quote!(), quote!()),
        Fields::Named(_) => (quote!({ #(#bound),* }), quote!({ #(#bound: #taken),* })),
        Fields::Unnamed(_) => (quote!((#(#bound),*)), quote!((#(#taken),*))),
    };
    let text = plain(&text);
    let entry = quote!(#root::Variant { name: #name, text: #text, fields: &[#(#entries),*] });
    let value = quote! {
        Self::#at #pattern =>
            #root::Value::Choice(#index, ::std::vec![#(#root::Parameter::value(#bound)),*])
    };
    let given = (!bound.is_empty()).then(|| quote!(let mut given = #root::Given::new(values);));
    let values = if bound.is_empty() { quote!(_) } else { quote!(values) };
    let of = quote! {
        #root::Value::Choice(#index, #values) => {
            #given
            ::core::result::Result::Ok(Self::#at #made)
        }
    };
    Ok(One { entry, value, of })
}

fn taken_or_default(root: &TokenStream, key: &str, (ty, of): (&Type, &FieldWords)) -> TokenStream {
    match &of.default {
        Some(Some(value)) => quote!(given.take_or::<#ty>(#key, || #value)?),
        Some(None) => quote!(given.take_or::<#ty>(#key, ::core::default::Default::default)?),
        None => quote!(#root::Given::take(&mut given, #key)?),
    }
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
