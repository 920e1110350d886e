//! Calls as an importer makes them, in the right order and in any other.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr::{null, null_mut};
use std::ffi::CString;
use std::path::Path;
use std::sync::Mutex;

use stiction_scenario::ScenarioFile;

use super::handles;
use super::{both, fmi2, fmi3};
use crate::model::Model;
use crate::testing::BLOCK;

pub(super) const OK: c_int = 0;
pub(super) const ERROR: c_int = 3;

/// A folder of resources, and the arguments of an instantiation.
pub(super) struct Fmu {
    _folder: tempfile::TempDir,
    path: CString,
    token: CString,
}

fn fmu() -> Fmu {
    Fmu::of(BLOCK)
}

/// Messages that a logger received, behind the pointer that it is given.
pub(super) type Told = Mutex<Vec<String>>;

unsafe extern "C" fn tell3(
    told: *mut c_void,
    status: c_int,
    category: *const c_char,
    text: *const c_char,
) {
    // SAFETY: every call in this module gives a `Told` that outlives the instance.
    let (told, category, text) =
        unsafe { (&*told.cast::<Told>(), CStr::from_ptr(category), CStr::from_ptr(text)) };
    let (category, text) = (category.to_string_lossy(), text.to_string_lossy());
    told.lock().unwrap().push(format!("{status} {category} {text}"));
}

impl Fmu {
    pub(super) fn of(scenario: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("scenario.toml");
        std::fs::write(&file, scenario).unwrap();
        let model = Model::of(ScenarioFile::load(&file).unwrap()).unwrap();
        let token = CString::new(model.token).unwrap();
        let path = CString::new(folder.path().to_str().unwrap()).unwrap();
        Self { _folder: folder, path, token }
    }

    pub(super) fn v3(&self, told: &Told) -> *mut c_void {
        self.v3_with(&self.token, told, 0, 0)
    }

    fn v3_with(&self, token: &CStr, told: &Told, event_mode: u8, required: usize) -> *mut c_void {
        let environment = core::ptr::from_ref(told).cast_mut().cast();
        let needed = [2_u32];
        // SAFETY: texts end with a zero, the array has `required` entries, the log outlives the instance.
        unsafe {
            fmi3::fmi3InstantiateCoSimulation(
                c"one".as_ptr(),
                token.as_ptr(),
                self.path.as_ptr(),
                0,
                1,
                event_mode,
                1,
                needed.as_ptr(),
                required,
                environment,
                Some(tell3),
                null(),
            )
        }
    }

    pub(super) fn v3_exchange(&self, told: &Told) -> *mut c_void {
        let environment = core::ptr::from_ref(told).cast_mut().cast();
        // SAFETY: texts end with a zero, the log outlives the instance.
        unsafe {
            fmi3::fmi3InstantiateModelExchange(
                c"one".as_ptr(),
                self.token.as_ptr(),
                self.path.as_ptr(),
                0,
                1,
                environment,
                Some(tell3),
            )
        }
    }

    pub(super) fn v2(&self, kind: c_int, callbacks: *const fmi2::Callbacks) -> *mut c_void {
        let uri = format!("file://{}", self.path.to_str().unwrap());
        let uri = CString::new(uri).unwrap();
        // SAFETY: texts end with a zero; the callbacks are null or callbacks.
        unsafe {
            fmi2::fmi2Instantiate(
                c"two".as_ptr(),
                kind,
                self.token.as_ptr(),
                uri.as_ptr(),
                callbacks,
                0,
                0,
            )
        }
    }
}

pub(super) fn step3(instance: *mut c_void, at: f64, length: f64) -> c_int {
    let (mut flags, mut last) = ([9_u8; 3], f64::NAN);
    let [event, end, early] = &mut flags;
    // SAFETY: all pointers lead to variables.
    let status = unsafe { fmi3::fmi3DoStep(instance, at, length, 1, event, end, early, &mut last) };
    if status == OK {
        assert_eq!((flags, last), ([0; 3], at + length));
    }
    status
}

