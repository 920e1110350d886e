//! Code as one would write it by hand for a single mechanism: the yardstick of the benchmarks.

/// Classical RK4 on a flat state whose right-hand side receives tau.
pub(crate) struct Rk4 {
    k: Vec<f64>,
    sum: Vec<f64>,
    y: Vec<f64>,
}

pub(crate) trait Rhs {
    fn rhs(&self, t: f64, tau: f64, x: &[f64], dx: &mut [f64]);
}

impl Rk4 {
    pub(crate) fn new(n: usize) -> Self {
        Self { k: vec![0.0; n], sum: vec![0.0; n], y: vec![0.0; n] }
    }

    pub(crate) fn step<F: Rhs>(&mut self, f: &F, t: f64, h: f64, x: &mut [f64]) {
        let n = x.len();
        let (k, sum, y) = (&mut self.k[..n], &mut self.sum[..n], &mut self.y[..n]);
        let half = 0.5 * h;
        f.rhs(t, half, x, sum);
        for i in 0..n {
            y[i] = x[i] + half * sum[i];
        }
        f.rhs(t + half, half, y, k);
        for i in 0..n {
            sum[i] += 2.0 * k[i];
            y[i] = x[i] + half * k[i];
        }
        f.rhs(t + half, h, y, k);
        for i in 0..n {
            sum[i] += 2.0 * k[i];
            y[i] = x[i] + h * k[i];
        }
        f.rhs(t + h, h, y, k);
        for i in 0..n {
            x[i] += h / 6.0 * (sum[i] + k[i]);
        }
    }
}
