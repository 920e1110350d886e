//! Connects a law whose domain is known only at run time to ports.
//!
//! The entry of a law keeps `connect::<D>` of its domain as a plain function, which restores the type: the law built
//! from the values is a law of `D`.

use core::any::Any;

use stiction_core::boxed::BoxedCoupling;
use stiction_core::{AnyLaw, Domain, Effort, Flat, Impedance, Motion, VariableName, contact_state};
use stiction_network::{BristleStart, NetworkBuilder, NetworkError, UntypedPort, Wire};

use crate::channel::{Channels, internal_variable, unit_of};
use crate::error::Fault;

/// Context of a new connection.
pub(crate) struct Site<'a> {
    pub(crate) name: &'a str,
    pub(crate) start: BristleStart,
    pub(crate) net: &'a mut NetworkBuilder,
}

/// A law, an [`AnyLaw`] of the domain of its entry, and the map before it.
pub(crate) type Behind = (Box<dyn Any>, Box<dyn BoxedCoupling>);

/// Function that connects a law through a map and returns its channels.
pub(crate) type Connect = fn(Behind, &[UntypedPort], Site<'_>) -> Result<Channels, Fault>;

/// Connects a law of `D`, as [`Connect`] says: names its wire, sets the start of its bristles and chooses its columns.
pub(crate) fn connect<D: Domain>(
    (law, map): Behind,
    ports: &[UntypedPort],
    Site { name, start, net }: Site<'_>,
) -> Result<Channels, Fault> {
    // The entry that built the law keeps this function too, so `D` is its domain.
    let law = law.downcast::<AnyLaw<D>>();
    let law = *law.map_err(|_| Fault::new("is of another domain").inside("law"))?;
    let memory = law.memory();
    // A thousand bristles are useless in a table.
    let shown = if memory.len() <= 6 { memory.len() } else { 0 };
    let internal: Vec<_> = (0..shown).map(|i| internal_variable::<D>(&memory, i)).collect();
    let is_friction = contact_state::is_friction(&*law);
    let wire = net.connect_boxed(law, map, ports).map_err(refused)?;
    net.name_wire(wire, name).map_err(refused)?;
    net.start_bristles(wire, start).map_err(refused)?;
    let found = channels(name, wire, &internal);
    if !is_friction {
        return Ok(found);
    }
    // The slip of a frame that also turns is that of a point.
    let unit = unit_of(&format!("law.{}", D::FLOW_NAMES[0]));
    Ok(found.with_friction(name, unit, move |frame| frame.contact_state(wire)))
}

fn refused(error: NetworkError) -> Fault {
    let place = if matches!(error, NetworkError::Misfit { .. }) { "map" } else { "ports" };
    Fault::new(error.to_string()).inside(place)
}

/// Returns the motion that a law sees, its effort and its internal state.
fn channels<D: Domain>(
    name: &str,
    wire: Wire<dyn Impedance<Domain = D>>,
    internal: &[VariableName],
) -> Channels {
    let motion = D::POSE_NAMES.iter().chain(D::FLOW_NAMES);
    let names = motion.chain(D::EFFORT_NAMES).map(|scalar| format!("{name}.{scalar}"));
    // The closure keeps only the number, not the names.
    let shown = internal.len();
    let names = names.chain(internal.iter().map(|variable| format!("{name}.{}", variable.name)));
    let units = internal.iter().map(|variable| variable.unit.clone().into_owned());
    Channels::new(names.collect(), move |frame, out| {
        let motion = frame.wire_motion(wire)?;
        let effort = frame.effort(wire)?;
        let start = out.len();
        let (motion_len, effort_len) = (Motion::<D>::LEN, Effort::<D>::LEN);
        out.resize(start + motion_len + effort_len, 0.0);
        motion.store(&mut out[start..]);
        effort.store(&mut out[start + motion_len..]);
        out.extend(&frame.internal(wire)?[..shown]);
        Ok(())
    })
    .with_last_units(units)
}
