import { expect, test } from 'vitest'

import { pacedFrames } from './frame-throttle'

/** Time that the test moves; a frame comes when the test says so. */
function setUp() {
  let nowMs = 1_000
  const frames: (() => void)[] = []
  const timers: { delayMs: number; callback: () => void }[] = []
  const nextFrame = pacedFrames({
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

test('the first thing to show waits for no more than a frame', () => {
  const { nextFrame, timers, frame } = setUp()
  const shown: string[] = []
  nextFrame(() => shown.push('first'))
  frame()
  expect(shown).toEqual(['first'])
  expect(timers).toEqual([])
})

test('what comes right after a frame waits for the one after the next, and is not lost', () => {
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

test('a clock that was set back does not stop the text', () => {
  const { nextFrame, timers, passMs, frame } = setUp()
  nextFrame(() => undefined)
  frame()
  passMs(-60_000)
  nextFrame(() => undefined)
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([24])
})
