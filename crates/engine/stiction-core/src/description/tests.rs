use nalgebra::{Matrix3, Quaternion, Vector3};
use typed_builder::TypedBuilder;

use crate as stiction_core;
use crate::{
    Describe, Form, Given, Parameter, ParameterError, PlanarWrench, Pose, Range, Signal, Spelling,
    Validate, Value, Vector, Wrench, check_ranges,
};

/// How much.
#[derive(Clone, Debug, PartialEq, Describe)]
#[describe(spelling = Look, crate = stiction_core)]
enum Level {
    /// A uniform level, ≥ 0.
    Constant(#[field(non_negative)] f64),
    /// More to one side.
    Sloped {
        /// Slope `s` \[1/m\], from -1 to 1.
        #[field(within(-1.0, 1.0, "must be from -1 to 1"))]
        slope: f64,
    },
    /// None.
    None,
}

/// A part with a name of its own.
#[derive(Clone, Debug, PartialEq, Describe)]
#[describe(crate = stiction_core)]
struct Part {
    /// Size `d` \[m\], > 0.
    #[field(positive)]
    size: f64,
}

/// Something of many parameters.
///
/// More about it.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Whole<N>, ParameterError>))]
#[describe(tag = "whole", check = Self::further, crate = stiction_core)]
struct Whole<const N: usize> {
    /// Position `p` \[m\],
    /// finite.
    #[field(finite)]
    place: Vector3<f64>,
    /// Level of it.
    #[field(by_ref)]
    level: Level,
    /// Weights, > 0.
    #[builder(default = [1.0; N])]
    #[field(positive)]
    weights: [f64; N],
    /// Part of it.
    #[field(by_ref)]
    part: Part,
    /// Whether it is.
    #[builder(default)]
    #[field(getter = is_so)]
    so: bool,
    #[builder(default = place.norm(), setter(skip))]
    distance: f64,
}

impl<const N: usize> Whole<N> {
    fn further(&self) -> Result<(), ParameterError> {
        Self::require(self.distance < 10.0, "place", self.distance, "must be near")
    }
}

fn whole(
    place: [f64; 3],
    level: Level,
    weights: [f64; 2],
    size: f64,
) -> Result<Whole<2>, ParameterError> {
    let part = Part { size };
    Whole::builder().place(place.into()).level(level).weights(weights).part(part).build()
}

#[test]
fn a_table_says_what_the_struct_says() {
    let table = Whole::<2>::DESCRIPTION;
    assert_eq!((table.name, table.tag), ("Whole", "whole"));
    assert_eq!(table.text, "Something of many parameters.");
    let names: Vec<_> = table.fields.iter().map(|field| field.name).collect();
    assert_eq!(names, ["place", "level", "weights", "part", "so"]);
    let place = &table.fields[0];
    assert_eq!((place.symbol, place.unit, place.range), ("p", "m", Range::Finite));
    assert_eq!(place.text, "Position p [m], finite.");
    assert!(matches!((place.form)(), Form::Array(3)));
    let defaults: Vec<_> = table.fields.iter().map(|field| field.default.map(|of| of())).collect();
    let ones = Value::Numbers(vec![1.0, 1.0]);
    assert_eq!(defaults, [None, None, Some(ones), None, Some(Value::Flag(false))]);
    let Form::Table(part) = (table.fields[3].form)() else { panic!("no table") };
    assert_eq!((part.name, part.tag, part.fields[0].unit), ("Part", "", "m"));
    let Form::Choice(level) = Level::form() else { panic!("no choice") };
    assert_eq!((level.name, level.text), ("Level", "How much."));
    assert_eq!(level.spelling, Spelling::Look);
    let variants = level.variants;
    let names: Vec<_> = variants.iter().map(|variant| variant.name).collect();
    assert_eq!(names, ["constant", "sloped", "none"]);
    assert_eq!(variants[0].fields[0].text, "A uniform level, ≥ 0.");
    assert_eq!((variants[1].fields[0].name, variants[1].fields[0].symbol), ("slope", "s"));
}

#[test]
fn values_are_those_of_the_fields() {
    let built = whole([1.0, 2.0, 3.0], Level::Sloped { slope: 0.5 }, [4.0, 5.0], 6.0).unwrap();
    let values = [
        Value::Numbers(vec![1.0, 2.0, 3.0]),
        Value::Choice(1, vec![Value::Number(0.5)]),
        Value::Numbers(vec![4.0, 5.0]),
        Value::Record(vec![Value::Number(6.0)]),
        Value::Flag(false),
    ];
    assert_eq!(built.values(), values);
    assert_eq!(
        (built.place(), built.part(), built.is_so()),
        (Vector3::new(1.0, 2.0, 3.0), &Part { size: 6.0 }, false)
    );
    assert_eq!(Level::None.value(), Value::Choice(2, vec![]));
    assert_eq!(3_usize.value(), Value::Number(3.0));
    assert_eq!(Whole::<2>::from_values(&mut Given::new(built.values())), Ok(built.clone()));
    assert_eq!(Whole::values_of(&built), values);
    // A skipped field is made of the others; one with a default need not be given.
    let mut values = built.values();
    (values[2], values[4]) = (Value::Absent, Value::Absent);
    let again = Whole::<2>::from_values(&mut Given::new(values)).unwrap();
    assert_eq!((again.weights, again.so, again.distance), ([1.0, 1.0], false, 14.0_f64.sqrt()));
}

#[test]
fn every_number_is_checked_in_the_name_of_what_holds_it() {
    let sound = Level::Constant(0.0);
    let of_level = |level| whole([0.0; 3], level, [1.0, 1.0], 1.0);
    let sloped = |slope| of_level(Level::Sloped { slope });
    let of_rest =
        |place, weight, size| whole([0.0, place, 0.0], sound.clone(), [1.0, weight], size);
    assert!(of_level(sound.clone()).is_ok());
    let cases = [
        (of_rest(f64::NAN, 1.0, 1.0), "Whole: place = NaN must be finite"),
        (of_level(Level::Constant(-1.0)), "Whole: level = -1 must be finite and not negative"),
        (sloped(2.0), "Whole: slope = 2 must be from -1 to 1"),
        (sloped(f64::NAN), "Whole: slope = NaN must be from -1 to 1"),
        (of_rest(0.0, 0.0, 1.0), "Whole: weights = 0 must be finite and positive"),
        (of_rest(0.0, 1.0, f64::INFINITY), "Part: size = inf must be finite and positive"),
        // Beyond ranges, and only what is within them is asked.
        (of_rest(20.0, 1.0, 1.0), "Whole: place = 20 must be near"),
        (of_rest(20.0, 1.0, 0.0), "Part: size = 0 must be finite and positive"),
    ];
    for (refused, text) in cases {
        assert_eq!(refused.unwrap_err().to_string(), text);
    }
    // The ends of a range belong to it.
    for slope in [-1.0, 1.0] {
        assert!(sloped(slope).is_ok());
    }
    assert!(check_ranges(&Part { size: -1.0 }).is_err() && Part { size: 1.0 }.validate().is_ok());
    assert_eq!(<Whole<2> as Validate>::COMPONENT, "Whole");
}

#[test]
fn what_is_built_from_its_values_is_the_same() {
    for level in [Level::Constant(2.0), Level::None] {
        assert_eq!(Level::of(level.value()), Ok(level));
    }
    let list = vec![[1.0, 2.0], [3.0, 4.0]];
    assert_eq!(Vec::of(list.value()), Ok(list));
    assert_eq!(
        (Option::<f64>::None.value(), Option::<f64>::of(Value::Absent)),
        (Value::Absent, Ok(None))
    );
    assert_eq!((usize::of(3_usize.value()), f64::of(Value::Numbers(vec![2.0]))), (Ok(3), Ok(2.0)));
    let rows = Matrix3::new(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0);
    assert_eq!(rows.value(), Value::Numbers((1..=9).map(f64::from).collect()));
    assert_eq!(Matrix3::of(rows.value()), Ok(rows));
}

#[test]
fn values_that_do_not_fit_are_refused_at_their_place() {
    let sound = whole([1.0, 2.0, 3.0], Level::None, [4.0, 5.0], 6.0).unwrap().values();
    let refused = |field: usize, value: Value| {
        let mut values = sound.clone();
        values[field] = value;
        Whole::<2>::from_values(&mut Given::new(values)).unwrap_err().to_string()
    };
    let cases = [
        (0, Value::Numbers(vec![1.0]), "place: must be a list of 3 numbers, found 1"),
        (0, Value::Absent, "place: is missing: a list of 3 numbers is needed"),
        (0, Value::Numbers(vec![20.0, 0.0, 0.0]), "place: Whole: place = 20 must be near"),
        (
            1,
            Value::Choice(3, vec![]),
            "level: must be one of constant, sloped, none, found Choice(3, [])",
        ),
        (1, Value::Choice(1, vec![]), "level.slope: is missing: one number is needed"),
        (
            1,
            Value::Choice(0, vec![Value::Flag(true)]),
            "level: must be one number, found Flag(true)",
        ),
        (
            3,
            Value::Record(vec![Value::Number(-1.0)]),
            "part.size: Part: size = -1 must be finite and positive",
        ),
    ];
    for (field, value, text) in cases {
        assert_eq!(refused(field, value), text);
    }
    assert!(usize::of(Value::Number(0.5)).is_err() && usize::of(Value::Number(-1.0)).is_err());
    assert!(
        usize::of(Value::Number(f64::NAN)).is_err() && usize::of(Value::Number(1e300)).is_err()
    );
    let third = Vec::<[f64; 1]>::of(Value::List(vec![Value::Number(1.0), Value::Flag(true)]));
    assert_eq!(third.unwrap_err().path, ["1"]);
}

/// A trait whose types need not have a table.
trait Wheel {
    fn radius(&self) -> f64;
}

/// A wheel.
#[derive(Clone, Debug, PartialEq, Describe)]
#[describe(crate = stiction_core)]
struct Rim {
    /// Radius `r` \[m\], > 0.
    #[field(positive)]
    radius: f64,
}
impl Wheel for Rim {
    fn radius(&self) -> f64 {
        self.radius
    }
}
impl Wheel for fn() -> f64 {
    fn radius(&self) -> f64 {
        self()
    }
}

/// A cart.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Cart<W>, ParameterError>))]
#[describe(check = Self::further, crate = stiction_core)]
struct Cart<W: Wheel> {
    /// Its wheels.
    #[field(flat, by_ref)]
    wheel: W,
    /// Direction \[1\], finite, of any length.
    #[builder(setter(transform = |heading: Vector3<f64>| heading.normalize()))]
    #[field(finite)]
    heading: Vector3<f64>,
    /// Where it stands, finite.
    #[builder(default)]
    #[field(finite, name = "at")]
    pose: Pose,
    /// Loads \[kg\], ≥ 0.
    #[builder(default, setter(transform = |loads: impl IntoIterator<Item = f64>| {
        loads.into_iter().collect::<Vec<_>>()
    }))]
    #[field(non_negative, by_ref)]
    loads: Vec<f64>,
}

