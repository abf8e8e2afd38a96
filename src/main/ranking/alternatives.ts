/**
 * What a choice can end with: one contestant, or several that tie. Contestants are numbered by their place in the
 * choice. All of it is stored in flat arrays, because the likelihood reads it thousands of times.
 */
export interface Alternatives {
  count: number
  /** How many contestants each alternative has. */
  sizes: Int32Array
  /** The contestants of all alternatives, one alternative after another. */
  members: Int32Array
  /** Which of `tieParameters` an alternative has; -1 for a single contestant. */
  tieSlots: Int32Array
  /** The indices of the tie parameters among all parameters of the model. */
  tieParameters: Int32Array
}

/** A tie parameter of the model: the prevalence of ties of `size` contestants. */
export interface TieParameter {
  size: number
  /** Its index among all parameters of the model. */
  parameter: number
}

/** Lists the alternatives of a choice among `choiceSize` contestants, in which ties of these sizes are possible. */
export function alternativesOf(choiceSize: number, ties: readonly TieParameter[]): Alternatives {
  const possible = ties.filter(({ size }) => size <= choiceSize)
  const sizes: number[] = []
  const members: number[] = []
  const tieSlots: number[] = []
  for (let mask = 1; mask < 1 << choiceSize; mask++) {
    const chosen = Array.from({ length: choiceSize }, (_, place) => place).filter(
      (place) => (mask >> place) % 2 === 1,
    )
    const slot = possible.findIndex(({ size }) => size === chosen.length)
    if (chosen.length > 1 && slot === -1) continue
    sizes.push(chosen.length)
    members.push(...chosen)
    tieSlots.push(slot)
  }
  return {
    count: sizes.length,
    sizes: Int32Array.from(sizes),
    members: Int32Array.from(members),
    tieSlots: Int32Array.from(tieSlots),
    tieParameters: Int32Array.from(possible, ({ parameter }) => parameter),
  }
}
