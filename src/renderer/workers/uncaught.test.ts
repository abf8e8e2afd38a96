import { afterEach, beforeEach, expect, test } from 'vitest'

import { preserveState } from '../../../e2e/helpers/preserve-state'
import { isUncaughtInWorker, reportUncaughtErrors, type UncaughtInWorker } from './uncaught'

let restore: () => void
let worker: EventTarget
let told: UncaughtInWorker['parleyUncaught'][]

/** The part of the worker's global scope that this module uses. */
beforeEach(() => {
  restore = preserveState(globalThis, ['addEventListener', 'postMessage'])
  worker = new EventTarget()
  told = []
  Object.assign(globalThis, {
    addEventListener: worker.addEventListener.bind(worker),
    postMessage: (message: UncaughtInWorker) => told.push(structuredClone(message).parleyUncaught),
  })
  reportUncaughtErrors()
})

afterEach(() => restore())

/** Whether the browser would also report it itself. */
function dispatch(type: string, fields: object): boolean {
  return worker.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), fields))
}

test('reports an error of a worker once, with its stack trace', () => {
  const error = new RangeError('too deep')
  expect(dispatch('error', { error, message: 'Uncaught RangeError: too deep' })).toBe(false)
  expect(told).toEqual([{ name: 'RangeError', message: 'too deep', stack: error.stack }])
})

test('reports an unhandled rejection', () => {
  const reason = new TypeError('nobody waited')
  expect(dispatch('unhandledrejection', { reason })).toBe(false)
  expect(told).toEqual([{ name: 'TypeError', message: 'nobody waited', stack: reason.stack }])
})

test('reports thrown values that are not errors, and an error event without an object by its text', () => {
  dispatch('unhandledrejection', { reason: 'just a text' })
  dispatch('error', { error: null, message: 'Script error.' })
  dispatch('unhandledrejection', { reason: undefined })
  expect(told.map(({ name, message }) => [name, message])).toEqual([
    ['Error', 'just a text'],
    ['Error', 'Script error.'],
    ['Error', 'undefined'],
  ])
})

test('does not mistake an answer of a worker for an error', () => {
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
