//! Attributes of a struct, a variant or a field, and its entry in a table.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::parse::Parse;
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Error, Expr, ExprClosure, ExprLit, GenericArgument, Generics, Ident, Lit, LitStr,
    Meta, Pat, Path, PathArguments, Result, Token, Type, parenthesized,
};

/// The documentation up to its first empty line.
pub(crate) fn documentation(attributes: &[Attribute]) -> String {
    let line = |attribute: &Attribute| {
        let Meta::NameValue(pair) = &attribute.meta else { return None };
        let Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) = &pair.value else { return None };
        pair.path.is_ident("doc").then(|| line.value().trim().to_owned())
    };
    let lines = attributes.iter().filter_map(line).take_while(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

/// Text for readers outside of Rust: only the words of a link are kept.
pub(crate) fn plain(text: &str) -> String {
    let mut parts = text.split("](");
    let mut words = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // The target of the link ends with the bracket.
        let (_, after) = part.split_once(')').unwrap_or(("", part));
        if let Some(open) = words.rfind('[') {
            words.remove(open);
        }
        words += after;
    }
    let words = words.replace("[`", "").replace("`]", "").replace('`', "");
    words.replace("\\[", "[").replace("\\]", "]")
}

/// The words of all attributes of a name.
fn each(
    attributes: &[Attribute],
    name: &str,
    mut read: impl FnMut(&ParseNestedMeta<'_>) -> Result<()>,
) -> Result<()> {
    let mut named = attributes.iter().filter(|attribute| attribute.path().is_ident(name));
    named.try_for_each(|attribute| attribute.parse_nested_meta(|meta| read(&meta)))
}

/// Whether a type names one of the type parameters of its struct.
pub(crate) fn names_one_of(ty: &Type, generics: &Generics) -> bool {
    fn any(tokens: TokenStream, is_one: &dyn Fn(&Ident) -> bool) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => is_one(&ident),
            TokenTree::Group(group) => any(group.stream(), is_one),
            _ => false,
        })
    }
    let types = generics.type_params().map(|parameter| &parameter.ident);
    let constants = generics.const_params().map(|parameter| &parameter.ident);
    let all: Vec<_> = types.chain(constants).collect();
    any(quote!(#ty), &|ident| all.contains(&ident))
}

/// Accepted range of a number.
pub(crate) struct Accepted {
    variant: TokenStream,
    /// Words that the documentation must contain.
    words: &'static str,
}

/// Attributes of a field.
#[derive(Default)]
pub(crate) struct FieldWords {
    accepted: Option<Accepted>,
    pub(crate) by_ref: bool,
    pub(crate) getter: Option<Ident>,
    pub(crate) name: Option<LitStr>,
    /// `builder(default)` or `builder(default = …)`.
    pub(crate) default: Option<Option<Expr>>,
    /// `builder(setter(skip))`: no parameter.
    pub(crate) is_skipped: bool,
    /// `builder(setter(transform = |…| …))`.
    pub(crate) transform: Option<ExprClosure>,
    /// A component of its own, of a type that need not have a table.
    pub(crate) is_part: bool,
    /// Its type has no value.
    pub(crate) is_opaque: bool,
    /// Its parameters stand among those of the struct.
    pub(crate) is_flat: bool,
    /// Its type names a type parameter: the domain tells the length of a vector.
    pub(crate) is_of_domain: bool,
}

impl FieldWords {
    pub(crate) fn of(attributes: &[Attribute]) -> Result<Self> {
        let mut words = Self::default();
        each(attributes, "field", |meta| words.field(meta))?;
        each(attributes, "builder", |meta| words.builder(meta))?;
        Ok(words)
    }

    fn field(&mut self, meta: &ParseNestedMeta<'_>) -> Result<()> {
        let accepted = |variant, words| Some(Accepted { variant, words });
        match meta.path.require_ident()?.to_string().as_str() {
            "positive" => self.accepted = accepted(quote!(Positive), "> 0"),
            "non_negative" => self.accepted = accepted(quote!(NonNegative), "≥ 0"),
            "finite" => self.accepted = accepted(quote!(Finite), "finite"),
            word @ ("within" | "length") => {
                let inside;
                parenthesized!(inside in meta.input);
                let bounds = Punctuated::<Expr, Token![,]>::parse_terminated(&inside)?;
                let range = if word == "within" { quote!(Within) } else { quote!(Length) };
                self.accepted = accepted(quote!(#range(#bounds)), "");
            }
            "part" => self.is_part = true,
            "opaque" => self.is_opaque = true,
            "flat" => (self.is_part, self.is_flat) = (true, true),
            "key" => self.is_flat = true,
            "default" => self.default = Some(Some(meta.value()?.parse()?)),
            "by_ref" => self.by_ref = true,
            "getter" => self.getter = Some(meta.value()?.parse()?),
            "name" => self.name = Some(meta.value()?.parse()?),
            _ => {
                return Err(meta.error(
                    "unknown word, expected one of `positive`, `non_negative`, `finite`, \
                     `within(least, most, \"words\")`, `length(least, most, \"words\")`, \
                     `default = …`, `part`, `flat`, `key`, `opaque`, `by_ref`, `getter = …`, `name = \"…\"`",
                ));
            }
        }
        Ok(())
    }

    fn builder(&mut self, meta: &ParseNestedMeta<'_>) -> Result<()> {
        if meta.path.is_ident("default") {
            let is_given = meta.input.peek(Token![=]);
            self.default = Some(if is_given { Some(meta.value()?.parse()?) } else { None });
        } else if meta.path.is_ident("setter") {
            let inside;
            parenthesized!(inside in meta.input);
            let words = inside.parse_terminated(Meta::parse, Token![,])?;
            for word in words {
                if word.path().is_ident("skip") {
                    self.is_skipped = true;
                } else if let Meta::NameValue(pair) = word
                    && let Expr::Closure(transform) = pair.value
                {
                    self.transform = Some(transform);
                }
            }
        } else if meta.input.peek(Token![=]) {
            // Another word of `typed_builder`.
            let _: Expr = meta.value()?.parse()?;
        }
        Ok(())
    }

    /// Returns the closure that the setter applies to a value of the type of the field, if it takes such values.
    pub(crate) fn transform(&self, ty: &Type) -> Option<&ExprClosure> {
        let spelt = |ty: &Type| quote!(#ty).to_string();
        self.transform.as_ref().filter(|transform| match transform.inputs.first() {
            Some(Pat::Type(input)) => spelt(&input.ty) == spelt(ty),
            _ => false,
        })
    }

    /// The entry of a field in a table; refuses documentation that does not say the range.
    pub(crate) fn entry(
        &self,
        root: &TokenStream,
        (at, name): (&Ident, &str),
        (text, ty): (&str, &Type),
    ) -> Result<TokenStream> {
        if text.is_empty() {
            let message = format!("the parameter `{at}` needs documentation: text, unit, range");
            return Err(Error::new_spanned(at, message));
        }
        let between = |open: &str, close: &str| {
            let (_, after) = text.split_once(open)?;
            after.split_once(close).map(|(inside, _)| inside.to_owned())
        };
        let symbol = between("`", "`").unwrap_or_default();
        let unit = between("\\[", "\\]").unwrap_or_default();
        let range = match &self.accepted {
            Some(Accepted { words, .. }) if !text.contains(words) => {
                let message = format!("the documentation of `{at}` must say its range: `{words}`");
                return Err(Error::new_spanned(at, message));
            }
            Some(Accepted { variant, .. }) => variant.clone(),
            None => quote!(Any),
        };
        if (self.is_part || self.is_opaque) && self.accepted.is_some() {
            let message = format!("`{at}` is checked where it is built, not here");
            return Err(Error::new_spanned(at, message));
        }
        let is_flat = self.is_flat;
        let default = match self.default.as_ref().filter(|_| !self.is_opaque) {
            None => quote!(::core::option::Option::None),
            Some(None) => {
                let value = quote!(<#ty as ::core::default::Default>::default());
                quote!(::core::option::Option::Some(|| #root::Parameter::value(&#value)))
            }
            Some(Some(value)) => quote!(::core::option::Option::Some(|| {
                let value: #ty = #value;
                #root::Parameter::value(&value)
            })),
        };
        let text = plain(text);
        let form = if self.is_opaque {
            quote!(|| #root::Form::Opaque)
        } else if self.is_of_domain {
            quote!(<#ty as #root::Parameter>::form)
        } else {
            quote!(|| <#ty as #root::Parameter>::form().of_one_length())
        };
        Ok(quote! {
            #root::Field {
                name: #name, symbol: #symbol, unit: #unit, text: #text,
                range: #root::Range::#range,
                form: #form,
                default: #default,
                is_flat: #is_flat,
            }
        })
    }
}

/// Attributes of a struct or an enum.
#[derive(Default)]
pub(crate) struct Words {
    pub(crate) tag: Option<Expr>,
    /// The key by which a file chooses the domain.
    pub(crate) chosen: Option<LitStr>,
    /// Description, if it is not the documentation.
    pub(crate) text: Option<LitStr>,
    pub(crate) check: Option<Expr>,
    pub(crate) of_number: Option<Expr>,
    pub(crate) spelling: Option<Ident>,
    root: Option<Path>,
    /// The `X` of `build_method(into = Result<X, ParameterError>)`, or of `builds = X`.
    pub(crate) built: Option<Type>,
    /// `builds = X`: there is no builder, and its fields need no getters.
    pub(crate) is_table_only: bool,
    /// `error = E`: the error of its `build()`, if it is not `ParameterError`.
    pub(crate) error: Option<Type>,
    /// `table = X`: it has the table of `X`, which builds it.
    pub(crate) table: Option<Type>,
    /// `entry`: the type that it builds has another table as a part.
    pub(crate) is_entry: bool,
}

impl Words {
    pub(crate) fn of(attributes: &[Attribute]) -> Result<Self> {
        let mut words = Self::default();
        each(attributes, "describe", |meta| words.describe(meta))?;
        each(attributes, "builder", |meta| words.builder(meta))?;
        Ok(words)
    }

    /// Whether it has a builder for a type whose table is elsewhere.
    pub(crate) const fn is_preset(&self) -> bool {
        self.is_entry && !self.is_table_only
    }

    /// Path of the crate with the traits.
    pub(crate) fn root(&self) -> TokenStream {
        if let Some(root) = &self.root {
            return quote!(#root);
        }
        // The crates of the workspace depend on the core, all others on the facade.
        let own = std::env::var("CARGO_PKG_NAME").is_ok_and(|name| name.starts_with("stiction-"));
        if own { quote!(::stiction_core) } else { quote!(::stiction::core) }
    }

    fn describe(&mut self, meta: &ParseNestedMeta<'_>) -> Result<()> {
        match meta.path.require_ident()?.to_string().as_str() {
            "tag" => self.tag = Some(meta.value()?.parse()?),
            "chosen" => self.chosen = Some(meta.value()?.parse()?),
            "text" => self.text = Some(meta.value()?.parse()?),
            "entry" => self.is_entry = true,
            "builds" => {
                (self.built, self.is_table_only) = (Some(meta.value()?.parse()?), true);
            }
            "error" => self.error = Some(meta.value()?.parse()?),
            "table" => self.table = Some(meta.value()?.parse()?),
            "check" => self.check = Some(meta.value()?.parse()?),
            "number" => self.of_number = Some(meta.value()?.parse()?),
            "spelling" => self.spelling = Some(meta.value()?.parse()?),
            "crate" => self.root = Some(meta.value()?.parse()?),
            _ => {
                return Err(meta.error(
                    "unknown word, expected one of `tag`, `text`, `chosen`, `builds`, `error`, `table`, \
                     `entry`, `check`, `number`, `spelling`, `crate`",
                ));
            }
        }
        Ok(())
    }

    fn builder(&mut self, meta: &ParseNestedMeta<'_>) -> Result<()> {
        let inside;
        if !meta.path.is_ident("build_method") {
            if meta.input.peek(Token![=]) {
                let _: Expr = meta.value()?.parse()?;
            } else if meta.input.peek(syn::token::Paren) {
                parenthesized!(inside in meta.input);
                let _: TokenStream = inside.parse()?;
            }
            return Ok(());
        }
        parenthesized!(inside in meta.input);
        let _: Ident = inside.parse()?;
        let _: Token![=] = inside.parse()?;
        let Type::Path(result) = inside.parse()? else { return Ok(()) };
        let last = result.path.segments.last().map(|segment| &segment.arguments);
        if let Some(PathArguments::AngleBracketed(types)) = last
            && let Some(GenericArgument::Type(built)) = types.args.first()
        {
            self.built = Some(built.clone());
        }
        Ok(())
    }
}
