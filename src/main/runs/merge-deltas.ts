import { isDelta, type RunEventBody } from '../../shared/runs/events'

type Delta = Extract<RunEventBody, { type: 'text-delta' | 'reasoning-delta' }>

/** The two as one event; null when the second is no continuation of the first. */
export function mergeDeltas(first: RunEventBody, second: RunEventBody): Delta | null {
  if (!isDelta(first) || !isDelta(second) || first.type !== second.type) return null
  // Reasoning that is whole takes no more.
  if (first.type === 'reasoning-delta' && first.providerData !== undefined) return null
  return { ...first, ...second, text: first.text + second.text }
}
