import { expect, test } from 'vitest'

import { FrameQueue } from './frame-queue'

/** A queue with frames that the test controls. */
function setUp() {
  const frames: (() => void)[] = []
  const distances: string[] = []
  const shown: string[] = []
  const queue = new FrameQueue((callback, options) => {
    frames.push(callback)
    distances.push(options?.isNext === true ? 'next' : 'later')
  })
  const tasks = new Map<string, () => void>()
  const newChars = new Map<string, number>()
  const add = (...names: string[]) => {
    for (const name of names) {
      const task = tasks.get(name) ?? (() => shown.push(name))
      tasks.set(name, task)
      queue.add(task, () => newChars.get(name) ?? 0)
    }
  }
  const frame = () => {
    frames.shift()?.()
    return shown.splice(0).join('')
  }
  return { queue, frames, distances, newChars, add, frame }
}

test('updates eight panes in four frames without a break between them, and starves none', () => {
  const { add, frame, frames, distances } = setUp()
  add('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'a')
  expect(frame()).toBe('ab')
  add('a', 'b')
  expect([frame(), frame(), frame(), frame()]).toEqual(['cd', 'ef', 'gh', 'ab'])
  expect(frames).toHaveLength(0)
  add('a')
  expect(distances).toEqual(['later', 'next', 'next', 'next', 'next', 'later'])
})

test('runs a task that requests another frame after those already waiting', () => {
  const { queue, add, frame } = setUp()
  queue.add(
    () => add('a'),
    () => 0,
  )
  add('b', 'c')
  expect(frame()).toBe('b')
  expect(frame()).toBe('ca')
})

test('spreads long texts that appear at once over frames, each as it is by then', () => {
  const { newChars, add, frame } = setUp()
  for (const name of 'abc') newChars.set(name, 2_100)
  newChars.set('d', 1_000_000)
  newChars.set('e', 1_000_000)
  add('a', 'b', 'c', 'd', 'e')
  expect(frame()).toBe('a')
  expect(frame()).toBe('b')
  newChars.set('d', 10)
  expect(frame()).toBe('cd')
  expect(frame()).toBe('e')
})