impl<W: Wheel> Cart<W> {
    fn further(&self) -> Result<(), ParameterError> {
        Self::require(self.wheel.radius() < 2.0, "wheel", self.wheel.radius(), "must fit")
    }
}

#[test]
fn a_part_needs_a_table_only_for_that_of_what_has_it() {
    let closure = |radius: fn() -> f64| {
        Cart::builder().wheel(radius).heading(Vector3::x()).loads([1.0, -1.0]).build()
    };
    let told = |radius| closure(radius).unwrap_err().to_string();
    assert_eq!(told(|| 1.0), "Cart: loads = -1 must be finite and not negative");
    // Checked where it was built.
    let cart = Cart::builder().wheel(Rim { radius: -1.0 }).heading(Vector3::x() * 2.0);
    let cart = cart.loads([3.0]).build().unwrap();
    assert_eq!(
        (cart.wheel().radius, cart.heading(), cart.loads()),
        (-1.0, Vector3::x(), &[3.0][..])
    );
    let [wheel, _, at, _] = Cart::<Rim>::DESCRIPTION.fields else { panic!() };
    assert!(wheel.is_flat && !at.is_flat && at.name == "at");
    let large = Cart::builder().wheel(Rim { radius: 3.0 }).heading(Vector3::x()).build();
    assert_eq!(large.unwrap_err().to_string(), "Cart: wheel = 3 must fit");
}

