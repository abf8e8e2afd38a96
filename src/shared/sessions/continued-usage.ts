import { keptChars, type Message, type Usage } from './messages'

/** The token counts of a `Usage`. */
export const tokenCounts = [
  'inputTokens',
  'cachedInputTokens',
  'cacheWriteTokens',
  'outputTokens',
  'totalTokens',
  'reasoningTokens',
] as const satisfies readonly (keyof Usage)[]

/** The usage of two requests of one answer; null if neither reported any. */
export function summedUsage(one: Usage | null, other: Usage | null): Usage | null {
  if (one === null || other === null) return one ?? other
  const sum: Usage = { ...one, ...other }
  for (const field of [...tokenCounts, 'costUsd'] as const) {
    if (one[field] !== undefined) sum[field] = one[field] + (other[field] ?? 0)
  }
  return sum
}

/**
 * Whether the counts cover only part of a continued answer: its last run was stopped before the provider reported any,
 * or what came before was not counted.
 */
export function isPartlyCounted({ outputTokens, earlier }: Usage): boolean {
  if (earlier === undefined) return false
  return earlier.outputTokens === undefined || earlier.outputTokens === outputTokens
}

/** Four characters are about one token in most languages and models. */
export const charsPerToken = 4

/** The output tokens of an answer, estimated from its length; null if it is empty. */
export function reckonedOutput(message: Pick<Message, 'parts'>): number | null {
  const reckoned = Math.round(keptChars(message) / charsPerToken)
  return reckoned === 0 ? null : reckoned
}

/** The provider's count of all output tokens of an answer; undefined if it counted none, or only part of them. */
export function countedOutput(usage: Usage | undefined): number | undefined {
  return usage === undefined || isPartlyCounted(usage) ? undefined : usage.outputTokens
}

/**
 * What the last run of an answer used, without what a continued answer used before. The times of the answer belong to
 * this run. An unchanged count was not reported.
 */
export function lastRunUsage({
  earlier,
  ownCostUsd,
  ...total
}: Usage): Omit<Usage, 'earlier' | 'ownCostUsd'> {
  if (earlier === undefined) return total
  const own: Usage = total.model === undefined ? {} : { model: total.model }
  for (const count of tokenCounts) {
    const sum = total[count]
    if (sum !== undefined && sum !== earlier[count]) own[count] = sum - (earlier[count] ?? 0)
  }
  if (ownCostUsd !== undefined) own.costUsd = ownCostUsd
  else if (total.costUsd !== undefined) own.costUsd = Math.max(0, total.costUsd - (earlier.costUsd ?? 0))
  return own
}
