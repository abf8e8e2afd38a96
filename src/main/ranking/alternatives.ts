/**
 * The possible ends of a choice: one answer, or several that tie. Answers are numbered by their place in the choice.
 * All of it is stored in flat arrays, because the likelihood reads it thousands of times.
 */
export interface Alternatives {
  count: number
  /** The number of answers in each alternative. */
  sizes: Int32Array
  /** The answers of all alternatives, one alternative after another. */
  members: Int32Array
  /** The index in `tieParameters` of each alternative; -1 for none. */
  tieSlots: Int32Array
  /** The indices of the tie parameters among all parameters of the model. */
  tieParameters: Int32Array
}

/** A tie parameter of the model: the prevalence of ties of `size` answers. */
export interface TieParameter {
  size: number
  /** Its index among all parameters of the model. */
  parameter: number
}

/** A choice of one among `choiceSize` answers, or of several in a tie of one of these sizes. */
export function alternativesOf(choiceSize: number, ties: readonly TieParameter[]): Alternatives {
  const possible = ties.filter(({ size }) => size <= choiceSize)
  const sets = [1, ...possible.map(({ size }) => size)].map((size) => subsetsOf(choiceSize, size))
  return {
    ...flattened(sets.flat()),
    tieSlots: Int32Array.from(sets.flatMap((ofSize, index) => ofSize.map(() => index - 1))),
    tieParameters: Int32Array.from(possible, ({ parameter }) => parameter),
  }
}

/** A choice of which `tieSize` of `choiceSize` answers tie, given that this many do. */
export function tiesOf(choiceSize: number, tieSize: number): Alternatives {
  const sets = subsetsOf(choiceSize, tieSize)
  return {
    ...flattened(sets),
    tieSlots: Int32Array.from(sets, () => -1),
    tieParameters: new Int32Array(),
  }
}

function flattened(sets: readonly (readonly number[])[]): Pick<Alternatives, 'count' | 'sizes' | 'members'> {
  return {
    count: sets.length,
    sizes: Int32Array.from(sets, ({ length }) => length),
    members: Int32Array.from(sets.flat()),
  }
}

/** Every set of `size` numbers below `count`, each in ascending order. */
function subsetsOf(count: number, size: number): number[][] {
  if (size === 0) return [[]]
  return Array.from({ length: count }, (_, last) => last).flatMap((last) =>
    subsetsOf(last, size - 1).map((set) => [...set, last]),
  )
}
