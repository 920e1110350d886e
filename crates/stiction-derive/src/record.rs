//! Structs.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    DataStruct, DeriveInput, Error, Field, GenericArgument, Ident, PathArguments, Result, Type,
    Visibility, WherePredicate, parse_quote,
};

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
    let mut parts: Vec<WherePredicate> = vec![];
    // Those of its parts are checked where these are built.
    let (mut own_entries, mut own_values) = (vec![], vec![]);
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
        let key = of.name.as_ref().map_or_else(|| at.to_string(), syn::LitStr::value);
        let entry = of.entry(&root, (at, &key), (&text, &field.ty))?;
        let value = if of.is_opaque {
            let ty = &field.ty;
            let name = quote!(#ty).to_string().replace(' ', "");
            quote!(#root::Value::Opaque(#name))
        } else {
            quote!(#root::Parameter::value(&self.#at))
        };
        if of.is_part {
            let ty = &field.ty;
            parts.push(parse_quote!(#ty: #root::Parameter));
        } else if !of.is_opaque {
            own_entries.push(entry.clone());
            own_values.push(value.clone());
        }
        entries.push(entry);
        values.push(value);
        // What is public needs none.
        if !words.is_table_only && !matches!(field.vis, Visibility::Public(_)) {
            getters.push(getter(field, at, &of));
        }
    }
    let mut with_parts = input.generics.clone();
    if !parts.is_empty() {
        with_parts.make_where_clause().predicates.extend(parts.clone());
    }
    let conditions_of_table = &with_parts.where_clause;
    let ranges = if parts.is_empty() {
        quote!(#root::check_ranges(self))
    } else {
        quote!(#root::check_fields(#name, &[#(#own_entries),*], &[#(#own_values),*]))
    };

    let tag = words.tag.as_ref().map_or_else(|| quote!(""), |tag| quote!(#tag));
    let of_number = match &words.of_number {
        None => quote!(::core::option::Option::None),
        Some(build) => quote!(::core::option::Option::Some(|number| {
            let built: ::core::result::Result<_, #root::ParameterError> = #build(number);
            built.map(|built| Self::values_of(&built)).map_err(::core::convert::Into::into)
        })),
    };
    let further = words.check.as_ref().map(|check| quote!(.and_then(|()| #check(self))));
    let itself = parse_quote!(Self);
    let built_type = words.built.as_ref().filter(|_| !is_itself).unwrap_or(&itself);
    let built = if is_itself {
        quote! {
            impl #generics ::core::convert::From<#ident #arguments>
                for ::core::result::Result<#ident #arguments, #root::ParameterError> #conditions
            {
                fn from(value: #ident #arguments) -> Self {
                    #root::Validate::validate(&value).map(|()| value)
                }
            }
        }
    } else {
        // What has the table of something else is a part of what holds it all the same.
        quote! {
            impl #generics #root::Parameter for #built_type #conditions_of_table {
                fn form() -> #root::Form {
                    #root::Form::Table(<#ident #arguments as #root::Describe>::DESCRIPTION)
                }
                fn value(&self) -> #root::Value {
                    #root::Value::Record(<#ident #arguments as #root::Describe>::values_of(self))
                }
                fn of(
                    value: #root::Value,
                ) -> ::core::result::Result<Self, #root::ValueError> {
                    #root::built_of::<#ident #arguments>(value)
                }
            }
        }
    };
    let of_built = if is_itself { quote!(built) } else { quote!(&Self::from(built)) };
    Ok(quote! {
        impl #generics #root::Describe for #ident #arguments #conditions_of_table {
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
                #ranges #further
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
    } else if words.is_opaque {
        let default = match words.default {
            Some(_) => quote!(::core::option::Option::Some(|| #default)),
            None => quote!(::core::option::Option::None::<fn() -> #ty>),
        };
        quote!(let #at: #ty = given.opaque(#name, #default)?;)
    } else if let Some(transform) = words.transform(ty) {
        // A default is what the setter would have made.
        let taken = match words.default {
            Some(_) => quote!(given.take_or(#name, || #default)?),
            None => quote!(given.take(#name)?),
        };
        quote!(let #at: #ty = (#transform)(#taken);)
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
    let (given, read) = match (words.by_ref, one_of("Vec", ty), one_of("Option", ty)) {
        (false, ..) => (quote!(#ty), quote!(self.#at)),
        (true, Some(each), _) => (quote!(&[#each]), quote!(self.#at.as_slice())),
        (true, _, Some(inner)) => {
            (quote!(::core::option::Option<&#inner>), quote!(self.#at.as_ref()))
        }
        (true, ..) => (quote!(&#ty), quote!(&self.#at)),
    };
    quote! {
        #(#docs)*
        #[must_use]
        pub const fn #name(&self) -> #given { #read }
    }
}

/// The `T` of `Vec<T>`.
fn one_of<'a>(generic: &str, ty: &'a Type) -> Option<&'a GenericArgument> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|segment| segment.ident == generic)?;
    let PathArguments::AngleBracketed(types) = &last.arguments else { return None };
    types.args.first()
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
