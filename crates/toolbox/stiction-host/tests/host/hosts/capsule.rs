//! Two pads of 0.1 kg hold a capsule of 45 g between them, with 5 N each: four contacts on a light body.

use nalgebra::{DMatrix, DVector, RowDVector, Vector3};
use stiction_friction::CoulombGsat;
use stiction_host::{ElementLaw, HostFriction, LawId, Placed};

use super::LinearHost;

/// Normal stiffness and damping of a contact: soft enough that the pads sink in by 0.5 mm.
const NORMAL: [f64; 2] = [5e3, 20.0];
const GRIP: f64 = 5.0;
const MASS: f64 = 0.045;

pub(crate) struct Capsule {
    pub(crate) host: LinearHost,
    /// Rows of the normal gaps.
    normals: DMatrix<f64>,
    pub(crate) force: DVector<f64>,
    law: LawId,
}

impl Capsule {
    /// Creates the host; its freedoms: the velocity of the capsule, its angular velocity, the two pads along x.
    pub(crate) fn new(friction: &mut HostFriction, stiffness: f64, damping: f64) -> Self {
        let (radius, half) = (0.0098, 0.03);
        let (across, along) = (0.5 * MASS * radius * radius, MASS * 4.0 * half * half / 12.0);
        let mass = [MASS, MASS, MASS, along, across, along, 0.1, 0.1];
        let (mut rows, mut normals) = (Vec::new(), Vec::new());
        for (pad, side) in [(6, -1.0), (7, 1.0)] {
            for end in [-half, half] {
                let arm = Vector3::new(side * radius, end, 0.0);
                let mut normal = moved(arm, Vector3::x() * side);
                normal[pad] = -side;
                normals.push(normal);
                rows.extend([moved(arm, Vector3::y()), moved(arm, Vector3::z())]);
                // Spin about the normal.
                rows.push(RowDVector::from_fn(8, |_, i| f64::from(u8::from(i == 3))));
            }
        }
        let normals = DMatrix::from_rows(&normals);
        let mut host = LinearHost::free(
            DMatrix::from_diagonal(&DVector::from_row_slice(&mass)),
            DMatrix::from_rows(&rows),
        );
        host.stiffness = normals.transpose() * &normals * NORMAL[0];
        host.damping = normals.transpose() * &normals * NORMAL[1];
        for pad in [6, 7] {
            host.damping[(pad, pad)] += 5.0;
        }
        // A liquid holds it: a damper that the host knows and the friction does not.
        host.damping[(2, 2)] += 0.5;
        host.position[2] = 0.3;
        let mut force = DVector::zeros(8);
        (force[2], force[6], force[7]) = (-9.81 * MASS, GRIP, -GRIP);
        let law = CoulombGsat::builder().stiffness(stiffness).damping(damping).friction(0.7);
        let law = ElementLaw::contact_with_torsion(&law.build().unwrap(), 0.005).unwrap();
        let law = friction.add_law(law);
        // Held from the start: the pads have sunk in.
        host.position[6] = 0.5 * GRIP / NORMAL[0];
        host.position[7] = -host.position[6];
        Self { host, normals, force, law }
    }

    /// Lists the contacts under the normal forces of the last step.
    pub(crate) fn arrange(&self, friction: &mut HostFriction) {
        let gap = &self.normals * &self.host.position;
        let rate = &self.normals * &self.host.velocity;
        let contacts = (0..4_u8).map(|contact| {
            let at = usize::from(contact);
            let load = (NORMAL[0] * gap[at] + NORMAL[1] * rate[at]).max(0.0);
            Placed { key: u64::from(contact), law: self.law, load }
        });
        friction.arrange(contacts).unwrap();
    }
}

/// Returns the row of the velocity of the point `arm` of the capsule along `direction`.
fn moved(arm: Vector3<f64>, direction: Vector3<f64>) -> RowDVector<f64> {
    let turn = arm.cross(&direction);
    RowDVector::from_iterator(8, direction.iter().chain(&turn).copied().chain([0.0; 2]))
}
