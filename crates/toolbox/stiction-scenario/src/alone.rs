//! Components without a scenario, for other languages and for programs that use a single law.

use std::path::Path;

use stiction_core::{AnyLaw, Domain, Value};

use crate::component::Component;
use crate::domain::distinct;
use crate::entry::Kind;
use crate::error::{Fault, ScenarioError};
use crate::folder::{Folder, Kept};
use crate::law::{Law, MakeLaw};
use crate::registry::{Registered, Registry};
use crate::surroundings::Surroundings;
use crate::text::Text;

impl<K: Registered> Component<K> {
    /// Reads a component from its table, as in a file: `type` and its parameters.
    ///
    /// ```
    /// use stiction_scenario::{Law, library};
    /// let table = toml::toml! {
    ///     type = "gsat"
    ///     stiffness = 1e5
    ///     damping = 400.0
    ///     limit = "much"
    /// };
    /// let error = Law::from_table(&table, &library()).unwrap_err().to_string();
    /// assert!(error.starts_with("gsat.limit: "), "{error}");
    /// ```
    ///
    /// # Errors
    /// [`ScenarioError::Value`] with the keys of the mistake. [`Self::check`] judges the values that only the component
    /// can judge.
    pub fn from_table(table: &toml::Table, registry: &Registry) -> Result<Self, ScenarioError> {
        let tag = table.get("type").and_then(toml::Value::as_str).unwrap_or(K::WHAT);
        let text = toml::to_string(table)?;
        let read = || {
            let node = Text { file: None, text: &text }.tree()?;
            Self::read(node, registry.known())
        };
        read().map_err(|fault: Fault| fault.inside(tag).without_text())
    }

    /// Judges the values, and returns the names of the domains for which the component can be built, such as `line`.
    /// Files that it names are relative to `folder`.
    ///
    /// ```
    /// use std::path::Path;
    /// use stiction_scenario::{Law, library};
    /// let mut gsat = toml::toml! {
    ///     type = "gsat"
    ///     stiffness = 1e5
    ///     damping = 400.0
    ///     limit = 5.0
    /// };
    /// let domains = Law::from_table(&gsat, &library())?.check(Path::new(""))?;
    /// assert_eq!(domains, ["line", "shaft", "plane", "space"]);
    /// gsat["limit"] = (-5.0).into();
    /// let error = Law::from_table(&gsat, &library())?.check(Path::new("")).unwrap_err().to_string();
    /// assert_eq!(error, "gsat.limit: GsatFriction: limit = -5 must be finite and not negative");
    /// # Ok::<(), stiction_scenario::ScenarioError>(())
    /// ```
    ///
    /// # Errors
    /// [`ScenarioError::Value`] if it cannot be built for any domain, with the message of the first.
    pub fn check(&self, folder: &Path) -> Result<Vec<&'static str>, ScenarioError> {
        let kept = Kept::default();
        let around = Surroundings { folder: Folder { path: folder, kept: &kept }, until: 1.0 };
        // Only laws have parts that are made of files.
        let prepare = |fields, values| match K::WHAT {
            MakeLaw::WHAT => around.prepared(fields, values),
            _ => Ok(values),
        };
        // A map to a link is judged once its tree is known.
        let is_judged_later = self.value("link").is_some_and(|link| *link != Value::Absent);
        let (mut fitting, mut refused) = (vec![], None);
        for domain in distinct(self.chosen().iter().map(|entry| entry.domain)) {
            let other = |_| self.other_parameters(domain.name);
            let build = || self.build_one_of(self.of_domain(domain), prepare, other).map(drop);
            match if is_judged_later { Ok(()) } else { build() } {
                Ok(()) => fitting.push(domain.tag),
                Err(fault) => refused = refused.or(Some(fault)),
            }
        }
        match refused {
            Some(fault) if fitting.is_empty() => Err(fault.inside(self.tag()).without_text()),
            _ => Ok(fitting),
        }
    }
}

impl Law {
    /// Returns the law for a domain, for use without a mechanism. Files that it names are relative to `folder`; a load
    /// that it follows is known until `until` \[s\].
    ///
    /// ```
    /// use std::path::Path;
    /// use stiction_core::{Line, Motion, Stage};
    /// use stiction_scenario::{Law, library};
    /// let table = toml::toml! {
    ///     type = "gsat"
    ///     stiffness = 1e5
    ///     damping = 400.0
    ///     limit = 5.0
    /// };
    /// let law = Law::from_table(&table, &library())?.for_domain::<Line>(Path::new(""), 1.0)?;
    /// let slipping = Motion { pose: 0.0, flow: 1.0 };
    /// assert_eq!(law.respond(&Stage::at(0.0), &slipping, &[0.0], &mut [0.0]), -5.0);
    /// # Ok::<(), stiction_scenario::ScenarioError>(())
    /// ```
    ///
    /// # Errors
    /// [`ScenarioError::Value`] for a domain that it does not have, and for values that it refuses.
    pub fn for_domain<D: Domain>(
        &self,
        folder: &Path,
        until: f64,
    ) -> Result<AnyLaw<D>, ScenarioError> {
        let kept = Kept::default();
        let around = Surroundings { folder: Folder { path: folder, kept: &kept }, until };
        let law = self.build::<D>(around);
        law.map_err(|fault| fault.inside(self.tag()).without_text())
    }
}
