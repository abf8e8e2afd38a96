import { expect, test } from 'vitest'

import { FrameQueue } from './frame-queue'

/** A queue whose frames come when they are called for. */
function setUp() {
  const frames: (() => void)[] = []
  const shown: string[] = []
  const queue = new FrameQueue((callback) => frames.push(callback))
  const tasks = new Map<string, () => void>()
  const add = (...names: string[]) => {
    for (const name of names) {
      const task = tasks.get(name) ?? (() => shown.push(name))
      tasks.set(name, task)
      queue.add(task)
    }
  }
  const frame = () => {
    frames.shift()?.()
    return shown.splice(0).join('')
  }
  return { queue, frames, add, frame }
}

test('eight panes are shown in two frames, none of them left behind by the others', () => {
  const { add, frame, frames } = setUp()
  add('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'a')
  expect(frame()).toBe('abcd')
  add('a', 'b')
  expect(frame()).toBe('efgh')
  expect(frame()).toBe('ab')
  expect(frames).toHaveLength(0)
})

test('a task that asks for another frame gets one, behind those that wait', () => {
  const { queue, add, frame } = setUp()
  queue.add(() => add('a'))
  add('b', 'c', 'd', 'e')
  expect(frame()).toBe('bcd')
  expect(frame()).toBe('ea')
})
