/** The log-likelihood of the votes with its derivatives at one point. */
export interface Derivatives {
  value: number
  gradient: Float64Array
  /** The observed information, minus the second derivatives: the lower triangle, by rows. */
  information: Float64Array
}

/** Adds to one element of an array. */
export function increase(values: Float64Array, index: number, amount: number): void {
  values[index] = (values[index] ?? 0) + amount
}
