//! Values of any table: drawn from the forms and ranges of its fields, and changed a little in one place.

use std::collections::BTreeSet;

use stiction_core::description::Choice;
use stiction_core::{Description, Field, Form, Range, Spelling, Value};

/// Depth up to which parts are nested, as sums of sums are.
const DEEPEST: usize = 6;

/// Returns the values of fields that ranges do not determine, because a text names something or numbers depend on
/// each other.
fn examples(owner: &str, field: &Field) -> Option<Vec<Value>> {
    let is_text = matches!((field.form)(), Form::Text);
    let texts = |all: &[&str]| all.iter().map(|text| Value::Text((*text).to_owned())).collect();
    let pairs = |all: &[[f64; 2]]| -> Vec<Value> {
        all.iter().map(|pair| Value::Numbers(pair.to_vec())).collect()
    };
    let corners = |x: f64, size: f64| {
        Value::List(pairs(&[
            [x, -0.4 * size],
            [0.1 * size, 0.6 * size],
            [-0.5 * size, -0.3 * size],
        ]))
    };
    let numbers = |all: &[f64]| all.iter().copied().map(Value::Number).collect();
    let lists = |all: &[[f64; 2]]| -> Vec<Value> {
        let list = |of: &[f64; 2]| Value::List(of.map(Value::Number).into());
        all.iter().map(list).collect()
    };
    // A flat table has the name of its field, which may be that of a key in it.
    if field.is_flat {
        return None;
    }
    Some(match (owner, field.name) {
        ("Pressure", "surface") => texts(&["circle", "square", "line_grad"]),
        // The files are in the folder of the test.
        ("Pressure", "file") => texts(&["pressure.csv"]),
        ("Function.samples", "file") => texts(&["signal.csv"]),
        ("Function.samples", "time") => texts(&["t", "late"]),
        ("Function.samples", "column") => texts(&["force", "other"]),
        (_, "limit_surface_file") => texts(&["surface.json"]),
        ("body urdf shaft", "file") => texts(&["robot.urdf"]),
        ("body urdf shaft", "without") => {
            vec![Value::List(vec![]), Value::List(texts(&["wrist"]))]
        }
        // The lengths of a pad depend on each other, and a coarse grid does not resolve a shape.
        ("Pressure", "cells") => numbers(&[9.0, 12.0]),
        ("Pressure", "size") => numbers(&[0.016, 0.02]),
        ("Fingertip", "growth") => numbers(&[5e-3, 6e-3]),
        // A small exponent puts all pressure into one cell.
        ("Fingertip", "exponent") => numbers(&[2.0, 3.0]),
        ("Fingertip", "exponent_per_load") => numbers(&[8.0, 12.0]),
        ("Pressure", "ring") => pairs(&[[1e-3, 5e-3], [4e-3, 7e-3]]),
        ("Pressure", "rows") => {
            [1.5, 1.0].map(|x| Value::List(lists(&[[1.0, 2.0], [x, 1.0]]))).into()
        }
        // A polygon surrounds its middle.
        ("Pressure", "polygon") => [5e-3, 6e-3].map(|x| corners(x, 0.01)).into(),
        ("AdmissibleSet.convex_polygon", "vertices") => [0.5, 0.6].map(|x| corners(x, 1.0)).into(),
        // All links hang on the base.
        (_, "base" | "parent") if is_text => texts(&["rail"]),
        // This is the name of the last link in the chain of the stand.
        (_, "link") if is_text => texts(&["hand"]),
        // The shares of elements add up to 1.
        (_, "shares") => lists(&[[0.4, 0.6], [0.5, 0.5], [0.7, 0.3]]),
        (_, "stiffnesses") => lists(&[[3.0, 2.0], [1.0, 2.0], [1.0, 0.5]]),
        _ => return None,
    })
}

/// Groups of keys of which exactly one is given.
const ONE_OF: [&[&str]; 2] = [
    &["surface", "ring", "polygon", "points", "rows", "file", "fingertip", "pieces"],
    &["pressure", "shapes"],
];

/// A place in the values of a component that can be changed alone.
pub(super) struct Slot<'a> {
    /// The tables and fields on the path to it, including its own.
    pub(super) way: &'a [String],
    owner: &'a str,
    field: Field,
}

