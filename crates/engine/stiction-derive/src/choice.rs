//! Enums.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DataEnum, DeriveInput, Error, Fields, Generics, Result, Type, Variant, parse_quote};

use crate::record::take;
use crate::words::{FieldWords, Words, documentation, names_one_of, plain};

pub(crate) fn write(input: &DeriveInput, data: &DataEnum) -> Result<TokenStream> {
    let words = Words::of(&input.attrs)?;
    let (root, ident) = (words.root(), &input.ident);
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    let spelling = words.spelling.clone().unwrap_or_else(|| format_ident!("Type"));
    if spelling == "Key" {
        return by_key(input, data, &words);
    }
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

/// A table of optional fields, one for each variant, of which one is given.
fn by_key(input: &DeriveInput, data: &DataEnum, words: &Words) -> Result<TokenStream> {
    let (root, ident) = (words.root(), &input.ident);
    let (mut entries, mut keys, mut types, mut places) = (vec![], vec![], vec![], vec![]);
    for (place, variant) in data.variants.iter().enumerate() {
        let Some(field) = variant.fields.iter().next().filter(|_| variant.fields.len() == 1) else {
            return Err(Error::new_spanned(variant, "a key has one value"));
        };
        let key = name_of(variant, &FieldWords::of(&variant.attrs)?);
        let (mut of, ty) = (FieldWords::of(&field.attrs)?, &field.ty);
        of.default = Some(Some(parse_quote!(::core::option::Option::None)));
        let optional: Type = parse_quote!(::core::option::Option<#ty>);
        let text = documentation(&variant.attrs);
        entries.push(of.entry(&root, (&variant.ident, &key), (&text, &optional))?);
        keys.push(key);
        types.push(optional);
        places.push(place);
    }
    let (name, text) = (ident.to_string(), plain(&documentation(&input.attrs)));
    let variants: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
    let count = keys.len();
    Ok(quote! {
        impl #root::Parameter for #ident {
            fn form() -> #root::Form {
                #root::Form::Table(const {
                    &#root::Description {
                        name: #name, tag: "", chosen: "", text: #text, fields: &[#(#entries),*],
                        of_number: ::core::option::Option::None,
                    }
                })
            }
            fn value(&self) -> #root::Value {
                let mut values = ::std::vec![#root::Value::Absent; #count];
                match self {
                    #(Self::#variants(given) => values[#places] = #root::Parameter::value(given),)*
                }
                #root::Value::Record(values)
            }
            fn of(value: #root::Value) -> ::core::result::Result<Self, #root::ValueError> {
                let #root::Value::Record(values) = value else { return #root::no_variant(&value) };
                let mut given = #root::Given::new(values);
                #root::only_key([#(given.take::<#types>(#keys)?.map(Self::#variants)),*])
            }
        }
    })
}

/// The name of a variant in files.
fn name_of(variant: &Variant, words: &FieldWords) -> String {
    let given = words.name.as_ref().map(syn::LitStr::value);
    given.unwrap_or_else(|| snake(&variant.ident.to_string()))
}

/// Code generated for one variant.
struct One {
    entry: TokenStream,
    /// The arm that gives its value.
    value: TokenStream,
    /// The arm that makes it of a value.
    of: TokenStream,
}

fn one(root: &TokenStream, index: usize, variant: &Variant, generics: &Generics) -> Result<One> {
    let (at, words) = (&variant.ident, FieldWords::of(&variant.attrs)?);
    let name = name_of(variant, &words);
    let text = documentation(&variant.attrs);
    let (mut entries, mut bound, mut taken) = (vec![], vec![], vec![]);
    for (k, field) in variant.fields.iter().enumerate() {
        let mut of = FieldWords::of(&field.attrs)?;
        of.is_of_domain = names_one_of(&field.ty, generics);
        // A field without a name is documented by the variant.
        let (key, text) = match &field.ident {
            Some(ident) => (ident.to_string(), documentation(&field.attrs)),
            None => (String::new(), text.clone()),
        };
        let ident = field.ident.as_ref();
        entries.push(of.entry(root, (ident.unwrap_or(at), &key), (&text, &field.ty))?);
        bound.push(ident.cloned().unwrap_or_else(|| format_ident!("part{k}")));
        let station = if of.is_flat { "" } else { &key };
        taken.push(take((&field.ty, station), &of, &[]));
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
    let given = (!bound.is_empty()).then(|| quote!(let given = &mut #root::Given::new(values);));
    let values = if bound.is_empty() { quote!(_) } else { quote!(values) };
    let of = quote! {
        #root::Value::Choice(#index, #values) => {
            #given
            ::core::result::Result::Ok(Self::#at #made)
        }
    };
    Ok(One { entry, value, of })
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
