import { expect, test } from 'vitest'

import { watchWorker } from './watch-worker'

/** A worker whose events the test dispatches. */
function setUp() {
  const worker = new EventTarget()
  const page = new EventTarget()
  const errors: Error[] = []
  const answers: unknown[] = []
  watchWorker(worker as Worker, (error) => errors.push(error), page)
  worker.addEventListener('message', (event) => answers.push((event as MessageEvent).data))
  const fakeEvent = (type: string, fields: object) =>
    worker.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), fields))
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
