import { afterEach, beforeEach, expect, test } from 'vitest'

import { preserveState } from '../../../e2e/helpers/preserve-state'
import { isUncaughtInWorker, tellUncaughtErrors, type UncaughtInWorker } from './uncaught'

let restore: () => void
let worker: EventTarget
let told: UncaughtInWorker['parleyUncaught'][]

/** The worker's own global scope, as far as this module uses it. */
beforeEach(() => {
  restore = preserveState(globalThis, ['addEventListener', 'postMessage'])
  worker = new EventTarget()
  told = []
  Object.assign(globalThis, {
    addEventListener: worker.addEventListener.bind(worker),
    postMessage: (message: UncaughtInWorker) => told.push(structuredClone(message).parleyUncaught),
  })
  tellUncaughtErrors()
})

afterEach(() => restore())

/** Whether the browser would still report it in its own way. */
function dispatch(type: string, fields: object): boolean {
  return worker.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), fields))
}

test('an error of a worker reaches its window with its trace, once', () => {
  const error = new RangeError('too deep')
  expect(dispatch('error', { error, message: 'Uncaught RangeError: too deep' })).toBe(false)
  expect(told).toEqual([{ name: 'RangeError', message: 'too deep', stack: error.stack }])
})

test('a promise that was rejected in vain is no quieter than an error', () => {
  const reason = new TypeError('nobody waited')
  expect(dispatch('unhandledrejection', { reason })).toBe(false)
  expect(told).toEqual([{ name: 'TypeError', message: 'nobody waited', stack: reason.stack }])
})

test('what is no error is told as well, and an error without its object by its text', () => {
  dispatch('unhandledrejection', { reason: 'just a text' })
  dispatch('error', { error: null, message: 'Script error.' })
  dispatch('unhandledrejection', { reason: undefined })
  expect(told.map(({ name, message }) => [name, message])).toEqual([
    ['Error', 'just a text'],
    ['Error', 'Script error.'],
    ['Error', 'undefined'],
  ])
})

test('an answer of a worker is not taken for its error', () => {
  const report = { parleyUncaught: { name: 'Error', message: '', stack: '' } }
  expect([report, null, 'parleyUncaught', 7, {}, { answer: 1 }].map(isUncaughtInWorker)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})
