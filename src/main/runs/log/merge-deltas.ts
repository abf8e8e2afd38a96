import type { RunEventBody } from '../../../shared/runs/events'
import { keptOutputChars } from '../../../shared/runs/reduce-run'

type Output = Extract<RunEventBody, { type: 'tool-output' }>
type Mergeable = Extract<RunEventBody, { type: 'text-delta' | 'reasoning-delta' }> | Output

/** The two as one event; null when the second is no continuation of the first. */
export function mergeDeltas(first: RunEventBody, second: RunEventBody): Mergeable | null {
  if (first.type === 'tool-output' && second.type === 'tool-output') return mergeOutput(first, second)
  if (first.type === 'text-delta' && second.type === 'text-delta') {
    return { ...first, ...second, text: first.text + second.text }
  }
  if (first.type === 'reasoning-delta' && second.type === 'reasoning-delta') {
    // Reasoning that is whole takes no more.
    if (first.providerData !== undefined) return null
    return { ...first, ...second, text: first.text + second.text }
  }
  return null
}

/** Of what one call puts out. What nobody would keep is let go: more than is kept, so that it counts as cut. */
function mergeOutput(first: Output, second: Output): Output | null {
  if (first.toolCallId !== second.toolCallId) return null
  const text = first.text + second.text
  return { ...first, text: text.length > 2 * keptOutputChars ? text.slice(-(keptOutputChars + 1)) : text }
}
