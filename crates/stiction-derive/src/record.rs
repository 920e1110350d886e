//! Structs.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DataStruct, DeriveInput, Error, Field, Ident, Result, Type};

use crate::words::{FieldWords, Words, documentation, plain};

pub(crate) fn write(input: &DeriveInput, data: &DataStruct) -> Result<TokenStream> {
    let words = Words::of(&input.attrs)?;
    let (root, ident) = (words.root(), &input.ident);
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    let text = plain(&documentation(&input.attrs));
    if text.is_empty() {
        return Err(Error::new_spanned(ident, "it needs a sentence of documentation"));
    }
    let name = name_of(&words, ident)?;
    let is_itself = *ident == name;

    let (mut entries, mut values, mut getters) = (vec![], vec![], vec![]);
    let (mut fields, mut taken) = (vec![], vec![]);
    for field in &data.fields {
        let of = FieldWords::of(&field.attrs)?;
        let Some(at) = &field.ident else {
            return Err(Error::new_spanned(field, "fields need names"));
        };
        taken.push(take(field, at, &of, &fields, &root));
        fields.push(at);
        if of.is_skipped {
            continue;
        }
        let text = documentation(&field.attrs);
        entries.push(of.entry(&root, (at, &at.to_string()), (&text, &field.ty))?);
        values.push(quote!(#root::Parameter::value(&self.#at)));
        if is_itself {
            getters.push(getter(field, at, &of));
        }
    }

    let tag = words.tag.as_ref().map_or_else(|| quote!(""), |tag| quote!(#tag));
    let of_number = match &words.of_number {
        None => quote!(::core::option::Option::None),
        Some(build) => quote!(::core::option::Option::Some(|number| {
            let built: ::core::result::Result<_, #root::ParameterError> = #build(number);
            built.map(|built| Self::values_of(&built)).map_err(::core::convert::Into::into)
        })),
    };
    let further = words.check.as_ref().map(|check| quote!(.and_then(|()| #check(self))));
    let built = is_itself.then(|| {
        quote! {
            impl #generics ::core::convert::From<#ident #arguments>
                for ::core::result::Result<#ident #arguments, #root::ParameterError> #conditions
            {
                fn from(value: #ident #arguments) -> Self {
                    #root::Validate::validate(&value).map(|()| value)
                }
            }
        }
    });
    let itself = syn::parse_quote!(Self);
    let built_type = words.built.as_ref().filter(|_| !is_itself).unwrap_or(&itself);
    let of_built = if is_itself { quote!(built) } else { quote!(&Self::from(built)) };
    Ok(quote! {
        impl #generics #root::Describe for #ident #arguments #conditions {
            type Built = #built_type;
            const DESCRIPTION: &'static #root::Description = &#root::Description {
                name: #name, tag: #tag, text: #text, fields: &[#(#entries),*],
                of_number: #of_number,
            };
            fn values(&self) -> ::std::vec::Vec<#root::Value> {
                ::std::vec![#(#values),*]
            }
            fn values_of(built: &Self::Built) -> ::std::vec::Vec<#root::Value> {
                #root::Describe::values(#of_built)
            }
            fn from_values(
                given: &mut #root::Given,
            ) -> ::core::result::Result<Self::Built, #root::ValueError> {
                #(#taken)*
                ::core::result::Result::<Self::Built, #root::ParameterError>::from(
                    Self { #(#fields),* }
                ).map_err(::core::convert::Into::into)
            }
        }
        impl #generics #root::Validate for #ident #arguments #conditions {
            const COMPONENT: &'static str = #name;
            fn validate(&self) -> ::core::result::Result<(), #root::ParameterError> {
                #root::check_ranges(self) #further
            }
        }
        impl #generics #ident #arguments #conditions { #(#getters)* }
        #built
    })
}

/// Takes the value of a field from those that are given; what files do not say has its default.
fn take(
    field: &Field,
    at: &Ident,
    words: &FieldWords,
    before: &[&Ident],
    root: &TokenStream,
) -> TokenStream {
    let (ty, name) = (&field.ty, at.to_string());
    let default = match &words.default {
        // As in the builder, a default may name the fields before it, by reference.
        Some(Some(value)) => quote! {{
            #[allow(unused_variables, reason = "not every default depends on others")]
            let (#(#before,)*) = (#(&#before,)*);
            #value
        }},
        _ => quote!(<#ty as ::core::default::Default>::default()),
    };
    if words.is_skipped {
        quote!(let #at: #ty = #default;)
    } else if words.default.is_some() {
        quote!(let #at: #ty = given.take_or(#name, || #default)?;)
    } else {
        quote!(let #at: #ty = #root::Given::take(given, #name)?;)
    }
}

/// Name of what is built, as messages have it.
fn name_of(words: &Words, ident: &Ident) -> Result<String> {
    let Some(built) = &words.built else { return Ok(ident.to_string()) };
    let segment = match built {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    match segment {
        Some(segment) => Ok(segment.ident.to_string()),
        None => Err(Error::new_spanned(built, "what is built needs a name")),
    }
}

fn getter(field: &Field, at: &Ident, words: &FieldWords) -> TokenStream {
    let docs = field.attrs.iter().filter(|attribute| attribute.path().is_ident("doc"));
    let (ty, name) = (&field.ty, words.getter.as_ref().unwrap_or(at));
    let borrow = words.by_ref.then(|| quote!(&));
    quote! {
        #(#docs)*
        #[must_use]
        pub const fn #name(&self) -> #borrow #ty { #borrow self.#at }
    }
}

/// The end of `build()` of a struct whose table cannot be written.
pub(crate) fn unchecked(input: &DeriveInput) -> Option<TokenStream> {
    let (words, ident) = (Words::of(&input.attrs).ok()?, &input.ident);
    words.built.as_ref()?;
    if *ident != name_of(&words, ident).ok()? {
        return None;
    }
    let root = words.root();
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    Some(quote! {
        impl #generics ::core::convert::From<#ident #arguments>
            for ::core::result::Result<#ident #arguments, #root::ParameterError> #conditions
        {
            fn from(value: #ident #arguments) -> Self { ::core::result::Result::Ok(value) }
        }
    })
}
