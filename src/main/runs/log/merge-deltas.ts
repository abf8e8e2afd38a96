import type { RunEventBody } from '../../../shared/runs/events'
import { keptOutputChars } from '../../../shared/runs/reduce-run'

type Output = Extract<RunEventBody, { type: 'tool-output' }>
type Mergeable = Extract<RunEventBody, { type: 'text-delta' | 'reasoning-delta' }> | Output

/** Joins two events; null if the second does not continue the first. */
export function mergeDeltas(first: RunEventBody, second: RunEventBody): Mergeable | null {
  if (first.type === 'tool-output' && second.type === 'tool-output') return mergeOutput(first, second)
  if (first.type === 'text-delta' && second.type === 'text-delta') {
    // Another statement of a merged answer begins.
    if (second.statement !== undefined) return null
    return { ...first, ...second, text: first.text + second.text }
  }
  if (first.type === 'reasoning-delta' && second.type === 'reasoning-delta') {
    // Complete reasoning is not extended.
    if (first.providerData !== undefined) return null
    return { ...first, ...second, text: first.text + second.text }
  }
  return null
}

/** Joins the output of one call. Keeps one character more than is stored, so that the output counts as cut. */
function mergeOutput(first: Output, second: Output): Output | null {
  if (first.toolCallId !== second.toolCallId) return null
  const text = first.text + second.text
  return { ...first, text: text.length > 2 * keptOutputChars ? text.slice(-(keptOutputChars + 1)) : text }
}
