//! Pads from their values and back; parts that values only name.

use core::cell::Cell;
use stiction_friction::Loaded;

use stiction_core::{Given, PlanarFrame, Signal, Stage};

use super::*;
use crate::testing::coulomb;
use crate::{DistributedPatch, Grid, PressureExponent, SoftFingertip, Surface};

/// Knows one file, and counts samplings.
#[derive(Default)]
struct Known(Cell<usize>);

impl PartSource for Known {
    fn pressure(&self, file: &str, size: f64) -> Result<ContactPatch, ValueError> {
        match file {
            "known" => Ok(ContactPatch::from_rows(size, &[[1.0, 2.0], [3.0, 4.0]])?),
            _ => Err(unread(file)),
        }
    }
    fn sampled(
        &self,
        patch: &ContactPatch,
        samples: usize,
    ) -> Result<Arc<LimitSurface>, LimitSurfaceError> {
        self.0.set(self.0.get() + 1);
        LimitSurface::new(patch, samples).map(Arc::new)
    }
    fn until(&self) -> f64 {
        1.0
    }
}

fn square() -> ContactPatch {
    Surface::Square.patch(Grid::new(5, 0.02).unwrap()).unwrap()
}

fn tip() -> SoftFingertip {
    SoftFingertip::builder().exponent(PressureExponent::Constant(2.0)).build().unwrap()
}

fn fingertip(interval: Option<f64>, sampled_load: Option<f64>) -> Pressure {
    let (growth, exponent) = (tip().growth(), PressureExponent::Constant(2.0));
    let fingertip = Some(Fingertip { growth, exponent, interval, sampled_load });
    Pressure { size: Some(0.02), fingertip, ..Pressure::default() }
}

/// The pad follows steps of the force, and a force of any kind at given times; its end is the run's.
#[test]
fn a_fingertip_follows_its_force() {
    let patch = |load| tip().patch(Grid::new(21, 0.02).unwrap(), load).unwrap();
    let steps: NormalLoad = Signal::steps([(0.0, 1.0), (0.5, 2.0), (1.5, 3.0)]).unwrap().into();
    let made = fingertip(None, None).schedule(Some(&steps), &Known::default()).unwrap();
    assert_eq!(made, Schedule::new([(0.0, patch(1.0)), (0.5, patch(2.0))]).unwrap());
    let ramp: NormalLoad = (|t: f64| 1.0 + t).into();
    let made = fingertip(Some(0.4), None).schedule(Some(&ramp), &Known::default()).unwrap();
    let loads = [0.0, 0.4, 0.8].map(|t| patch(ramp.at(&Stage::at(t))));
    assert_eq!(made, Schedule::every(0.4, loads).unwrap());
    let refused = |pressure: Pressure, force: Option<&NormalLoad>| {
        let error = pressure.schedule(force, &Known::default()).unwrap_err();
        (error.path.join("."), error.message)
    };
    let (path, message) = refused(fingertip(None, None), Some(&ramp));
    assert_eq!((&*path, message.contains("needs `interval`")), ("fingertip", true));
    for interval in [0.0, -1.0, f64::NAN, 1e-9] {
        assert_eq!(refused(fingertip(Some(interval), None), Some(&ramp)).0, "fingertip.interval");
    }
    assert_eq!(refused(fingertip(None, None), None).0, "fingertip");
    let lifted: NormalLoad = Signal::steps([(0.0, 1.0), (0.25, 0.0)]).unwrap().into();
    let (_, message) = refused(fingertip(None, None), Some(&lifted));
    assert!(message.starts_with("at 0.25 s: SoftFingertip: load = 0"), "{message}");
}

/// One limit surface for all sizes of a fingertip, otherwise one for each pressure.
#[test]
fn limit_surfaces_are_sampled_as_often_as_needed() {
    let force: NormalLoad = Signal::steps([(0.0, 1.0), (0.5, 2.0)]).unwrap().into();
    let shapes =
        |pressure| Shapes { pressure: Some(pressure), samples: Some(2), ..Shapes::default() };
    let known = Known::default();
    let made = shapes(fingertip(None, None)).schedule(Some(&force), &known).unwrap();
    let [first, second] = made.values() else { panic!("{made:?}") };
    assert!(Arc::ptr_eq(first.surface().unwrap(), second.surface().unwrap()));
    assert_eq!(known.0.get(), 1);
    // That of the largest force, or of the one that is given.
    let sampled = |shape: &ReducedShape| shape.surface().unwrap().sampled_patch().cloned();
    let patch = |load| tip().patch(Grid::new(21, 0.02).unwrap(), load).ok();
    assert_eq!(sampled(first), patch(2.0));
    let other = shapes(fingertip(None, Some(5.0))).schedule(Some(&force), &known).unwrap();
    assert_eq!(sampled(&other.values()[0]), patch(5.0));
    let pieces = Schedule::new([(0.0, square()), (0.5, patch(1.0).unwrap())]).unwrap();
    shapes(Pressure::of_schedule(&pieces)).schedule(None, &known).unwrap();
    assert_eq!(known.0.get(), 4);
}