pub(super) fn get3(instance: *mut c_void, reference: u32) -> (c_int, f64) {
    let mut value = f64::NAN;
    // SAFETY: one value reference, one value.
    let status = unsafe { fmi3::fmi3GetFloat64(instance, &reference, 1, &mut value, 1) };
    (status, value)
}

pub(super) fn set3(instance: *mut c_void, reference: u32, value: f64) -> c_int {
    // SAFETY: one value reference, one value.
    unsafe { fmi3::fmi3SetFloat64(instance, &reference, 1, &value, 1) }
}

fn begin3(instance: *mut c_void) {
    assert_eq!(fmi3::fmi3EnterInitializationMode(instance, 0, 0.0, 0.0, 0, 0.0), OK);
    assert_eq!(both::fmi3ExitInitializationMode(instance), OK);
}

/// Value references of the block: the time, the push, the position.
pub(super) const TIME: u32 = 0;
pub(super) const PUSH: u32 = 1;
pub(super) const X: u32 = 2;

#[test]
fn what_only_one_version_tells() {
    let (fmu, told) = (fmu(), Told::default());
    let (new, old) = (fmu.v3_exchange(&told), fmu.v2(1, null()));
    begin3(new);
    let (mut count, mut indicators, mut time) = (9, 9, 0.0);
    // SAFETY: places for two numbers.
    unsafe {
        assert_eq!(fmi3::fmi3GetNumberOfContinuousStates(new, &mut count), OK);
        assert_eq!(fmi3::fmi3GetNumberOfEventIndicators(new, &mut indicators), OK);
        assert_eq!((count, indicators), (3, 0));
        assert_eq!(both::fmi3EnterContinuousTimeMode(new), OK);
        assert_eq!(both::fmi3SetContinuousStates(new, null(), 3), ERROR);
    }
    assert_eq!(fmi2::fmi2SetupExperiment(old, 0, 0.0, 0.0, 1, 1.0), OK);
    assert_eq!(fmi2::fmi2EnterInitializationMode(old), OK);
    assert_eq!(both::fmi2ExitInitializationMode(old), OK);
    assert_eq!(fmi2::fmi2DoStep(old, 0.0, 0.625, 1), OK);
    // SAFETY: a place for the time.
    assert_eq!(unsafe { fmi2::fmi2GetRealStatus(old, 2, &mut time) }, OK);
    assert_eq!(time, 0.625);
    // Beyond the stop time.
    assert_eq!(fmi2::fmi2DoStep(old, 0.625, 0.5, 1), ERROR);
    fmi2::fmi2FreeInstance(old);
    fmi3::fmi3FreeInstance(new);
}

#[test]
fn a_handle_that_was_freed_or_never_given_is_refused() {
    let (fmu, told) = (fmu(), Told::default());
    let instance = fmu.v3(&told);
    let mut state = null_mut();
    // SAFETY: a place for a state.
    assert_eq!(unsafe { both::fmi3GetFMUState(instance, &mut state) }, OK);
    fmi3::fmi3FreeInstance(instance);
    fmi3::fmi3FreeInstance(instance);
    let forged = core::ptr::without_provenance_mut(usize::MAX);
    for handle in [instance, null_mut(), forged] {
        assert_eq!(both::fmi3Reset(handle), ERROR);
        assert_eq!(step3(handle, 0.0, 0.1), ERROR);
        assert_eq!(get3(handle, TIME).0, ERROR);
        assert_eq!(both::fmi3SetFMUState(handle, state), ERROR);
        assert_eq!(fmi2::fmi2EnterInitializationMode(handle), ERROR);
    }
    // Its states were freed with it.
    let other = fmu.v3(&told);
    assert_eq!(both::fmi3SetFMUState(other, state), ERROR);
    fmi3::fmi3FreeInstance(other);
}

