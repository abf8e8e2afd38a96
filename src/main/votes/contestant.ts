import { createHash } from 'node:crypto'

import type { ModelParams } from '../../shared/sessions/sessions'
import type { Contestant } from '../../shared/votes/votes'

/** The settings that a pane's answer was asked with. */
export interface ContestantSettings {
  params: ModelParams
  systemPrompt: string | null
}

/**
 * The contestant of an answer by `model`. Absent settings do not distinguish contestants. A merge is not the answer of
 * a single model: it is not ranked with its model, and cannot be asked again.
 */
export function contestantOf(
  model: string,
  { params, systemPrompt }: ContestantSettings,
  { isMerge = false } = {},
): Contestant {
  if (isMerge) return { key: `${model} (merge)` }
  const settings = [
    ...Object.entries(params)
      .filter(([, value]) => value !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`),
    ...(systemPrompt === null || systemPrompt === '' ? [] : [`system prompt ${shortHash(systemPrompt)}`]),
  ]
  return {
    key: settings.length === 0 ? model : `${model} (${settings.join(', ')})`,
    model,
    ...(Object.keys(params).length === 0 ? {} : { params }),
    ...(systemPrompt === null || systemPrompt === '' ? {} : { systemPrompt }),
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
