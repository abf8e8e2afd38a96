import { expect, test } from 'vitest'

import { throttledFrames } from './browser-environment'

/** A clock and frames that the test controls. */
function setUp() {
  let nowMs = 1_000
  const frames: (() => void)[] = []
  const timers: { delayMs: number; callback: () => void }[] = []
  const nextFrame = throttledFrames({
    now: () => nowMs,
    after: (delayMs, callback) => {
      timers.push({ delayMs, callback })
      return () => undefined
    },
    nextFrame: (callback) => frames.push(callback),
  })
  return {
    nextFrame,
    timers,
    passMs: (ms: number) => {
      nowMs += ms
    },
    frame: () => frames.splice(0).forEach((callback) => callback()),
  }
}

test('shows the first update in the next frame', () => {
  const { nextFrame, timers, frame } = setUp()
  const shown: string[] = []
  nextFrame(() => shown.push('first'))
  frame()
  expect(shown).toEqual(['first'])
  expect(timers).toEqual([])
})

test('delays an update that arrives right after a frame to the frame after the next', () => {
  const { nextFrame, timers, passMs, frame } = setUp()
  const shown: string[] = []
  nextFrame(() => shown.push('first'))
  frame()
  passMs(4)
  nextFrame(() => shown.push('second'))
  frame()
  expect(shown).toEqual(['first'])
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([20])
  passMs(20)
  timers[0]?.callback()
  frame()
  expect(shown).toEqual(['first', 'second'])
})

test('keeps updating after the clock was set back', () => {
  const { nextFrame, timers, passMs, frame } = setUp()
  nextFrame(() => undefined)
  frame()
  passMs(-60_000)
  nextFrame(() => undefined)
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([24])
})
