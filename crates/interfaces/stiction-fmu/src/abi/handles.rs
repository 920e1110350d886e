//! Handles of instances and states: numbers in place of addresses.

use core::ffi::c_void;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};

use super::log::{Log, Status};
use crate::error::InstanceError;
use crate::instance::Instance;
use crate::saved::Saved;

/// An instance behind a handle.
pub(super) struct Component {
    instance: Mutex<Held>,
    pub(super) log: Log,
    /// Whether doubts about the step are logged.
    pub(super) is_logging: AtomicBool,
}

/// An instance and its stored states, which are freed with it.
pub(super) struct Held {
    pub(super) instance: Instance,
    states: HashMap<usize, Saved>,
}

const UNKNOWN: InstanceError = InstanceError::State("it was freed, or this instance never gave it");

type Components = RwLock<HashMap<usize, Arc<Component>>>;
static COMPONENTS: LazyLock<Components> = LazyLock::new(Components::default);

/// Returns a new number; never zero, which would be a null pointer.
fn fresh() -> usize {
    static LAST: AtomicUsize = AtomicUsize::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// Returns the number as a pointer, which is never followed.
pub(super) fn pointer(handle: usize) -> *mut c_void {
    core::ptr::without_provenance_mut(handle)
}

/// Makes an instance; returns null if that fails, and logs why.
pub(super) fn make(
    log: Log,
    is_logging: bool,
    make: impl FnOnce() -> Result<Instance, InstanceError>,
) -> *mut c_void {
    let made = catch_unwind(AssertUnwindSafe(make));
    let message = match made {
        Ok(Ok(instance)) => {
            let held = Mutex::new(Held { instance, states: HashMap::new() });
            let component = Component { instance: held, log, is_logging: is_logging.into() };
            let handle = fresh();
            let mut all = COMPONENTS.write().unwrap_or_else(PoisonError::into_inner);
            all.insert(handle, Arc::new(component));
            return pointer(handle);
        }
        Ok(Err(error)) => error.to_string(),
        Err(panic) => of_panic(panic.as_ref()),
    };
    log.send(Status::Error, &message);
    core::ptr::null_mut()
}

/// Frees an instance and its states; ignores a handle that is not valid.
pub(super) fn free(handle: *mut c_void) {
    let taken = COMPONENTS.write().unwrap_or_else(PoisonError::into_inner).remove(&handle.addr());
    // A panic of a destructor must not unwind into the importer either.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(taken)));
}

/// Returns the instance of a handle, unless it was freed or never existed.
fn find(handle: *mut c_void) -> Option<Arc<Component>> {
    let all = COMPONENTS.read().unwrap_or_else(PoisonError::into_inner);
    all.get(&handle.addr()).map(Arc::clone)
}

/// Calls a function with an instance and logs its failure. An unknown handle is an error without a message,
/// because it has no logger.
pub(super) fn with(
    handle: *mut c_void,
    act: impl FnOnce(&mut Held, &Component) -> Result<(), InstanceError>,
) -> i32 {
    let Some(component) = find(handle) else { return Status::Error as i32 };
    let outcome = {
        let mut held = component.instance.lock().unwrap_or_else(PoisonError::into_inner);
        let done = catch_unwind(AssertUnwindSafe(|| act(&mut held, &component)));
        done.unwrap_or_else(|panic| {
            held.instance.fail();
            Err(InstanceError::Panic(of_panic(panic.as_ref())))
        })
    };
    // The lock is released before logging, so that a logger that asks for the time does not deadlock.
    match outcome {
        Ok(()) => Status::Ok as i32,
        // The solver may try another point.
        Err(InstanceError::NoRate(_)) => Status::Discard as i32,
        Err(error) => {
            component.log.send(Status::Error, &error.to_string());
            Status::Error as i32
        }
    }
}

/// Calls a function with the instance alone; see [`with`].
pub(super) fn act(
    handle: *mut c_void,
    act: impl FnOnce(&mut Instance) -> Result<(), InstanceError>,
) -> i32 {
    with(handle, |held, _| act(&mut held.instance))
}

/// Logs doubts about the step, if logging is on.
pub(super) fn tell_doubts(handle: *mut c_void) {
    let Some(component) = find(handle).filter(|one| one.is_logging.load(Ordering::Relaxed)) else {
        return;
    };
    let doubts = {
        let mut held = component.instance.lock().unwrap_or_else(PoisonError::into_inner);
        catch_unwind(AssertUnwindSafe(|| held.instance.doubts().unwrap_or_default()))
    };
    doubts.unwrap_or_default().iter().for_each(|doubt| component.log.send(Status::Warning, doubt));
}

impl Held {
    /// Keeps a state and returns its handle; replaces the state of `handle` if there is one.
    pub(super) fn keep(&mut self, handle: usize, saved: Saved) -> usize {
        let handle = if self.states.contains_key(&handle) { handle } else { fresh() };
        self.states.insert(handle, saved);
        handle
    }

    pub(super) fn state(&self, handle: usize) -> Result<&Saved, InstanceError> {
        self.states.get(&handle).ok_or(UNKNOWN)
    }

    pub(super) fn restore(&mut self, handle: usize) -> Result<(), InstanceError> {
        self.instance.restore(self.states.get(&handle).ok_or(UNKNOWN)?)
    }

    pub(super) fn forget(&mut self, handle: usize) -> Result<(), InstanceError> {
        self.states.remove(&handle).map(drop).ok_or(UNKNOWN)
    }
}

fn of_panic(panic: &(dyn core::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    format!("stiction failed inside, which it never should: {}", text.unwrap_or_default())
}
