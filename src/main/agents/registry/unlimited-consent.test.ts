import { expect, test } from 'vitest'

import type { UnlimitedFolder } from '../../model-setup/schema'
import { UnlimitedConsent } from './unlimited-consent'

const place: UnlimitedFolder = { agentId: 'codex', folder: '/work' }

/** A consent whose questions the test answers. */
function setUp() {
  const remembered: UnlimitedFolder[] = []
  const asked: ((isAgreed: boolean) => void)[] = []
  const consent = new UnlimitedConsent({
    isRemembered: ({ agentId, folder }) =>
      remembered.some((known) => known.agentId === agentId && known.folder === folder),
    remember: (added) => remembered.push(added),
    ask: () => new Promise((resolve) => asked.push(resolve)),
  })
  const allows = (signal = new AbortController().signal, wish = place) => consent.allows(wish, signal)
  return { remembered, asked, allows }
}

test('one yes answers all panes of a comparison that ask for the same', async () => {
  const { remembered, asked, allows } = setUp()
  const answers = [allows(), allows(), allows()]
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.(true)
  expect(await Promise.all(answers)).toEqual([true, true, true])
  expect([asked.length, remembered]).toEqual([1, [place]])
  expect(await allows()).toBe(true)
})

test('a no is not remembered, and answers no other question', async () => {
  const { remembered, asked, allows } = setUp()
  const answers = [allows(), allows()]
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.(false)
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.(true)
  expect(await Promise.all(answers)).toEqual([false, true])
  expect(remembered).toEqual([place])
})

test('a stopped pane does not wait for the question of another one', async () => {
  const { asked, allows } = setUp()
  const stopping = new AbortController()
  const first = allows()
  const second = allows(stopping.signal)
  stopping.abort()
  expect(await second).toBe(false)
  asked[0]?.(true)
  expect([await first, asked.length]).toEqual([true, 1])
})

test('asks separately for another folder', async () => {
  const { asked, allows } = setUp()
  const answers = [allows(), allows(new AbortController().signal, { ...place, folder: '/other' })]
  await expect.poll(() => asked.length).toBe(2)
  for (const answer of asked) answer(true)
  expect(await Promise.all(answers)).toEqual([true, true])
})