impl Slot<'_> {
    /// Returns whether the value is a name, which has no other meaning.
    pub(super) fn is_name(&self) -> bool {
        matches!((self.field.form)(), Form::Text) && examples(self.owner, &self.field).is_none()
    }

    /// Returns its name.
    pub(super) const fn name(&self) -> &'static str {
        self.field.name
    }

    /// Returns numbers outside its range.
    pub(super) fn refused(&self) -> Vec<f64> {
        let outside = match self.field.range {
            Range::Any | Range::Length(..) => return vec![],
            Range::Finite => vec![],
            Range::Positive => vec![0.0, -1.0],
            Range::NonNegative => vec![-1.0],
            Range::Within(least, most, _) => vec![least - 1.0, most + 1.0],
        };
        [outside, vec![f64::NAN, f64::INFINITY]].concat()
    }

    /// Returns how many numbers can be changed independently.
    pub(super) fn numbers(&self, value: &Value) -> usize {
        match value {
            Value::Number(_) if !matches!((self.field.form)(), Form::Count) => 1,
            Value::Numbers(numbers) => numbers.len(),
            _ => 0,
        }
    }
}

/// Draws values, which are equal in every run.
pub(super) struct Draws {
    state: u64,
    names: usize,
}

impl Draws {
    /// Returns the draws that belong to a name.
    pub(super) fn new(name: &str) -> Self {
        let mix = |sum: u64, byte: u8| sum.wrapping_mul(31).wrapping_add(byte.into());
        Self { state: name.bytes().fold(7, mix), names: 0 }
    }

