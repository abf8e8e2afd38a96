import { expect, test } from 'vitest'

import type { WindowFault } from '../../../shared/rpc/window-events'
import { createWindowFaults } from './window-faults'

function setUp() {
  const timers: { delayMs: number; callback: () => void }[] = []
  const workers: { afterMs: number; as: 'throw' | 'reject' }[] = []
  const { store, strike } = createWindowFaults({
    after: (delayMs, callback) => timers.push({ delayMs, callback }),
    startFaultyWorker: ({ afterMs, as }) => workers.push({ afterMs, as }),
  })
  return { timers, workers, strike, isRenderBroken: () => store.getState().isRenderBroken }
}

test('a view that is to break stays broken however often it is rendered', () => {
  const { strike, isRenderBroken } = setUp()
  expect(isRenderBroken()).toBe(false)
  strike({ kind: 'throw-in-render' })
  strike({ kind: 'throw-in-render' })
  expect(isRenderBroken()).toBe(true)
})

test('an error of the window comes when it was ordered, where nothing catches it', () => {
  const { timers, workers, strike } = setUp()
  strike({ kind: 'throw-later', afterMs: 40, where: 'window', as: 'throw' })
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([40])
  expect(() => timers[0]?.callback()).toThrow('thrown in the window by test.throwLater')
  expect(workers).toEqual([])
})

test('an error of a worker is left to the worker', () => {
  const { timers, workers, strike } = setUp()
  strike({ kind: 'throw-later', afterMs: 40, where: 'worker', as: 'reject' })
  expect(workers).toEqual([{ afterMs: 40, as: 'reject' }])
  expect(timers).toEqual([])
})

test('a window that is to freeze is busy for as long as it was told', () => {
  const { strike } = setUp()
  const startedMs = performance.now()
  strike({ kind: 'freeze', ms: 20 })
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(20)
})

test('a window that is to die does so in a later turn, after main has heard that it was told', () => {
  const { timers, strike } = setUp()
  strike({ kind: 'crash' })
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([0])
})

test('a fault that this window does not know is a bug, not a fault that struck', () => {
  const { strike } = setUp()
  expect(() => strike({ kind: 'melt' } as unknown as WindowFault)).toThrow()
})