#[test]
fn an_instance_that_cannot_be_made_says_why() {
    let (fmu, told) = (fmu(), Told::default());
    assert!(fmu.v3_with(c"{another}", &told, 0, 0).is_null());
    assert!(fmu.v3_with(&fmu.token, &told, 1, 0).is_null());
    assert!(fmu.v3_with(&fmu.token, &told, 0, 1).is_null());
    // Not UTF-8.
    assert!(fmu.v3_with(c"\xff", &told, 0, 0).is_null());
    std::fs::write(
        Path::new(fmu.path.to_str().unwrap()).join("scenario.toml"),
        BLOCK.replace("mass = 1.0", "mass = -1.0"),
    )
    .unwrap();
    assert!(fmu.v3(&told).is_null());
    assert!(fmu.v2(1, null()).is_null() && fmu.v2(0, null()).is_null());
    let told = told.into_inner().unwrap();
    let expected = [
        "3 logStatusError one: the description has the token {another}",
        "hasEventMode is false",
        "providesIntermediateUpdate is false",
        "instantiationToken must be UTF-8",
        // File, line and name.
        "scenario.toml:4:39: PointMass: mass = -1 must be finite and positive",
    ];
    assert_eq!(told.len(), expected.len(), "{told:?}");
    for (told, expected) in told.iter().zip(expected) {
        assert!(told.contains(expected), "{told} is not {expected}");
    }
}

#[test]
fn null_pointers_and_wrong_lengths_are_refused() {
    let (fmu, told) = (fmu(), Told::default());
    let instance = fmu.v3(&told);
    begin3(instance);
    let (references, mut values) = ([PUSH, X], [0.0; 2]);
    // SAFETY: every array is null, or has as many entries as are said.
    unsafe {
        assert_eq!(fmi3::fmi3GetFloat64(instance, null(), 0, null_mut(), 0), OK);
        assert_eq!(fmi3::fmi3GetFloat64(instance, null(), 1, values.as_mut_ptr(), 1), ERROR);
        assert_eq!(fmi3::fmi3GetFloat64(instance, references.as_ptr(), 2, null_mut(), 2), ERROR);
        assert_eq!(
            fmi3::fmi3GetFloat64(instance, references.as_ptr(), 2, values.as_mut_ptr(), 1),
            ERROR
        );
        assert_eq!(
            fmi3::fmi3GetFloat64(instance, references.as_ptr(), 2, values.as_mut_ptr(), 2),
            OK
        );
        assert_eq!(
            fmi3::fmi3DoStep(instance, 0.0, 0.1, 1, null_mut(), null_mut(), null_mut(), null_mut()),
            ERROR
        );
        assert_eq!(both::fmi3GetFMUState(instance, null_mut()), ERROR);
        assert_eq!(both::fmi3FreeFMUState(instance, null_mut()), OK);
        // No variable has this type: an empty list is accepted, and any reference is unknown.
        assert_eq!(fmi3::fmi3GetInt32(instance, null(), 0, null_mut(), 0), OK);
        assert_eq!(fmi3::fmi3GetInt32(instance, references.as_ptr(), 2, null_mut(), 2), ERROR);
        let categories = [c"logStatusWarning".as_ptr(), c"all".as_ptr()];
        assert_eq!(fmi3::fmi3SetDebugLogging(instance, 1, 1, categories.as_ptr()), OK);
        assert_eq!(fmi3::fmi3SetDebugLogging(instance, 1, 2, categories.as_ptr()), ERROR);
    }
    assert_eq!(both::fmi3EnterEventMode(instance), ERROR);
    let last = told.lock().unwrap().last().cloned().unwrap();
    assert!(
        last.contains(
            "entering the event mode is not supported: the instance is one for co-simulation"
        ),
        "{last}"
    );
    fmi3::fmi3FreeInstance(instance);
}