#[test]
fn what_a_setter_makes_is_made_of_a_value_too() {
    let given = |heading: [f64; 3], pose: Value| {
        let heading = Value::Numbers(heading.to_vec());
        let values = vec![Rim { radius: 1.0 }.value(), heading, pose, Value::Absent];
        Cart::<Rim>::from_values(&mut Given::new(values))
    };
    let cart = given([0.0, 3.0, 0.0], Value::Absent).unwrap();
    assert_eq!((cart.heading, &cart.pose, cart.loads()), (Vector3::y(), &Pose::default(), &[][..]));
    assert_eq!(Cart::from_values(&mut Given::new(cart.values())), Ok(cart));
    // A frame has its defaults; its ranges are reported under the name of the field that holds it.
    let turned = vec![Value::Absent, Value::Numbers(vec![0.0, 1.0, 0.0, 0.0])];
    let cart = given([1.0, 0.0, 0.0], Value::Record(turned)).unwrap();
    assert_eq!(cart.pose.orientation, Quaternion::new(0.0, 1.0, 0.0, 0.0));
    let lost = vec![Value::Numbers(vec![0.0, f64::NAN, 0.0]), Value::Absent];
    let refused = given([1.0, 0.0, 0.0], Value::Record(lost)).unwrap_err();
    assert_eq!(refused.message, "Cart: at = NaN must be finite");
}

