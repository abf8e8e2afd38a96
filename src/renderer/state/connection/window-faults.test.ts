import { expect, test } from 'vitest'

import type { WindowFault } from '../../../shared/rpc/window-events'
import { WindowFaults } from './window-faults'

function setUp() {
  const timers: { delayMs: number; callback: () => void }[] = []
  const workers: { afterMs: number; as: 'throw' | 'reject' }[] = []
  const faults = new WindowFaults({
    after: (delayMs, callback) => timers.push({ delayMs, callback }),
    startFaultyWorker: ({ afterMs, as }) => workers.push({ afterMs, as }),
  })
  const strike = (fault: WindowFault) => faults.strike(fault)
  return { timers, workers, strike, isRenderBroken: () => faults.store.getState().isRenderBroken }
}

test('a broken view stays broken however often it renders', () => {
  const { strike, isRenderBroken } = setUp()
  expect(isRenderBroken()).toBe(false)
  strike({ kind: 'throw-in-render' })
  strike({ kind: 'throw-in-render' })
  expect(isRenderBroken()).toBe(true)
})

test('an error of the window is thrown at the requested time and not caught', () => {
  const { timers, workers, strike } = setUp()
  strike({ kind: 'throw-later', afterMs: 40, where: 'window', as: 'throw' })
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([40])
  expect(() => timers[0]?.callback()).toThrow('thrown in the window by test.throwLater')
  expect(workers).toEqual([])
})

test('leaves an error of a worker to the worker', () => {
  const { timers, workers, strike } = setUp()
  strike({ kind: 'throw-later', afterMs: 40, where: 'worker', as: 'reject' })
  expect(workers).toEqual([{ afterMs: 40, as: 'reject' }])
  expect(timers).toEqual([])
})

test('a frozen window is blocked for the requested time', () => {
  const { strike } = setUp()
  const startedMs = performance.now()
  strike({ kind: 'freeze', ms: 20 })
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(20)
})

test('a crashing window crashes in a later turn, after main has its acknowledgement', () => {
  const { timers, strike } = setUp()
  strike({ kind: 'crash' })
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([0])
})

test('an unknown fault is a bug, not a successful fault', () => {
  const { strike } = setUp()
  expect(() => strike({ kind: 'melt' } as unknown as WindowFault)).toThrow()
})
