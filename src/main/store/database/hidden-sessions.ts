/** The condition that the contestants of a row of `comparisons` are hidden. */
export const hiddenCondition = 'comparisons.is_blind = 1 AND comparisons.revealed_at IS NULL'
