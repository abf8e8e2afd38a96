import { expect, test, vi } from 'vitest'

import type { RunEventBody } from '../../../shared/runs/events'
import { createManualClock, type ManualClock } from '../../base/testing/manual-clock'
import { DeltaCoalescer } from './delta-coalescer'

const text = (value: string): RunEventBody => ({ type: 'text-delta', text: value })
const output = (value: string, toolCallId = 't1'): RunEventBody => ({
  type: 'tool-output',
  toolCallId,
  text: value,
})
const result = (toolCallId = 't1'): RunEventBody => ({ type: 'tool-result', toolCallId, output: 'ok' })
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

function setUp() {
  const clock = createManualClock()
  const passed: RunEventBody[] = []
  const coalescer = new DeltaCoalescer({ clock, pass: (event) => passed.push(event) })
  const push = (...events: RunEventBody[]) => {
    for (const event of events) coalescer.push(event)
  }
  return {
    clock,
    coalescer,
    passed,
    push,
    pushTexts: (count: number) => push(...Array.from({ length: count }, (_, index) => text(`${index} `))),
    whole: () => passed.map((event) => ('text' in event ? event.text : `[${event.type}]`)).join(''),
    /** Uses up the full-speed output of a call. */
    printALot: (toolCallId = 't1') => push(output('x'.repeat(1_000_000), toolCallId)),
  }
}

test('joins a burst in one turn into few events, without losing or reordering text', async () => {
  const { passed, pushTexts, whole } = setUp()
  pushTexts(1000)
  expect(passed).toHaveLength(16)
  await turn()
  expect(passed).toHaveLength(17)
  expect(whole()).toBe(Array.from({ length: 1000 }, (_, index) => `${index} `).join(''))
})

test('passes the deltas of a usual answer unchanged', async () => {
  const { passed, pushTexts } = setUp()
  for (let round = 0; round < 10; round += 1) {
    pushTexts(16)
    await turn()
  }
  expect(passed).toHaveLength(160)
})

test('a single delta in one turn does not reduce the limit of the next', async () => {
  const { passed, pushTexts } = setUp()
  pushTexts(1)
  await turn()
  pushTexts(16)
  expect(passed).toHaveLength(17)
})

test('schedules one callback per burst, not one per delta', () => {
  const { pushTexts } = setUp()
  const scheduled = vi.spyOn(globalThis, 'setImmediate')
  pushTexts(1000)
  expect(scheduled).toHaveBeenCalledTimes(1)
})

test('passes held text before any other event', () => {
  const { push, pushTexts, whole } = setUp()
  pushTexts(20)
  push({ type: 'tool-call', toolCallId: '1', toolName: 'look', input: {} })
  expect(whole()).toMatch(/18 19 \[tool-call\]$/)
})

test('does not join text, reasoning and complete reasoning', () => {
  const { coalescer, passed, push, pushTexts } = setUp()
  pushTexts(16)
  push(
    { type: 'reasoning-delta', text: 'a', durationMs: 1 },
    { type: 'reasoning-delta', text: 'b', durationMs: 2, providerData: { x: {} } },
    { type: 'reasoning-delta', text: 'c', durationMs: 1 },
    text('d'),
  )
  coalescer.close()
  expect(passed.slice(16)).toEqual([
    { type: 'reasoning-delta', text: 'ab', durationMs: 2, providerData: { x: {} } },
    { type: 'reasoning-delta', text: 'c', durationMs: 1 },
    text('d'),
  ])
})

test('throws an error from the end of a turn or interval at the next call, not into the event loop', async () => {
  const held: [RunEventBody[], (clock: ManualClock) => unknown][] = [
    [Array.from({ length: 20 }, () => text('a')), () => turn()],
    [[output('x'.repeat(1_000_000)), output('last')], (clock) => clock.advance(1_000)],
  ]
  for (const [events, release] of held) {
    const bug = new Error('bug')
    const clock = createManualClock()
    let isBroken = false
    const pass = () => {
      if (isBroken) throw bug
    }
    const coalescer = new DeltaCoalescer({ clock, pass })
    for (const event of events) coalescer.push(event)
    isBroken = true
    await Promise.resolve(release(clock))
    isBroken = false
    expect(() => coalescer.push(text('b'))).toThrow(bug)
    expect(() => coalescer.push(result())).toThrow(bug)
    expect(() => coalescer.close()).toThrow(bug)
  }
})