#[test]
fn states_travel_as_bytes_and_foreign_bytes_do_not() {
    let (fmu, told) = (fmu(), Told::default());
    let [one, other] = [fmu.v3(&told), fmu.v3(&told)];
    begin3(one);
    assert_eq!(set3(one, PUSH, 7.0), OK);
    assert_eq!(step3(one, 0.0, 0.1234), OK);
    let (mut state, mut copy, mut size) = (null_mut(), null_mut(), 0);
    // SAFETY: places for a state and a size; arrays have as many entries as are said.
    unsafe {
        assert_eq!(both::fmi3GetFMUState(one, &mut state), OK);
        assert_eq!(both::fmi3SerializedFMUStateSize(one, state, &mut size), OK);
        let mut bytes = vec![0; size];
        assert_eq!(both::fmi3SerializeFMUState(one, state, bytes.as_mut_ptr(), size - 1), ERROR);
        assert_eq!(both::fmi3SerializeFMUState(one, state, bytes.as_mut_ptr(), size), OK);
        assert_eq!(both::fmi3DeserializeFMUState(other, bytes.as_ptr(), size, &mut copy), OK);
        bytes[size / 2] ^= 4;
        assert_eq!(
            both::fmi3DeserializeFMUState(other, bytes.as_ptr(), size, &mut null_mut()),
            ERROR
        );
        assert_eq!(both::fmi3DeserializeFMUState(other, null(), 0, &mut null_mut()), ERROR);
    }
    assert_eq!(both::fmi3SetFMUState(other, copy), OK);
    for instance in [one, other] {
        assert_eq!(step3(instance, 0.1234, 0.1), OK);
    }
    assert_eq!(get3(one, X).1.to_bits(), get3(other, X).1.to_bits());
    // It goes back to the state that the same handle has now.
    let here = get3(one, X).1;
    let before = state;
    // SAFETY: a place for a state.
    unsafe {
        assert_eq!(both::fmi3GetFMUState(one, &mut state), OK);
        assert_eq!(state, before);
        assert_eq!(step3(one, 0.2234, 0.1), OK);
        assert_ne!(get3(one, X).1, here);
        assert_eq!(both::fmi3SetFMUState(one, state), OK);
        assert_eq!(get3(one, X).1, here);
        assert_eq!(both::fmi3FreeFMUState(one, &mut state), OK);
        assert!(state.is_null());
        assert_eq!(both::fmi3FreeFMUState(one, &mut state), OK);
    }
    assert_eq!(both::fmi3SetFMUState(one, before), ERROR);
    fmi3::fmi3FreeInstance(one);
    fmi3::fmi3FreeInstance(other);
}

#[test]
fn instances_on_threads_do_not_know_of_each_other() {
    let fmu = fmu();
    let run = |push: f64| {
        let told = Told::default();
        let instance = fmu.v3(&told);
        begin3(instance);
        assert_eq!(set3(instance, PUSH, push), OK);
        for k in 0..200 {
            assert_eq!(step3(instance, f64::from(k) / 1024.0, 1.0 / 1024.0), OK);
        }
        let x = get3(instance, X).1;
        fmi3::fmi3FreeInstance(instance);
        x.to_bits()
    };
    let pushes = [0.0, 4.0, 6.0, 9.0];
    let alone = pushes.map(run);
    let together: Vec<u64> = std::thread::scope(|scope| {
        let run = &run;
        let threads = pushes.map(|push| scope.spawn(move || run(push)));
        threads.map(|thread| thread.join().unwrap()).to_vec()
    });
    assert_eq!(together, alone);
    assert_ne!(alone[0], alone[3]);
}

#[test]
fn a_panic_stays_inside_and_the_instance_has_failed() {
    let (fmu, told) = (fmu(), Told::default());
    let instance = fmu.v3(&told);
    begin3(instance);
    assert_eq!(handles::act(instance, |_| panic!("on purpose")), ERROR);
    assert!(told.lock().unwrap()[0].contains("never should: on purpose"));
    assert_eq!(step3(instance, 0.0, 0.1), ERROR);
    assert_eq!(both::fmi3Reset(instance), OK);
    begin3(instance);
    assert_eq!(step3(instance, 0.0, 0.1), OK);
    fmi3::fmi3FreeInstance(instance);
    let make = || -> Result<crate::instance::Instance, crate::error::InstanceError> {
        panic!("on purpose")
    };
    let log = super::log::Log::new(None, null_mut(), "none");
    assert!(handles::make(log, false, make).is_null());
}