    /// Returns a number from 0 to 1 (MMIX by D. Knuth).
    pub(super) fn unit(&mut self) -> f64 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005);
        self.state = self.state.wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }

    fn number(&mut self, range: Range) -> f64 {
        let share = self.unit();
        match range {
            Range::Within(least, most, _) => {
                let (least, most) = (least.max(-2.0), most.min(least.max(-2.0) + 4.0));
                least + (most - least) * share
            }
            Range::Finite => 4.0 * share - 2.0,
            _ => 0.1 + 1.9 * share,
        }
    }

    pub(super) fn all(&mut self, owner: &str, fields: &[Field], depth: usize) -> Vec<Value> {
        let chosen = ONE_OF.map(|group| {
            let all = fields.iter().map(|field| field.name);
            let all: Vec<_> = all.filter(|name| group.contains(name)).collect();
            if all.len() < 2 { None } else { Some(all[self.below(all.len())]) }
        });
        let one = |field: &Field| {
            let group = ONE_OF.iter().position(|group| group.contains(&field.name));
            let chosen = group.and_then(|group| chosen[group]);
            let is_left_out = match chosen {
                Some(chosen) => chosen != field.name,
                None => depth > DEEPEST || self.unit() > 0.6,
            };
            if field.default.is_some() && !field.is_flat && is_left_out {
                return Value::Absent;
            }
            self.one(owner, field, depth)
        };
        fields.iter().map(one).collect()
    }

    fn one(&mut self, owner: &str, field: &Field, depth: usize) -> Value {
        if let Some(mut examples) = examples(owner, field) {
            return examples.swap_remove(self.below(examples.len()));
        }
        let range = field.range;
        let form = (field.form)();
        // One more is a list for a plane, two more one for space; six signals are an effort on a frame.
        let more = [0, 1, 2, 5][self.below(4)];
        let mut several = |count: usize, each: fn() -> Form| {
            let range = if matches!(range, Range::Length(..)) { Range::Any } else { range };
            let each = Field { form: each, range, default: None, ..*field };
            Value::List((0..count).map(|_| self.one(owner, &each, depth + 1)).collect())
        };
        match form {
            Form::Number => Value::Number(self.number(range)),
            Form::Count => {
                let least = if let Range::Within(least, ..) = range { least } else { 1.0 };
                Value::Number(least + self.below(8) as f64)
            }
            Form::Flag => Value::Flag(self.unit() < 0.5),
            Form::Vector(len) | Form::Array(len) => {
                Value::Numbers((0..len).map(|_| self.number(range)).collect())
            }
            Form::Matrix => {
                let [a, b] = [0.01 * self.unit(), 0.01 * self.unit()];
                Value::Numbers(vec![0.3 + a, a, b, a, 0.3, 0.0, b, 0.0, 0.3 + b])
            }
            Form::List(each) | Form::Filled(each) => {
                let least = if let Range::Length(least, ..) = range { least } else { 1 };
                several(least + more, each)
            }
            Form::Several(count, each) => several(count, each),
            Form::Text => {
                self.names += 1;
                Value::Text(format!("n{}", self.names))
            }
            Form::Table(table) if field.is_flat && is_one_of_keys(table) => {
                let given = self.below(table.fields.len());
                self.key(owner, table, given, depth)
            }
            Form::Table(table) if field.is_flat => {
                Value::Record(self.all(owner, table.fields, depth))
            }
            Form::Table(table) => Value::Record(self.all(table.name, table.fields, depth + 1)),
            Form::Choice(_) => self.variant(form, None, depth),
            Form::Opaque => Value::Absent,
        }
    }

    /// Returns the values of a table with one key given.
    fn key(&mut self, owner: &str, table: &Description, given: usize, depth: usize) -> Value {
        let mut values = vec![Value::Absent; table.fields.len()];
        let field = Field { default: None, ..table.fields[given] };
        values[given] = self.one(owner, &field, depth);
        Value::Record(values)
    }

    /// Returns a variant of a choice that a file can name, other than this one.
    fn variant(&mut self, form: Form, but: Option<usize>, depth: usize) -> Value {
        let Form::Choice(choice) = form else { return Value::Absent };
        let is_opaque = |field: &Field| matches!((field.form)(), Form::Opaque);
        let can_be =
            |at: &usize| but != Some(*at) && !choice.variants[*at].fields.iter().any(is_opaque);
        // A number that could be a signal too is not read as one.
        let is_number = |form: Form| matches!(form, Form::Number);
        let has_number = |choice: &Choice| {
            choice.spelling == Spelling::Look
                && choice
                    .variants
                    .iter()
                    .any(|of| of.fields.iter().any(|of| is_number((of.form)())))
        };
        let mut all: Vec<usize> = (0..choice.variants.len()).filter(can_be).collect();
        if depth > DEEPEST {
            all.truncate(1);
        }
        let Some(&at) = all.get(self.below(all.len())) else { return Value::Absent };
        let variant = &choice.variants[at];
        let owner = format!("{}.{}", choice.name, variant.name);
        let values = self.all(&owner, variant.fields, depth + 1);
        let is_read_so = |field: &Field, value: &Value| match ((field.form)(), value) {
            (Form::Choice(inner), Value::Choice(at, _)) => {
                !(has_number(choice) && has_number(inner))
                    || inner.variants[*at].fields.iter().all(|of| !is_number((of.form)()))
            }
            _ => true,
        };
        if variant.fields.iter().zip(&values).all(|(field, value)| is_read_so(field, value)) {
            Value::Choice(at, values)
        } else {
            self.variant(form, but, depth)
        }
    }

    /// Changes one value: a number (the `part`-th of several) by this share, anything else to something else. Returns
    /// false if there is nothing else.
    pub(super) fn change(
        &mut self,
        slot: &Slot<'_>,
        part: usize,
        share: f64,
        value: &mut Value,
    ) -> bool {
        let (field, before) = (&slot.field, value.clone());
        let form = (field.form)();
        if let Some(mut others) = examples(slot.owner, field) {
            others.retain(|other| full(field, other) != full(field, value));
            let is_there = !others.is_empty();
            if is_there {
                *value = others.swap_remove(self.below(others.len()));
            }
            return is_there;
        }
        match (&mut *value, form) {
            (Value::Number(number), Form::Count) => *number += 1.0,
            (Value::Number(number), _) => moved(number, share),
            (Value::Numbers(numbers), _) => moved(&mut numbers[part], share),
            (Value::Flag(flag), _) => *flag = !*flag,
            (Value::Text(text), _) => text.push('x'),
            (Value::List(list), _) if list.len() > 1 => drop(list.pop()),
            (Value::Choice(at, _), form) => *value = self.variant(form, Some(*at), DEEPEST - 1),
            (Value::Absent, _) => *value = self.one(slot.owner, field, DEEPEST - 1),
            (Value::Record(values), Form::Table(table))
                if field.is_flat && is_one_of_keys(table) =>
            {
                let given = values.iter().position(|value| *value != Value::Absent);
                let other = given.map_or(0, |given| (given + 1) % values.len());
                *value = self.key(slot.owner, table, other, DEEPEST - 1);
            }
            _ => {}
        }
        full(field, value) != full(field, &before)
    }
}