test('joins the output of parallel commands separately', async () => {
  const { passed, push } = setUp()
  const count = 5_000
  for (let index = 0; index < count; index += 1)
    push(output(`${index}\n`, 'one'), output(`-${index}\n`, 'two'))
  await turn()
  expect(passed).toHaveLength(18)
  const printed = (toolCallId: string) =>
    passed.map((event) => (event.type === 'tool-output' && event.toolCallId === toolCallId ? event.text : ''))
  const lines = Array.from({ length: count }, (_, index) => `${index}\n`)
  expect(printed('one').join('')).toBe(lines.join(''))
  expect(printed('two').join('')).toBe(lines.map((line) => `-${line}`).join(''))
})

test('passes ordinary output at once', () => {
  const { passed, push } = setUp()
  push(output('a'), output('b', 't2'))
  expect(passed).toEqual([output('a'), output('b', 't2')])
})

test('never throttles the text of the model', () => {
  const { passed, push, clock } = setUp()
  const events = [text('x'.repeat(1_000_000)), text('more')]
  push(...events)
  expect(passed).toEqual(events)
  expect(clock.pendingTimers).toBe(0)
})

test('passes only the newest output of an endless command, once per second', () => {
  const { passed, push, clock, printALot } = setUp()
  printALot()
  for (let time = 0; time < 1_000; time += 1) push(output(`${'y'.repeat(999)}\n`))
  expect(passed).toHaveLength(1)
  clock.advance(1_000)
  const tail = `${'y'.repeat(999)}\n`.repeat(32)
  expect(passed.slice(1)).toEqual([output(`\n[… 968000 …]\n${tail}`)])
  push(output('counted separately', 't2'))
  expect(passed).toHaveLength(3)
})

test('passes output held until the end of the turn before the throttled rest', async () => {
  const { passed, push, pushTexts, clock, printALot } = setUp()
  pushTexts(16)
  printALot()
  push(output('throttled'))
  expect(passed.slice(16)).toEqual([output('x'.repeat(1_000_000))])
  await turn()
  expect(passed).toHaveLength(17)
  clock.advance(1_000)
  expect(passed.slice(17)).toEqual([output('throttled')])
})

test('passes throttled output before the result and at the end of the run', () => {
  const { passed, push, clock, coalescer, printALot } = setUp()
  printALot()
  push(output('last'), result())
  expect(passed.slice(1)).toEqual([output('last'), result()])
  printALot('t2')
  push(output('cut off', 't2'))
  coalescer.close()
  expect(passed.at(-1)).toEqual(output('cut off', 't2'))
  clock.advance(10_000)
  expect(passed).toHaveLength(5)
})

test('passes a result after ordinary output at once, without an empty output in between', () => {
  const { passed, push } = setUp()
  push(output('a'), result())
  expect(passed).toEqual([output('a'), result()])
})

test('passes throttled output once, and no other event of its call releases it early', () => {
  const { passed, push, clock, printALot } = setUp()
  const update: RunEventBody = { type: 'tool-update', toolCallId: 't1', title: 'still at it' }
  printALot()
  push(output('one'), update)
  clock.advance(1_000)
  push(output('two'))
  clock.advance(1_000)
  expect(passed.slice(1)).toEqual([update, output('one'), output('two')])
})

test('resets the throttle of a call after its result or the end of the run', () => {
  const { passed, push, coalescer, printALot } = setUp()
  printALot()
  push(result(), output('after the result'))
  printALot('t2')
  coalescer.close()
  push(output('after the end', 't2'))
  expect(passed[2]).toEqual(output('after the result'))
  expect(passed.at(-1)).toEqual(output('after the end', 't2'))
})

test('drops held text when disposed', async () => {
  const { passed, push, pushTexts, clock, coalescer, printALot } = setUp()
  push(output('little', 't2'))
  printALot()
  push(output('held'))
  pushTexts(20)
  expect(passed).toHaveLength(16)
  coalescer.dispose()
  expect(clock.pendingTimers).toBe(0)
  await turn()
  coalescer.close()
  expect(passed).toHaveLength(16)
})
