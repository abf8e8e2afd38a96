import { assertNever } from '../../../shared/invariant'
import { paneLimits, reasoningEfforts, type ReasoningEffort } from '../../../shared/sessions/sessions'
import type { PaneSettings } from './new-panes'

/** The settings that a sweep can vary. */
export const sweepKinds = ['temperature', 'reasoningEffort', 'systemPrompt'] as const
export type SweepKind = (typeof sweepKinds)[number]

/** The input for a sweep, as entered. */
export interface SweepInput {
  kind: SweepKind
  /** Numbers, separated by spaces or semicolons. */
  temperatures: string
  efforts: readonly ReasoningEffort[]
  /** An empty value means no system prompt. */
  prompts: readonly string[]
}

/** Why a sweep has no panes. */
export type SweepProblem = 'bad-temperature' | 'too-few' | 'too-many'

/** The settings of the panes of a sweep: those of `base`, with a different value in each. Equal values count once. */
export function sweptSettings(
  base: PaneSettings,
  input: SweepInput,
): { settings: PaneSettings[]; problem: SweepProblem | null } {
  const settings = variantsOf(base, input)
  if (settings === null) return { settings: [], problem: 'bad-temperature' }
  if (settings.length > paneLimits.max) return { settings: [], problem: 'too-many' }
  return { settings, problem: settings.length < paneLimits.min ? 'too-few' : null }
}

function variantsOf(
  base: PaneSettings,
  { kind, temperatures, efforts, prompts }: SweepInput,
): PaneSettings[] | null {
  switch (kind) {
    case 'temperature': {
      const values = readTemperatures(temperatures)
      return values?.map((temperature) => ({ ...base, params: { ...base.params, temperature } })) ?? null
    }
    case 'reasoningEffort':
      return reasoningEfforts
        .filter((effort) => efforts.includes(effort))
        .map((reasoningEffort) => ({ ...base, params: { ...base.params, reasoningEffort } }))
    case 'systemPrompt':
      return [...new Set(prompts.map((prompt) => (prompt.trim() === '' ? null : prompt)))].map(
        (systemPrompt) => ({ ...base, systemPrompt }),
      )
    default:
      return assertNever(kind)
  }
}

/** Null if one of them is not a temperature. `0,5` is half a degree; `0, 5` is two values. */
function readTemperatures(text: string): number[] | null {
  const values = text
    .split(/[\s;]+|,\s+/)
    .filter((word) => word !== '' && word !== ',')
    .map((word) => word.replace(/,$/, ''))
    .map((word) => (/^\d*[.,]?\d+$/.test(word) ? Number(word.replace(',', '.')) : Number.NaN))
  return values.every((value) => value >= 0 && value <= 2) ? [...new Set(values)] : null
}