/// Returns a value with all defaults, as text, which distinguishes −0 from 0.
fn full(field: &Field, value: &Value) -> String {
    fn all(fields: &[Field], values: &[Value]) -> Vec<String> {
        fields.iter().zip(values).map(|(field, value)| full(field, value)).collect()
    }
    match (value, (field.form)(), field.default) {
        (Value::Absent, _, Some(default)) if default() != Value::Absent => full(field, &default()),
        (Value::Record(values), Form::Table(table), _) => {
            format!("{:?}", all(table.fields, values))
        }
        (Value::Choice(at, values), Form::Choice(choice), _) => {
            format!("{at} {:?}", all(choice.variants[*at].fields, values))
        }
        _ => format!("{value:?}"),
    }
}

/// Returns whether exactly one of all keys is given: none is required, none has a default, and no smaller group is
/// known.
fn is_one_of_keys(table: &Description) -> bool {
    let is_alone = |field: &Field| {
        let is_absent = field.default.is_some_and(|of| of() == Value::Absent);
        is_absent && !ONE_OF.iter().any(|group| group.contains(&field.name))
    };
    table.fields.len() > 1 && table.tag.is_empty() && table.fields.iter().all(is_alone)
}

fn moved(number: &mut f64, share: f64) {
    *number = if *number == 0.0 { share } else { *number * (1.0 + share) };
}

/// Visits the slots of values; `way` leads to them.
pub(super) fn visit(
    owner: &str,
    fields: &[Field],
    values: &mut [Value],
    way: &mut Vec<String>,
    see: &mut dyn FnMut(&Slot<'_>, &mut Value),
) {
    for (field, value) in fields.iter().zip(values) {
        way.push(format!("{owner} {}", field.name));
        visit_one(owner, field, value, way, see);
        way.pop();
    }
}

fn visit_one(
    owner: &str,
    field: &Field,
    value: &mut Value,
    way: &mut Vec<String>,
    see: &mut dyn FnMut(&Slot<'_>, &mut Value),
) {
    see(&Slot { way, owner, field: *field }, value);
    if examples(owner, field).is_some() {
        return;
    }
    match (value, (field.form)()) {
        (Value::Record(values), Form::Table(table)) if field.is_flat && is_one_of_keys(table) => {
            let mut given = table.fields.iter().zip(values);
            if let Some((field, value)) = given.find(|(_, value)| **value != Value::Absent) {
                let field = Field { default: None, ..*field };
                way.push(format!("{owner} {}", field.name));
                visit_one(owner, &field, value, way, see);
                way.pop();
            }
        }
        (Value::Record(values), Form::Table(table)) => {
            visit(if field.is_flat { owner } else { table.name }, table.fields, values, way, see);
        }
        (Value::Choice(at, values), Form::Choice(choice)) => {
            let variant = &choice.variants[*at];
            visit(&format!("{}.{}", choice.name, variant.name), variant.fields, values, way, see);
        }
        (Value::List(values), Form::List(each) | Form::Filled(each) | Form::Several(_, each)) => {
            let each = Field { form: each, default: None, ..*field };
            values.iter_mut().for_each(|value| visit_one(owner, &each, value, way, see));
        }
        _ => {}
    }
}

/// Adds the names of all fields that can be changed.
pub(super) fn names(owner: &str, fields: &[Field], found: &mut BTreeSet<String>) {
    for field in fields {
        let fixed = examples(owner, field).is_some_and(|all| all.len() == 1);
        let mut form = (field.form)();
        while let Form::List(each) | Form::Filled(each) | Form::Several(_, each) = form {
            form = each();
        }
        let has_none = match form {
            Form::Opaque => true,
            Form::Table(table) => table.fields.is_empty(),
            _ => false,
        };
        let is_new = fixed || has_none || found.insert(format!("{owner} {}", field.name));
        match form {
            Form::Table(table) if field.is_flat => names(owner, table.fields, found),
            Form::Table(table) if is_new => names(table.name, table.fields, found),
            Form::Choice(choice) if is_new => {
                for variant in choice.variants {
                    names(&format!("{}.{}", choice.name, variant.name), variant.fields, found);
                }
            }
            _ => {}
        }
    }
}
