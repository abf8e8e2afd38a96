import type { Wording } from '../documents/wording'

/** When the first token of an answer came and when it ended, as far as that is known. */
export function timeFigures(
  { ttftMs = null, durationMs = null }: { ttftMs?: number | null; durationMs?: number | null },
  { t, formats }: Wording,
): string[] {
  return [
    ...(ttftMs === null ? [] : [t('exports.firstTokenAfter', { time: formats.duration(ttftMs) })]),
    ...(durationMs === null ? [] : [t('exports.finishedAfter', { time: formats.duration(durationMs) })]),
  ]
}

/** The known part of a cost, as text. */
export function costText(
  { usd, isAtLeast }: { usd: number; isAtLeast: boolean },
  { t, formats }: Pick<Wording, 't' | 'formats'>,
): string {
  return isAtLeast ? t('common.atLeastCost', { cost: formats.leastCost(usd) }) : formats.cost(usd)
}
