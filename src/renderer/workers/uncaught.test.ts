import { afterEach, beforeEach, expect, test } from 'vitest'

import { preserveState } from '../../../e2e/helpers/preserve-state'
import { isUncaughtInWorker, reportUncaughtErrors, type UncaughtInWorker, watchWorker } from './uncaught'

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

/** A worker whose events the test dispatches. */
function setUp() {
  const watched = new EventTarget()
  const page = new EventTarget()
  const errors: Error[] = []
  const answers: unknown[] = []
  watchWorker(watched as Worker, (error) => errors.push(error), page)
  watched.addEventListener('message', (event) => answers.push((event as MessageEvent).data))
  const fakeEvent = (type: string, fields: object) =>
    watched.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), fields))
  return { errors, answers, page, fakeEvent }
}

test('an error in a worker keeps its name and stack trace', () => {
  const { errors, answers, fakeEvent } = setUp()
  const parleyUncaught = {
    name: 'RangeError',
    message: 'too deep',
    stack: 'RangeError: too deep\n    at worker',
  }
  fakeEvent('message', { data: { parleyUncaught } })
  expect(errors).toHaveLength(1)
  const [error] = errors
  expect(error).toBeInstanceOf(Error)
  expect({ name: error?.name, message: error?.message, stack: error?.stack }).toEqual(parleyUncaught)
  // Listeners for the worker's answers must not receive this.
  expect(answers).toEqual([])
})

test("passes a worker's answers on and does not report them as errors", () => {
  const { errors, answers, fakeEvent } = setUp()
  fakeEvent('message', { data: { html: '<p>' } })
  fakeEvent('message', { data: null })
  expect(answers).toEqual([{ html: '<p>' }, null])
  expect(errors).toEqual([])
})

test('reports a worker that could not be loaded, although the browser gives no reason', () => {
  const { errors, fakeEvent } = setUp()
  expect(fakeEvent('error', { message: '' })).toBe(false)
  expect(fakeEvent('error', {})).toBe(false)
  expect(fakeEvent('error', { message: 'SyntaxError: bad' })).toBe(false)
  expect(errors.map(({ message }) => message)).toEqual([
    'a worker could not be loaded',
    'a worker could not be loaded',
    'SyntaxError: bad',
  ])
})

test('does not report a worker whose loading is cancelled because the page is left, until the page returns', () => {
  const { errors, page, fakeEvent } = setUp()
  page.dispatchEvent(new Event('pagehide'))
  fakeEvent('error', {})
  expect(errors).toEqual([])
  page.dispatchEvent(new Event('pageshow'))
  fakeEvent('error', {})
  expect(errors).toHaveLength(1)
})
