/**
 * Factors a symmetric matrix as L L'. Matrices are square, stored by rows; only the lower triangle is read.
 *
 * @returns the lower triangle L, or null if the matrix is not positive definite within rounding
 */
export function cholesky(matrix: Float64Array, size: number): Float64Array | null {
  const factor = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = at(matrix, row * size + column)
      for (let index = 0; index < column; index++) {
        sum -= at(factor, row * size + index) * at(factor, column * size + index)
      }
      if (row !== column) {
        factor[row * size + column] = sum / at(factor, column * size + column)
        continue
      }
      if (!(sum > 1e-13 * at(matrix, row * size + row))) return null
      factor[row * size + row] = Math.sqrt(sum)
    }
  }
  return factor
}

/** Solves L L' x = `right` for the factor L. */
export function solve(factor: Float64Array, size: number, right: Float64Array): Float64Array {
  const solution = Float64Array.from(right)
  for (let row = 0; row < size; row++) {
    let sum = at(solution, row)
    for (let index = 0; index < row; index++) sum -= at(factor, row * size + index) * at(solution, index)
    solution[row] = sum / at(factor, row * size + row)
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = at(solution, row)
    for (let index = row + 1; index < size; index++) {
      sum -= at(factor, index * size + row) * at(solution, index)
    }
    solution[row] = sum / at(factor, row * size + row)
  }
  return solution
}

/** The inverse of L L' for the factor L, complete and symmetric. */
export function inverse(factor: Float64Array, size: number): Float64Array {
  const result = new Float64Array(size * size)
  const unit = new Float64Array(size)
  for (let column = 0; column < size; column++) {
    unit.fill(0)
    unit[column] = 1
    result.set(solve(factor, size, unit), column * size)
  }
  return result
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0
}