/// The form gives the place of a table; the force is that beside it.
#[test]
fn what_is_named_is_made() {
    type Pad = Loaded<DistributedPatch, PlanarFrame>;
    let fields = Pad::DESCRIPTION.fields;
    let pad = DistributedPatch::builder().patch(square()).bristles(coulomb()).build().unwrap();
    let of_pad = Loaded::new(pad, 2.0).unwrap().values();
    let on = |pressure: Value| {
        let mut values = of_pad.clone();
        let Value::Record(of_law) = &mut values[0] else { panic!("{values:?}") };
        of_law[0] = pressure;
        values
    };
    let named = |file: &str| {
        let (size, file) = (Some(0.02), Some(file.to_owned()));
        on(Pressure { size, file, ..Pressure::default() }.value())
    };
    let refused = Pad::from_values(&mut Given::new(named("known"))).unwrap_err();
    assert_eq!(refused.path, ["pressure", "file"]);
    let built = made(fields, named("known"), &Known::default()).unwrap();
    let built = Pad::from_values(&mut Given::new(built)).unwrap();
    let expected = ContactPatch::from_rows(0.02, &[[1.0, 2.0], [3.0, 4.0]]).unwrap();
    assert_eq!(built.law().patch().single(), Some(&expected));
    let refused = made(fields, named("unknown"), &Known::default()).unwrap_err();
    assert_eq!(refused.path, ["pressure", "file"]);
    // The force of the pad itself.
    let built = made(fields, on(fingertip(None, None).value()), &Known::default()).unwrap();
    let built = Pad::from_values(&mut Given::new(built)).unwrap();
    assert_eq!(
        built.law().patch().single(),
        tip().patch(Grid::new(21, 0.02).unwrap(), 2.0).ok().as_ref()
    );
}

/// Two keys or none where exactly one must be given; a key without meaning beside the others.
#[test]
fn what_does_not_belong_together_is_refused() {
    let refused = |pressure: Pressure| pressure.schedule(None, &Nothing).unwrap_err();
    let surface = Some("square".to_owned());
    let empty = Pressure::default();
    assert!(refused(empty.clone()).message.starts_with("needs one of `surface`"));
    let both = Pressure { surface: surface.clone(), ring: Some([0.0, 0.01]), ..empty.clone() };
    assert!(refused(both).message.starts_with("needs one of `surface`"));
    let points = Some(stiction_core::Filled(vec![[0.0, 0.0, 1.0]]));
    let sized = Pressure { points, size: Some(0.02), ..empty.clone() };
    assert_eq!(refused(sized).path, ["size"]);
    let unsized_one = Pressure { surface: surface.clone(), ..empty.clone() };
    assert!(refused(unsized_one).message.contains("`size`"));
    let (size, unknown) = (Some(0.02), Some("sqare".to_owned()));
    let error = refused(Pressure { surface: unknown, size, ..empty.clone() });
    assert!(error.message.starts_with("there is no surface `sqare`; known are square, circle"));
    let pressure = Some(Pressure { surface, size, ..empty });
    let shapes = Shapes { pressure, samples: Some(2), ..Shapes::default() };
    let limit_surface_file = Some("surface".to_owned());
    let twice = Shapes { limit_surface_file: limit_surface_file.clone(), ..shapes.clone() };
    let error = twice.schedule(None, &Nothing).unwrap_err();
    assert!(error.message.contains("`samples` and `limit_surface_file`, not both"), "{error}");
    let unread = Shapes { limit_surface_file, samples: None, ..shapes.clone() };
    assert_eq!(unread.schedule(None, &Nothing).unwrap_err().path, ["limit_surface_file"]);
    let none = Shapes { pressure: None, ..shapes };
    assert!(
        none.schedule(None, &Nothing).unwrap_err().message.starts_with("needs one of `pressure`")
    );
}
