//! Storing a state and continuing from it with the same bits.

use crate::ode::Clock;
use stiction_core::Inputs;
use stiction_core::inputs::Way;

use crate::error::NetworkError;
use crate::network::Network;
use crate::step::state::State;

/// A state with its clock, to be stored in any format of serde (feature `serde`).
///
/// Numbers are kept as their bits in hexadecimal, so that no text format can round them. The layout
/// of the mechanism is stored along and checked when the snapshot is restored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Snapshot {
    layout: Vec<String>,
    time: String,
    origin: String,
    count: u64,
    values: Vec<String>,
    /// Inputs with the numbers of their [`Way`].
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    inputs: Vec<(String, [String; 4])>,
}

fn to_hex(value: f64) -> String {
    format!("{:016x}", value.to_bits())
}

fn from_hex(text: &str) -> Result<f64, NetworkError> {
    let refused = |_| differs("a value", "64 bits in hexadecimal".into(), text.into());
    u64::from_str_radix(text, 16).map(f64::from_bits).map_err(refused)
}

fn differs(what: &'static str, expected: String, found: String) -> NetworkError {
    NetworkError::Snapshot { what, expected, found }
}

impl Snapshot {
    pub(crate) fn take(network: &Network, clock: Clock, state: &State) -> Self {
        let inputs = state.inputs.declared().iter().enumerate().map(|(place, input)| {
            let Way { from, to, begin, end } = state.inputs.way(place).unwrap_or_default();
            (input.name().clone(), [from, to, begin, end].map(to_hex))
        });
        Self {
            layout: layout(network),
            time: to_hex(clock.time),
            origin: to_hex(clock.origin),
            count: clock.count,
            values: state.values.iter().copied().map(to_hex).collect(),
            inputs: inputs.collect(),
        }
    }

    pub(crate) fn read(
        &self,
        network: &Network,
    ) -> Result<(Clock, Vec<f64>, Inputs), NetworkError> {
        let expected = layout(network);
        if self.layout != expected {
            let lists = [expected, self.layout.clone()];
            let [expected, found] = lists.map(|list| list.join(", "));
            return Err(differs("the list of components", expected, found));
        }
        let lens = [network.initial.len(), self.values.len()];
        if lens[0] != lens[1] {
            let [expected, found] = lens.map(|len| len.to_string());
            return Err(differs("the number of variables", expected, found));
        }
        let clock = Clock {
            time: from_hex(&self.time)?,
            origin: from_hex(&self.origin)?,
            count: self.count,
        };
        let values = self.values.iter().map(|text| from_hex(text)).collect::<Result<_, _>>()?;
        Ok((clock, values, self.inputs(network)?))
    }

    /// Returns the inputs of the same names as those of the network.
    fn inputs(&self, network: &Network) -> Result<Inputs, NetworkError> {
        let mut inputs = network.inputs.clone();
        let expected: Vec<&str> = inputs.declared().iter().map(|input| &**input.name()).collect();
        let found: Vec<&str> = self.inputs.iter().map(|(name, _)| &**name).collect();
        if found != expected {
            let [expected, found] = [expected, found].map(|names| names.join(", "));
            return Err(differs("the list of inputs", expected, found));
        }
        for (place, (name, way)) in self.inputs.iter().enumerate() {
            let mut numbers = [0.0; 4];
            for (number, text) in numbers.iter_mut().zip(way) {
                *number = from_hex(text)?;
            }
            let [from, to, begin, end] = numbers;
            let refused = |refused| NetworkError::Input { name: name.clone(), refused };
            inputs.go(place, Way { from, to, begin, end }).map_err(refused)?;
        }
        Ok(inputs)
    }
}

/// Returns the types and numbers of the components in the order of the layout.
fn layout(network: &Network) -> Vec<String> {
    let nodes = network.nodes.iter().map(|pool| format!("{} {}", pool.len(), pool.item(0).name()));
    let wires = network.wires.iter().map(|pool| format!("{} {}", pool.len(), pool.law(0).name()));
    nodes.chain(wires).collect()
}
