import { expect, test } from 'vitest'

import type { RunEventBody } from '../../../shared/runs/events'
import { createManualClock } from '../../base/testing/manual-clock'
import { OutputThrottle } from './output-throttle'

function openGate() {
  const clock = createManualClock()
  const passed: RunEventBody[] = []
  return { clock, passed, gate: new OutputThrottle({ clock, pass: (event) => passed.push(event) }) }
}

const output = (text: string, toolCallId = 't1'): RunEventBody => ({ type: 'tool-output', toolCallId, text })

test('what a call puts out goes on as it comes, while it is not too much', () => {
  const { gate, passed } = openGate()
  gate.push(output('a'))
  gate.push(output('b', 't2'))
  expect(passed).toEqual([output('a'), output('b', 't2')])
})

test('a command that prints without end is told once a second by its newest words, whatever it prints meanwhile', () => {
  const { gate, passed, clock } = openGate()
  gate.push(output('x'.repeat(1_000_000)))
  for (let time = 0; time < 1_000; time += 1) gate.push(output(`${'y'.repeat(999)}\n`))
  expect(passed).toHaveLength(1)
  clock.advance(1_000)
  expect(passed).toHaveLength(2)
  const told = passed[1]
  expect(told?.type === 'tool-output' && told.text.startsWith('\n[… 968000 …]\n')).toBe(true)
  expect(told?.type === 'tool-output' && told.text.length).toBe(32_000 + '\n[… 968000 …]\n'.length)
  gate.push(output('still counted by itself', 't2'))
  expect(passed).toHaveLength(3)
})

test('the last words come before the result, and at the end of the run', () => {
  const { gate, passed, clock } = openGate()
  gate.push(output('x'.repeat(1_000_000)))
  gate.push(output('last'))
  gate.push({ type: 'tool-result', toolCallId: 't1', output: 'ok' })
  expect(passed.slice(1)).toEqual([output('last'), { type: 'tool-result', toolCallId: 't1', output: 'ok' }])
  gate.push(output('x'.repeat(1_000_000), 't2'))
  gate.push(output('cut off', 't2'))
  gate.close()
  expect(passed.at(-1)).toEqual(output('cut off', 't2'))
  clock.advance(10_000)
  expect(passed).toHaveLength(5)
})

test('a call that put out little is told its result at once, without an empty output before it', () => {
  const { gate, passed } = openGate()
  gate.push(output('a'))
  gate.push({ type: 'tool-result', toolCallId: 't1', output: 'ok' })
  expect(passed).toEqual([output('a'), { type: 'tool-result', toolCallId: 't1', output: 'ok' }])
})

test('what was told once is not told again, and other news of the call lets nothing go early', () => {
  const { gate, passed, clock } = openGate()
  gate.push(output('x'.repeat(1_000_000)))
  gate.push(output('one'))
  gate.push({ type: 'tool-update', toolCallId: 't1', title: 'still at it' })
  clock.advance(1_000)
  gate.push(output('two'))
  clock.advance(1_000)
  expect(passed.slice(1)).toEqual([
    { type: 'tool-update', toolCallId: 't1', title: 'still at it' },
    output('one'),
    output('two'),
  ])
})

test('after its result, or the end of the run, a call is counted from the beginning', () => {
  const { gate, passed } = openGate()
  gate.push(output('x'.repeat(1_000_000)))
  gate.push({ type: 'tool-result', toolCallId: 't1', output: 'ok' })
  gate.push(output('after the result'))
  gate.push(output('x'.repeat(1_000_000), 't2'))
  gate.close()
  gate.push(output('after the end', 't2'))
  expect(passed[2]).toEqual(output('after the result'))
  expect(passed.at(-1)).toEqual(output('after the end', 't2'))
})

test('what is forgotten is not told, neither later nor at the end', () => {
  const { gate, passed, clock } = openGate()
  gate.push(output('little', 't2'))
  gate.push(output('x'.repeat(1_000_000)))
  gate.push(output('held back'))
  gate.dispose()
  expect(clock.pendingTimers).toBe(0)
  gate.close()
  expect(passed).toHaveLength(2)
})
