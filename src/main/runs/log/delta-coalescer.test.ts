import { expect, test, vi } from 'vitest'

import type { RunEventBody } from '../../../shared/runs/events'
import { DeltaCoalescer } from './delta-coalescer'

const text = (value: string): RunEventBody => ({ type: 'text-delta', text: value })
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

function setUp() {
  const passed: RunEventBody[] = []
  const merger = new DeltaCoalescer((event) => passed.push(event))
  const push = (count: number) => {
    for (let index = 0; index < count; index += 1) merger.push(text(`${index} `))
  }
  const whole = () => passed.map((event) => ('text' in event ? event.text : `[${event.type}]`)).join('')
  return { merger, passed, push, whole }
}

test('a flood of one turn becomes few events, without a word lost or moved', async () => {
  const { passed, push, whole } = setUp()
  push(1000)
  expect(passed).toHaveLength(16)
  await turn()
  expect(passed).toHaveLength(17)
  expect(whole()).toBe(Array.from({ length: 1000 }, (_, index) => `${index} `).join(''))
})

test('deltas of a usual answer stay as they came, turn for turn', async () => {
  const { passed, push } = setUp()
  for (let round = 0; round < 10; round += 1) {
    push(16)
    await turn()
  }
  expect(passed).toHaveLength(160)
})

test('a single delta in one turn leaves the next turn its full share', async () => {
  const { passed, push } = setUp()
  push(1)
  await turn()
  push(16)
  expect(passed).toHaveLength(17)
})

test('a flood sets one callback for the end of its turn, not one for each delta', () => {
  const { push } = setUp()
  const scheduled = vi.spyOn(globalThis, 'setImmediate')
  push(1000)
  expect(scheduled).toHaveBeenCalledTimes(1)
})

test('what is held back comes before whatever else is said', () => {
  const { merger, push, whole } = setUp()
  push(20)
  merger.push({ type: 'tool-call', toolCallId: '1', toolName: 'look', input: {} })
  expect(whole()).toMatch(/18 19 \[tool-call\]$/)
})

test('thinking and saying, and a stretch of thinking that is whole, are not run together', () => {
  const { merger, passed, push } = setUp()
  push(16)
  merger.push({ type: 'reasoning-delta', text: 'a', durationMs: 1 })
  merger.push({ type: 'reasoning-delta', text: 'b', durationMs: 2, providerData: { x: {} } })
  merger.push({ type: 'reasoning-delta', text: 'c', durationMs: 1 })
  merger.push(text('d'))
  merger.flush()
  expect(passed.slice(16)).toEqual([
    { type: 'reasoning-delta', text: 'ab', durationMs: 2, providerData: { x: {} } },
    { type: 'reasoning-delta', text: 'c', durationMs: 1 },
    text('d'),
  ])
})

test('what goes wrong at the end of a turn is told to whoever speaks next, and is nobody else’s error', async () => {
  const bug = new Error('bug')
  let isBroken = false
  const merger = new DeltaCoalescer(() => {
    if (isBroken) throw bug
  })
  for (let index = 0; index < 20; index += 1) merger.push(text('a'))
  isBroken = true
  await turn()
  isBroken = false
  expect(() => merger.push(text('b'))).toThrow(bug)
  expect(() => merger.flush()).toThrow(bug)
})

test('lines of a command are put together too, those of another command apart', async () => {
  const { merger, passed } = setUp()
  const line = (toolCallId: string, value: string) =>
    merger.push({ type: 'tool-output', toolCallId, text: value })
  for (let index = 0; index < 5_000; index += 1) line('one', `${index}\n`)
  line('two', 'other\n')
  await turn()
  expect(passed).toHaveLength(18)
  const ofOne = passed.filter((event) => event.type === 'tool-output' && event.toolCallId === 'one')
  expect(ofOne.map((event) => ('text' in event ? event.text : '')).join('')).toBe(
    Array.from({ length: 5_000 }, (_, index) => `${index}\n`).join(''),
  )
  expect(passed.at(-1)).toEqual({ type: 'tool-output', toolCallId: 'two', text: 'other\n' })
})
