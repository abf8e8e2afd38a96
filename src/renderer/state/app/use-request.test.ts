import { expect, test } from 'vitest'

import { failureData } from '../../errors/failure'
import { pauseAfter, repeatable } from './use-request'

function setUp() {
  const leaving = new AbortController()
  const answers: PromiseWithResolvers<void>[] = []
  const load = repeatable(() => {
    const answer = Promise.withResolvers<void>()
    answers.push(answer)
    return answer.promise
  }, leaving.signal)
  const answer = async () => {
    answers.at(-1)?.resolve()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { leaving, load, answer, count: () => answers.length }
}

test('reads once more for all changes during a read, so that frequent changes do not keep it from ending', async () => {
  const { load, answer, count } = setUp()
  void load()
  void load()
  void load()
  expect(count()).toBe(1)
  await answer()
  expect(count()).toBe(2)
  await answer()
  expect(count()).toBe(2)
  void load()
  expect(count()).toBe(3)
})

test('reads nothing more after the component was unmounted', async () => {
  const { leaving, load, answer, count } = setUp()
  void load()
  void load()
  leaving.abort()
  await answer()
  void load()
  expect(count()).toBe(1)
})

test('repeats a failed request, whatever was answered before, unless what it asks for is gone', () => {
  const error = failureData('NO_PREVIOUS_MESSAGE', 'nothing-asked')
  const data = { sets: [] }
  const asked = '{}'
  const settled: Parameters<typeof pauseAfter>[0][] = [
    { data: null, error: null, asked: null },
    { data: null, error, asked },
    { data, error: null, asked },
    { data, error, asked },
    { data, error: { code: 'NOT_FOUND', message: 'Deleted.' }, asked },
  ]
  const pauses = settled.map((each) => pauseAfter(each, (read) => (read === null ? 1 : 2)))
  expect(pauses).toEqual([null, 1, 2, 1, null])
})
