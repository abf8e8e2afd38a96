/** The cost of an answer, or null if it is unknown or impossible: imported chats may contain any number. */
export function possibleCost(costUsd: number | null | undefined): number | null {
  return costUsd !== null && costUsd !== undefined && Number.isFinite(costUsd) && costUsd >= 0
    ? costUsd
    : null
}
