import { expect, test } from 'vitest'

import type { RunEventBody } from '../../../shared/runs/events'
import { keptOutputChars } from '../../../shared/runs/reduce-run'
import { mergeDeltas } from './delta-coalescer'

const text: RunEventBody = { type: 'text-delta', text: 'a' }
const statement: RunEventBody = {
  type: 'text-delta',
  text: 's',
  statement: { kind: 'statement', sources: [] },
}
const reasoning: RunEventBody = { type: 'reasoning-delta', text: 'b' }
const whole: RunEventBody = { type: 'reasoning-delta', text: 'c', providerData: { p: {} } }
const output: RunEventBody = { type: 'tool-output', toolCallId: 't1', text: 'd' }
const otherOutput: RunEventBody = { type: 'tool-output', toolCallId: 't2', text: 'e' }
const call: RunEventBody = { type: 'tool-call', toolCallId: 't1', toolName: 'look', input: {} }

test('joins only events that continue the previous one', () => {
  const events = [text, statement, reasoning, whole, output, otherOutput, call]
  const joined = events.flatMap((first) =>
    events.flatMap((second) => {
      const merged = mergeDeltas(first, second)
      return merged === null ? [] : [merged]
    }),
  )
  expect(joined).toEqual([
    { type: 'text-delta', text: 'aa' },
    { ...statement, text: 'sa' },
    { type: 'reasoning-delta', text: 'bb' },
    { type: 'reasoning-delta', text: 'bc', providerData: { p: {} } },
    { type: 'tool-output', toolCallId: 't1', text: 'dd' },
    { type: 'tool-output', toolCallId: 't2', text: 'ee' },
  ])
})

test('cuts output only beyond twice the stored size, to the newest characters and one more than stored', () => {
  const half = { ...output, text: 'x'.repeat(keptOutputChars) }
  expect(mergeDeltas(half, half)?.text).toHaveLength(2 * keptOutputChars)
  const longer = mergeDeltas(half, { ...half, text: `${half.text}end` })
  expect(longer?.text).toBe(`${'x'.repeat(keptOutputChars - 2)}end`)
})
