//! The ports of two couplings, those of the first before those of the second.

use crate::{Domain, PortDomains};

/// Ports that stand before others: together they are the ports of two couplings, each of which has its own.
pub trait Beside<Other: PortDomains>: PortDomains {
    /// All of them.
    type Together: PortDomains;
    /// Returns the motions of these and of the others.
    fn split(motions: &<Self::Together as PortDomains>::Motions)
    -> (Self::Motions, Other::Motions);
    /// Returns the efforts of both.
    fn join(
        first: Self::Efforts,
        second: Other::Efforts,
    ) -> <Self::Together as PortDomains>::Efforts;
}

macro_rules! beside {
    ([$($a:ident),+] $first:ty, [$($b:ident),+] $second:ty; $joined:expr; $parts:expr) => {
        impl<$($a: Domain,)+ $($b: Domain),+> Beside<$second> for $first {
            type Together = ($($a,)+ $($b),+);
            #[inline(always)]
            fn split(
                motions: &<Self::Together as PortDomains>::Motions,
            ) -> (Self::Motions, <$second as PortDomains>::Motions) {
                $parts(*motions)
            }
            #[inline(always)]
            fn join(
                first: Self::Efforts,
                second: <$second as PortDomains>::Efforts,
            ) -> <Self::Together as PortDomains>::Efforts {
                $joined(first, second)
            }
        }
    };
}
beside!([A] A, [B] B; |a, b| (a, b); |(a, b)| (a, b));
beside!([A, B] (A, B), [C] C; |(a, b), c| (a, b, c); |(a, b, c)| ((a, b), c));
beside!([A] A, [B, C] (B, C); |a, (b, c)| (a, b, c); |(a, b, c)| (a, (b, c)));
