//! Kernels in lanes have the bits of the plain forms.
//!
//! Here over single numbers, which are evaluated by the same kernels as vectors are.

use nalgebra::{Matrix3, Quaternion, Vector2, Vector3};
use stiction_core::lanes::{Column, WIDTH};
use stiction_core::{
    Admittance, Coupling, Domain, Flat, Impedance, LaneParameters, LaneValues, Line, LinearIn,
    Motion, Plane, PortDomains, Scalars, Shaft, Space, Stage, kernel,
};

use crate::*;

/// Numbers between -1 and 1, a stream of them for each start.
struct Numbers(f64);
impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = (self.0 + 0.618_033_988_749_895).fract();
        2.0 * self.0 - 1.0
    }
    fn share(&mut self) -> f64 {
        0.5 * (1.0 + self.next())
    }
    fn plane(&mut self) -> Vector2<f64> {
        Vector2::new(self.next(), self.next())
    }
    fn space(&mut self) -> Vector3<f64> {
        Vector3::new(self.next(), self.next(), self.next())
    }
    fn list(&mut self, len: usize) -> Vec<f64> {
        (0..len).map(|_| self.next()).collect()
    }
    /// Returns the scalars of motions in which the given slots hold a quaternion that is not quite of unit length.
    fn motion(&mut self, len: usize, quaternion: Option<usize>) -> Vec<f64> {
        let mut list = self.list(len);
        if let Some(at) = quaternion {
            let size = list[at..at + 4].iter().map(|x| x * x).sum::<f64>().sqrt() * 1.001;
            list[at..at + 4].iter_mut().for_each(|x| *x /= size);
        }
        list
    }
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// Returns the parameters of one component in all lanes but the one asked for, where they are those of it.
fn columns(parameters: &LaneParameters, lane: usize) -> Vec<Column> {
    let column = |value| {
        let mut column = Column([f64::NAN; WIDTH]);
        column.0[lane] = value;
        column
    };
    parameters.values().map(column).collect()
}

const STAGE: Stage = Stage::first(0.3, 1e-3);

#[track_caller]
fn assert_body<A: Admittance>(quaternion: Option<usize>, make: impl Fn(&mut Numbers) -> A) {
    let mut numbers = Numbers(0.2);
    for case in 0..200 {
        let body = make(&mut numbers);
        let len = Motion::<A::Domain>::LEN;
        let state = numbers.motion(len, quaternion);
        let parameters = kernel::of_admittance(&body).unwrap();
        assert!(parameters.fits(&kernel::of_admittance(&make(&mut numbers)).unwrap()));
        let lane = case % WIDTH;
        let columns = columns(&parameters, lane);
        let mut values = LaneValues::<f64>::new((), &columns, lane);
        let efforts = numbers.list(len);
        let (mut plain, mut found) = (efforts.clone(), efforts);
        body.rate(&STAGE, &state, &mut plain);
        assert!(body.kernel(&mut values, &STAGE, &state, &mut found).is_some());
        assert_eq!(bits(&found), bits(&plain), "{body:?} at {state:?}");
    }
}

#[test]
fn bodies() {
    fn mass<D: stiction_core::VectorDomain>(numbers: &mut Numbers) -> PointMass<D> {
        let mut gravity = D::Vector::default();
        let scalars = numbers.list(<D::Vector as Flat>::LEN);
        if numbers.next() > 0.0 {
            gravity = Flat::load(&scalars);
        }
        PointMass::<D>::builder().mass(1.5 + numbers.next()).gravity(gravity).build().unwrap()
    }
    assert_body(None, mass::<Line>);
    assert_body(None, mass::<Shaft>);
    assert_body(None, mass::<Plane>);
    assert_body(None, mass::<Space>);
    assert_body(None, |numbers| {
        let body = PlanarBody::builder().mass(1.5 + numbers.next()).inertia(1.5 + numbers.next());
        body.gravity(numbers.plane()).build().unwrap()
    });
    for unit in [true, false] {
        let body = |inertia: Matrix3<f64>, numbers: &mut Numbers| {
            let body = RigidBody::builder().mass(1.5 + numbers.next()).inertia(inertia);
            body.gravity(numbers.space()).renormalise(unit).build().unwrap()
        };
        assert_body(Some(3), |n| body(Matrix3::identity() * (0.5 + n.share()), n));
        assert_body(Some(3), |n| {
            let moments = Vector3::new(1.0 + 0.3 * n.share(), 1.4, 1.8 + 0.2 * n.share());
            body(Matrix3::from_diagonal(&moments), n)
        });
        assert_body(Some(3), |n| {
            let moments = Vector3::new(1.0, 1.3, 1.6 + 0.2 * n.share());
            body(Matrix3::from_diagonal(&moments) + Matrix3::repeat(0.05 * n.share() + 0.01), n)
        });
    }
}

