import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { RouteInput } from '../../../shared/rpc/contract'
import { FakeEnvironment } from '../../testing/fake-parley'
import { Drafts } from './drafts'

/** Main as seen by windows at different addresses: a draft older than the stored one changes nothing. */
class FakeMain {
  readonly kept = new Map<string, { text: string; updatedAt: number }>()
  isAway = false

  set({ place, text, updatedAt }: RouteInput<'drafts.set'>): Record<string, never> {
    if (this.isAway) throw new ParleyError('CANCELLED', 'Parley cannot be reached.')
    if (updatedAt >= (this.kept.get(place)?.updatedAt ?? 0)) this.kept.set(place, { text, updatedAt })
    return {}
  }

  /** Like the real one, it remembers when a draft was emptied but does not list it. */
  list() {
    if (this.isAway) throw new ParleyError('CANCELLED', 'Parley cannot be reached.')
    return { drafts: Object.fromEntries([...this.kept].filter(([, { text }]) => text !== '')) }
  }

  texts() {
    return Object.fromEntries(Object.entries(this.list().drafts).map(([place, { text }]) => [place, text]))
  }
}

/** A window at its own address, or at that of `neighbour`. */
function openWindow(main: FakeMain, neighbour?: FakeEnvironment) {
  const environment = new FakeEnvironment()
  if (neighbour !== undefined) {
    for (const [key, value] of neighbour.saved) environment.saved.set(key, value)
  }
  environment.parley.answers['drafts.set'] = (draft) => main.set(draft)
  environment.parley.answers['drafts.list'] = () => main.list()
  const drafts = new Drafts(environment)
  return {
    environment,
    texts: () => drafts.store.getState().byPlace,
    load: () => drafts.load(),
    reload: () => drafts.reload(),
    type: (place: string, text: string, at: number) => {
      environment.time = at
      drafts.set(place, text)
    },
    /** Until drafts are saved, including in main. */
    settle: async () => {
      environment.runTimers()
      await expect.poll(() => environment.parley.calls.length).toBeGreaterThan(0)
      await Promise.resolve()
    },
  }
}

test('drafts are available when the app starts at another address', async () => {
  const main = new FakeMain()
  const before = openWindow(main)
  before.type('chat:1', 'half a sentence', 10)
  await before.settle()
  const after = openWindow(main)
  expect(after.texts()).toEqual({})
  await after.load()
  expect(after.texts()).toEqual({ 'chat:1': 'half a sentence' })
})

test('the newer version of each draft wins, wherever it is', async () => {
  const main = new FakeMain()
  const first = openWindow(main)
  first.type('chat:1', 'older here', 10)
  first.type('chat:2', 'newer here', 40)
  await first.settle()
  const second = openWindow(main)
  second.type('chat:1', 'newer there', 30)
  second.type('chat:2', 'older there', 20)
  await second.settle()
  await first.load()
  await second.load()
  const newest = { 'chat:1': 'newer there', 'chat:2': 'newer here' }
  expect(first.texts()).toEqual(newest)
  expect(second.texts()).toEqual(newest)
  expect(main.texts()).toEqual(newest)
})

test('a draft sent at one address does not come back at the other', async () => {
  const main = new FakeMain()
  const first = openWindow(main)
  first.type('chat:1', 'to be sent', 10)
  await first.settle()
  const second = openWindow(main)
  await second.load()
  second.type('chat:1', '', 20)
  await second.settle()
  // The first address still has it in its storage and knows nothing of the second.
  const reopened = openWindow(main, first.environment)
  expect(reopened.texts()).toEqual({ 'chat:1': 'to be sent' })
  await reopened.load()
  expect(reopened.texts()).toEqual({})
  expect(main.texts()).toEqual({})
  expect(openWindow(main, reopened.environment).texts()).toEqual({})
})

test('drafts typed or emptied while main is down reach it when it is back', async () => {
  const main = new FakeMain()
  const first = openWindow(main)
  first.type('chat:1', 'was there', 10)
  await first.settle()
  main.isAway = true
  first.type('chat:1', '', 20)
  first.type('chat:2', 'typed alone', 20)
  await first.settle()
  const reloaded = openWindow(main, first.environment)
  await reloaded.load()
  expect(reloaded.texts()).toEqual({ 'chat:2': 'typed alone' })
  main.isAway = false
  await reloaded.load()
  expect(reloaded.texts()).toEqual({ 'chat:2': 'typed alone' })
  expect(main.texts()).toEqual({ 'chat:2': 'typed alone' })
})

