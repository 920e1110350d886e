//! Memory for the stages of a step.

/// Bytes of a line of the cache, and of the widest vector.
const LINE: usize = 64;

/// Numbers that begin with a line of the cache.
#[derive(Clone, Debug)]
pub(super) struct Array(Vec<f64>);

impl Array {
    pub(super) fn new(len: usize) -> Self {
        Self(vec![0.0; len + LINE / size_of::<f64>()])
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.0.len() - LINE / size_of::<f64>()
    }

    #[inline(always)]
    fn place(&self) -> core::ops::Range<usize> {
        let most = LINE / size_of::<f64>();
        let start = self.0.as_ptr().align_offset(LINE).min(most);
        start..start + self.0.len().saturating_sub(most)
    }
}

impl AsRef<[f64]> for Array {
    #[inline(always)]
    fn as_ref(&self) -> &[f64] {
        &self.0[self.place()]
    }
}

impl AsMut<[f64]> for Array {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [f64] {
        let place = self.place();
        &mut self.0[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn begins_with_a_line() {
        for len in [0, 1, 7, 1000] {
            let mut array = Array::new(len);
            assert_eq!(array.as_mut().as_ptr().align_offset(LINE), 0);
            assert_eq!(array.as_ref().len(), len);
            assert_eq!(array.len(), len);
        }
    }
}
