//! Small dense linear algebra.

/// A square matrix by rows.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    pub(crate) size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(crate) fn zero(size: usize) -> Self {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    pub(crate) fn at(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }

    pub(crate) fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..(row + 1) * self.size]
    }

    pub(crate) fn times(&self, vector: &[f64]) -> Vec<f64> {
        (0..self.size).map(|row| dot(self.row(row), vector)).collect()
    }

    /// Solves `self * x = right` by elimination with row exchanges. A singular matrix gives numbers
    /// that are not finite.
    pub(crate) fn solve(mut self, mut right: Vec<f64>) -> Vec<f64> {
        let size = self.size;
        for column in 0..size {
            let magnitude = |row: &usize| self.cells[row * size + column].abs();
            let pivot = (column..size)
                .max_by(|a, b| magnitude(a).total_cmp(&magnitude(b)))
                .unwrap_or(column);
            self.exchange(column, pivot);
            right.swap(column, pivot);
            for row in column + 1..size {
                let factor = self.cells[row * size + column] / self.cells[column * size + column];
                if factor != 0.0 {
                    self.subtract(row, column, factor);
                    right[row] -= factor * right[column];
                }
            }
        }
        for row in (0..size).rev() {
            let known = dot(&self.row(row)[row + 1..], &right[row + 1..]);
            right[row] = (right[row] - known) / self.cells[row * size + row];
        }
        right
    }

    /// The inverse of a matrix that is not singular.
    pub(crate) fn inverse(&self) -> Matrix {
        let mut inverse = Matrix::zero(self.size);
        for column in 0..self.size {
            let mut unit = vec![0.0; self.size];
            unit[column] = 1.0;
            for (row, value) in self.clone().solve(unit).into_iter().enumerate() {
                *inverse.at(row, column) = value;
            }
        }
        inverse
    }

    fn exchange(&mut self, one: usize, other: usize) {
        if one != other {
            (0..self.size).for_each(|column| {
                self.cells.swap(one * self.size + column, other * self.size + column)
            });
        }
    }

    fn subtract(&mut self, row: usize, pivot: usize, factor: f64) {
        let (above, below) = self.cells.split_at_mut(row * self.size);
        let pivot_row = &above[pivot * self.size..(pivot + 1) * self.size];
        for (cell, pivot_cell) in below[..self.size].iter_mut().zip(pivot_row).skip(pivot) {
            *cell -= factor * pivot_cell;
        }
    }
}

pub(crate) fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(l, r)| l * r).sum()
}