test('a main that lost its drafts or restored older ones gets them from the window', async () => {
  const main = new FakeMain()
  const first = openWindow(main)
  first.type('chat:1', 'kept here', 10)
  await first.settle()
  main.kept.clear()
  await first.load()
  expect(first.texts()).toEqual({ 'chat:1': 'kept here' })
  expect(main.texts()).toEqual({ 'chat:1': 'kept here' })
})

test('a draft that main temporarily refuses is not lost', async () => {
  const main = new FakeMain()
  const first = openWindow(main)
  first.environment.parley.answers['drafts.set'] = () => {
    throw new ParleyError('DEGRADED', 'no room')
  }
  first.type('chat:1', 'only here', 10)
  await first.settle()
  await first.load()
  expect(first.texts()).toEqual({ 'chat:1': 'only here' })
})

test('a clock that was set back does not make new text the older version', async () => {
  const main = new FakeMain()
  const first = openWindow(main)
  first.type('chat:1', 'before', 1_000)
  await first.settle()
  first.type('chat:1', 'after', 10)
  await first.settle()
  expect(main.texts()).toEqual({ 'chat:1': 'after' })
})

test('does not overwrite a newer draft of another window in the shared storage', async () => {
  const main = new FakeMain()
  const first = openWindow(main)
  first.type('chat:1', 'mine', 10)
  await first.settle()
  const second = openWindow(main, first.environment)
  second.type('chat:1', 'theirs, later', 20)
  await second.settle()
  for (const [key, value] of second.environment.saved) first.environment.saved.set(key, value)
  first.type('chat:1', 'mine, in between', 15)
  first.type('chat:2', 'other', 30)
  await first.settle()
  expect(openWindow(main, first.environment).texts()).toEqual({
    'chat:1': 'theirs, later',
    'chat:2': 'other',
  })
})

test('what another machine writes does not replace what the user is typing, until they come back to the window', async () => {
  const main = new FakeMain()
  const here = openWindow(main)
  here.type('chat:1', 'typing he', 10)
  here.type('chat:3', 'sent elsewhere in a moment', 10)
  await here.settle()
  // The clock of the other machine is ahead.
  main.set({ place: 'chat:1', text: 'written there', updatedAt: 90 })
  main.set({ place: 'chat:2', text: 'new from there', updatedAt: 90 })
  main.set({ place: 'chat:3', text: '', updatedAt: 90 })
  main.set({ place: 'set:1', text: 'would open its form', updatedAt: 90 })
  await here.reload()
  const others = { 'chat:2': 'new from there', 'chat:3': 'sent elsewhere in a moment' }
  expect(here.texts()).toEqual({ 'chat:1': 'typing he', ...others })
  here.type('chat:1', 'typing here', 20)
  await here.settle()
  expect(main.texts()).toMatchObject({ 'chat:1': 'typing here' })

  main.set({ place: 'chat:1', text: 'continued there', updatedAt: 120 })
  await here.reload()
  expect(here.texts()).toEqual({ 'chat:1': 'typing here', ...others })
  here.environment.surroundings.focus()
  await expect.poll(here.texts).toEqual({ 'chat:1': 'continued there', 'chat:2': 'new from there' })
})

test('reads drafts saved before they had a time', () => {
  const environment = new FakeEnvironment()
  environment.saved.set('parley.drafts', JSON.stringify({ 'chat:1': 'from before', 'chat:2': 7 }))
  expect(new Drafts(environment).store.getState().byPlace).toEqual({ 'chat:1': 'from before' })
})

test('a message that is being sent is saved with the draft until it was accepted', () => {
  const environment = new FakeEnvironment()
  const drafts = new Drafts(environment)
  const saved = () => new Drafts(environment).of('chat:1')
  drafts.set('chat:1', 'next')
  drafts.saveSending('chat:1', ['one', 'two'])
  drafts.flush()
  expect([drafts.of('chat:1'), saved()]).toEqual(['next', 'one\n\ntwo\n\nnext'])
  drafts.saveSending('chat:1', [])
  drafts.flush()
  expect(saved()).toBe('next')
})

test('a message that is being sent from a temporary chat is not saved, wherever it may return to', () => {
  const environment = new FakeEnvironment()
  let isPrivate = true
  const drafts = new Drafts(environment, () => isPrivate)
  drafts.set('temporary:new', 'secret')
  drafts.set('temporary:new', '')
  drafts.saveSending('temporary:new', ['secret'])
  isPrivate = false
  drafts.saveSending('chat:1', ['secret'], 'temporary:new')
  drafts.flush()
  expect(JSON.stringify([...environment.saved])).not.toContain('secret')
})