#[test]
fn efforts_are_lists_of_numbers() {
    let wrench = Wrench { force: Vector3::new(1.0, 2.0, 3.0), torque: Vector3::new(4.0, 5.0, 6.0) };
    let numbers = Value::Numbers(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!((wrench.value(), Wrench::of(numbers.clone())), (numbers, Ok(wrench)));
    let pair = (1.0, PlanarWrench::default());
    assert_eq!(<(f64, PlanarWrench)>::of(pair.value()), Ok(pair));
    assert!(PlanarWrench::of(Value::Numbers(vec![1.0])).is_err());
    assert!(matches!(<(f64, PlanarWrench)>::form(), Form::Vector(4)));
    assert_eq!((u32::of(7_u32.value()), u32::of(Value::Number(5e9)).is_err()), (Ok(7), true));
}

/// As many signals as there are axes, neither more nor fewer.
#[test]
fn signals_of_axes_are_a_list_of_that_length() {
    let pair = [Signal::from(1.0), 2.0.into()];
    let value = pair.value();
    assert!(matches!(<[Signal; 2]>::form(), Form::Several(2, _)));
    assert_eq!(<[Signal; 2]>::of(value.clone()).as_ref(), Ok(&pair));
    let refused = <[Signal; 3]>::of(value).unwrap_err();
    assert!(refused.message.starts_with("must be a list of 3, found"), "{refused}");
    assert!(<[Signal; 2]>::of(Value::Number(1.0)).is_err());
}

/// A value that was made is taken as it is if its type fits; nothing else is known about it.
#[test]
fn what_is_made_goes_on_as_it_is() {
    let made =
        |value: Value| if let Value::Made(made) = value { made } else { panic!("{value:?}") };
    let value = Value::made(Part { size: 2.0 });
    assert_eq!(made(value.clone()).of_type(), Some(Part { size: 2.0 }));
    assert_eq!(made(value.clone()).of_type::<f64>(), None);
    assert_eq!(value.clone(), value);
    assert_ne!(value, Value::made(Part { size: 2.0 }));
    assert_eq!(format!("{value:?}"), "Made(made)");
    // A type that knows nothing of it refuses it.
    assert!(f64::of(value).is_err());
}

/// A ball.
#[derive(Clone, Debug, PartialEq, Describe)]
#[describe(table = BallTable, crate = stiction_core)]
struct Ball {
    /// Radius \[m\], > 0.
    #[field(positive)]
    radius: f64,
}

/// A ball that is called [by its diameter](Ball::radius), see [`Ball`].
#[derive(Describe)]
#[describe(builds = Ball, entry, tag = "ball", crate = stiction_core)]
struct BallTable {
    /// Twice the [radius](Ball::radius) \[m\].
    diameter: f64,
}

impl From<BallTable> for Result<Ball, ParameterError> {
    fn from(given: BallTable) -> Self {
        Ball { radius: 0.5 * given.diameter }.into()
    }
}

impl From<&Ball> for BallTable {
    fn from(ball: &Ball) -> Self {
        Self { diameter: 2.0 * ball.radius }
    }
}

/// Checks, getters and the end of `build()` are its own. A table has no links, because it is read outside of Rust.
#[test]
fn a_table_may_be_that_of_what_builds_it() {
    let table = Ball::DESCRIPTION;
    assert_eq!((table.tag, table.fields[0].name), ("ball", "diameter"));
    assert_eq!(table.text, "A ball that is called by its diameter, see Ball.");
    assert_eq!((table.fields[0].text, table.fields[0].unit), ("Twice the radius [m].", "m"));
    let ball = Ball { radius: 3.0 };
    assert_eq!((ball.values(), ball.radius()), (vec![Value::Number(6.0)], 3.0));
    assert_eq!(Ball::from_values(&mut Given::new(ball.values())), Ok(ball.clone()));
    // It is a part of others by that table too.
    assert_eq!(Ball::of(ball.value()), Ok(ball));
    let refused = Ball::from_values(&mut Given::new(vec![Value::Number(-6.0)])).unwrap_err();
    assert_eq!(refused.to_string(), "radius: Ball: radius = -3 must be finite and positive");
}

/// A ball by its girth: a preset.
#[derive(TypedBuilder, Describe)]
#[builder(build_method(into = Result<Ball, ParameterError>))]
#[describe(tag = "girth", entry, crate = stiction_core)]
struct Girth {
    /// Length around it \[m\], > 0.
    #[field(positive)]
    around: f64,
}

impl From<Girth> for Result<Ball, ParameterError> {
    fn from(given: Girth) -> Self {
        given.validate()?;
        Ball { radius: given.around / core::f64::consts::TAU }.into()
    }
}

impl From<&Ball> for Girth {
    fn from(ball: &Ball) -> Self {
        Self { around: core::f64::consts::TAU * ball.radius }
    }
}

#[test]
fn a_preset_with_a_builder_is_called_by_its_own_name() {
    let ball = Girth::builder().around(core::f64::consts::TAU).build();
    assert_eq!((Girth::DESCRIPTION.name, ball), ("Girth", Ok(Ball { radius: 1.0 })));
    let refused = Girth::builder().around(-1.0).build().unwrap_err();
    assert_eq!(refused.to_string(), "Girth: around = -1 must be finite and positive");
}

/// A variant may be of any type.
#[derive(Clone, Debug, PartialEq, Describe)]
#[describe(crate = stiction_core)]
enum Along<V: Vector> {
    /// One way.
    One {
        /// Direction.
        way: V,
    },
}

#[test]
fn a_choice_may_be_of_any_space() {
    let field = |form| match form {
        Form::Choice(choice) => choice.variants[0].fields[0].form,
        other => panic!("{other:?}"),
    };
    assert!(matches!(field(Along::<Vector3<f64>>::form())(), Form::Vector(3)));
    assert!(matches!(field(Along::<f64>::form())(), Form::Number));
    let along = Along::One { way: 2.0 };
    assert_eq!(Along::of(along.value()), Ok(along));
}
