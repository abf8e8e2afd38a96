import { expect, test } from 'vitest'

import { repeatable } from './use-request'

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
