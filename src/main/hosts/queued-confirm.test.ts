import { expect, test } from 'vitest'

import { createManualClock } from '../base/testing/manual-clock'
import type { Confirmation } from '../platform/platform'
import { queuedConfirm } from './queued-confirm'

function about(agentName: string): Confirmation {
  return { kind: 'unlimited-agent', agentName, lines: [] }
}

/** Shows questions to the test, which answers them. */
function setUp() {
  const clock = createManualClock()
  const shown: { name: string; answer: (isAgreed: boolean) => void }[] = []
  const waiting: (() => void)[] = []
  const confirm = queuedConfirm((question, signal) => {
    return new Promise((resolve) => {
      shown.push({ name: 'agentName' in question ? question.agentName : '', answer: resolve })
      signal.addEventListener('abort', () => resolve(true))
      waiting.shift()?.()
    })
  }, clock)
  /** Resolves when another question is shown. */
  const nextShown = () => new Promise<void>((resolve) => waiting.push(resolve))
  return { clock, shown, confirm, nextShown }
}

test('questions are asked one after another, so that no answer goes to the wrong one', async () => {
  const { shown, confirm, nextShown } = setUp()
  let next = nextShown()
  const answers = [confirm(about('one')), confirm(about('two'))]
  await next
  expect(shown.map(({ name }) => name)).toEqual(['one'])
  next = nextShown()
  shown[0]?.answer(true)
  await next
  shown[1]?.answer(false)
  expect(await Promise.all(answers)).toEqual([true, false])
})

test('a question that is withdrawn while it waits is never asked, and the next one is', async () => {
  const { shown, confirm, nextShown } = setUp()
  const withdrawing = new AbortController()
  const next = nextShown()
  const first = confirm(about('one'))
  const second = confirm(about('two'), withdrawing.signal)
  await next
  withdrawing.abort()
  expect(await second).toBe(false)
  const third = confirm(about('three'))
  const shownThird = nextShown()
  shown[0]?.answer(true)
  await shownThird
  shown[1]?.answer(true)
  expect([await first, await third, shown.map(({ name }) => name)]).toEqual([true, true, ['one', 'three']])
})

test('a yes that arrives with the withdrawal, or after ten minutes, is a no', async () => {
  const { clock, confirm, nextShown } = setUp()
  const withdrawing = new AbortController()
  let next = nextShown()
  const withdrawn = confirm(about('one'), withdrawing.signal)
  await next
  withdrawing.abort()
  expect(await withdrawn).toBe(false)
  next = nextShown()
  const forgotten = confirm(about('two'))
  await next
  clock.advance(600_000)
  expect(await forgotten).toBe(false)
})

test('a question that cannot be asked fails alone, and the next one is asked', async () => {
  const answers = [() => Promise.reject(new Error('no screen')), () => Promise.resolve(true)]
  const confirm = queuedConfirm(() => answers.shift()?.() ?? Promise.resolve(false), createManualClock())
  const first = confirm(about('one'))
  const second = confirm(about('two'))
  await expect(first).rejects.toThrow('no screen')
  expect(await second).toBe(true)
})
