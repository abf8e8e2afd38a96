import { expect, test, vi } from 'vitest'

import { Disposables } from './dispose'
import { Emitter } from './emitter'

test('calls the remaining listeners when one throws, and reports the error as uncaught', () => {
  const surfaced: (() => void)[] = []
  const later = vi
    .spyOn(globalThis, 'queueMicrotask')
    .mockImplementation((callback) => void surfaced.push(callback))
  const emitter = new Emitter<string>()
  const heard: string[] = []
  emitter.on(() => {
    throw new Error('a faulty listener')
  })
  emitter.on((value) => heard.push(value))
  emitter.fire('one')
  later.mockRestore()
  expect(heard).toEqual(['one'])
  expect(surfaced).toHaveLength(1)
  expect(surfaced[0]).toThrow('a faulty listener')
})

test('disposes the remaining resources when one throws', () => {
  const given: string[] = []
  const disposables = new Disposables()
  disposables.add(() => given.push('lock'))
  disposables.add(() => {
    throw new Error('the database does not close')
  })
  disposables.add(() => given.push('timer'))
  expect(() => disposables.dispose()).toThrow('the database does not close')
  expect(given).toEqual(['timer', 'lock'])
})