#[track_caller]
fn assert_law<I: Impedance>(make: impl Fn(&mut Numbers) -> I) {
    let mut numbers = Numbers(0.3);
    for case in 0..100 {
        let law = make(&mut numbers);
        let motion = numbers.list(Motion::<I::Domain>::LEN);
        let lane = case % WIDTH;
        let columns = columns(&kernel::of_law(&law).unwrap(), lane);
        let mut values = LaneValues::<f64>::new((), &columns, lane);
        let mut plain = vec![f64::NAN; <<I::Domain as Domain>::Effort as Flat>::LEN];
        let mut found = plain.clone();
        law.respond(&STAGE, &Motion::load(&motion), &[], &mut []).store(&mut plain);
        let motion = Scalars::load(&motion);
        law.kernel(&mut values, &STAGE, &motion, &[], &mut []).unwrap().store(&mut found);
        assert_eq!(bits(&found), bits(&plain), "{law:?}");
    }
}

#[test]
fn laws() {
    assert_law(|n| {
        let spring = SpringDamper::<Line>::builder().stiffness(2.0 + n.next()).damping(n.share());
        spring.rest(n.next()).build().unwrap()
    });
    assert_law(|n| {
        let spring = SpringDamper::<Space>::builder().stiffness(2.0 + n.next()).damping(n.share());
        spring.rest(n.space()).build().unwrap()
    });
    assert_law(|n| ConstantEffort::<Shaft>::builder().effort(n.next()).build().unwrap());
    assert_law(|n| ConstantEffort::<Plane>::builder().effort(n.plane()).build().unwrap());
}

type MotionsOf<C> = <<C as Coupling>::From as PortDomains>::Motions;
type EffortsOf<C> = <<C as Coupling>::From as PortDomains>::Efforts;

#[track_caller]
fn assert_map<C: Coupling>(quaternion: Option<usize>, make: impl Fn(&mut Numbers) -> C) {
    let mut numbers = Numbers(0.4);
    for case in 0..200 {
        let map = make(&mut numbers);
        let scalars = numbers.motion(MotionsOf::<C>::LEN, quaternion);
        let from = MotionsOf::<C>::load(&scalars);
        let lane = case % WIDTH;
        let columns = columns(&kernel::of_map(&map).unwrap(), lane);
        let mut values = LaneValues::<f64>::new((), &columns, lane);
        let mut plain = vec![f64::NAN; Motion::<C::To>::LEN];
        let mut found = plain.clone();
        map.motion(&from).store(&mut plain);
        let in_lanes = Scalars::load(&scalars);
        let (motion, psi) = map.kernel(&mut values, &in_lanes).unwrap();
        motion.store(&mut found);
        assert_eq!(bits(&found), bits(&plain), "{map:?} at {scalars:?}");

        let effort = numbers.list(<<C::To as Domain>::Effort as Flat>::LEN);
        let mut plain = vec![f64::NAN; EffortsOf::<C>::LEN];
        let mut found = plain.clone();
        map.efforts(&from, &Flat::load(&effort)).store(&mut plain);
        psi.transpose(Scalars::load(&effort)).store(&mut found);
        assert_eq!(bits(&found), bits(&plain), "{map:?} at {scalars:?}");
    }
}

#[test]
fn maps() {
    assert_map(None, |_| Between::<Line>::new());
    assert_map(None, |_| Between::<Space>::new());
    assert_map(None, |n| PlanarPoint::builder().point(n.plane()).build().unwrap());
    assert_map(Some(3), |n| BodyPoint::builder().point(n.space()).build().unwrap());
    assert_map(Some(3), |n| {
        let sphere = SphereOnPlane::builder().radius(1.5 + n.next()).normal(n.space());
        sphere.build().unwrap()
    });
    assert_map(Some(3), |n| {
        let point = BodyPoint::builder().point(n.space()).build().unwrap();
        let frame = InFrame::builder().map(point).origin(n.space());
        frame.orientation(Quaternion::new(2.0, n.next(), n.next(), n.next())).build().unwrap()
    });
}

/// A map without kernels makes a map around it one.
#[test]
fn what_has_no_kernel_is_not_in_lanes() {
    let point = stiction_core::coupling::from_fns::<Space, Space, _, _>(|m| *m, |_, f| *f);
    let frame = InFrame::builder().map(point).orientation(Quaternion::identity()).build().unwrap();
    assert!(kernel::of_map(&frame).is_none());
    // And the rotors of bodies of another form do not share a kernel.
    let body = |inertia: Matrix3<f64>| {
        let body = RigidBody::builder().mass(1.0).inertia(inertia).build().unwrap();
        kernel::of_admittance(&body).unwrap()
    };
    let forms = [
        body(Matrix3::identity()),
        body(Matrix3::from_diagonal(&Vector3::new(1.0, 1.4, 1.8))),
        body(Matrix3::from_diagonal(&Vector3::new(1.0, 1.4, 1.8)) + Matrix3::repeat(0.05)),
    ];
    for (i, one) in forms.iter().enumerate() {
        for (k, other) in forms.iter().enumerate() {
            assert_eq!(one.fits(other), i == k);
        }
    }
}
