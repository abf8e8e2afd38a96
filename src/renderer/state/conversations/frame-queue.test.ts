import { expect, test } from 'vitest'

import { FrameQueue } from './frame-queue'

/** A queue with frames that the test controls. */
function setUp() {
  const frames: (() => void)[] = []
  const shown: string[] = []
  const queue = new FrameQueue((callback) => frames.push(callback))
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
  return { queue, frames, newChars, add, frame }
}

test('updates eight panes within two frames without starving any', () => {
  const { add, frame, frames } = setUp()
  add('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'a')
  expect(frame()).toBe('abcd')
  add('a', 'b')
  expect(frame()).toBe('efgh')
  expect(frame()).toBe('ab')
  expect(frames).toHaveLength(0)
})

test('runs a task that requests another frame after those already waiting', () => {
  const { queue, add, frame } = setUp()
  queue.add(
    () => add('a'),
    () => 0,
  )
  add('b', 'c', 'd', 'e')
  expect(frame()).toBe('bcd')
  expect(frame()).toBe('ea')
})

test('spreads long texts that appear at once over frames, each as it is by then', () => {
  const { newChars, add, frame } = setUp()
  for (const name of 'abc') newChars.set(name, 1_900)
  newChars.set('d', 1_000_000)
  newChars.set('e', 1_000_000)
  add('a', 'b', 'c', 'd', 'e')
  expect(frame()).toBe('ab')
  newChars.set('d', 10)
  expect(frame()).toBe('cd')
  expect(frame()).toBe('e')
})
