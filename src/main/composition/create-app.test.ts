import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { ParleyApi } from '../../renderer/rpc/parley-api'
import { ParleyError } from '../../shared/errors'
import type { SessionId } from '../../shared/ids'
import type { App } from './create-app'
import { SessionStore } from '../store/sessions/session-store'
import { connectTo, startTestApp } from '../rpc/testing/test-app'

let app: App
let parley: ParleyApi

beforeEach(async () => {
  app = await startTestApp()
  parley = connectTo(app)
})

afterEach(async () => {
  vi.restoreAllMocks()
  await app.close()
})

/** Watches a session and records its events, including repeated ones. */
function watchSession(sessionId: SessionId) {
  const types: string[] = []
  let waiting: { type: string; resolve: () => void }[] = []
  parley.open(
    'session.watch',
    { sessionId },
    {
      onEvents(events) {
        for (const { type } of events) {
          types.push(type)
          for (const waiter of waiting) if (waiter.type === type) waiter.resolve()
          waiting = waiting.filter((waiter) => waiter.type !== type)
        }
      },
      onEnd: () => {},
    },
  )
  return { types, next: (type: string) => new Promise<void>((resolve) => waiting.push({ type, resolve })) }
}

test('delivers the end of an answer and stays healthy when the disk has no space to mark it as unseen', async () => {
  const { session } = await parley.invoke('sessions.create', { model: 'demo/silent' })
  const watch = watchSession(session.id)
  await watch.next('session-sync')
  vi.spyOn(SessionStore.prototype, 'setUnseen').mockImplementation(() => {
    throw new ParleyError('STORE_FULL', 'The disk is full.')
  })
  await parley.invoke('runs.send', { sessionId: session.id, text: 'Hi' })
  const synced = watch.next('session-sync')
  await parley.invoke('runs.stop', { sessionId: session.id })
  await synced
  expect(watch.types.slice(-2)).toEqual(['run-end', 'session-sync'])
  expect(app.health()).toMatchObject({ fatalErrorCount: 0 })
})

test('notifies the host of settings that the user changes', async () => {
  const heard: unknown[] = []
  app.onSettings(() => heard.push([app.settings().language, app.settings().spellCheck]))
  await parley.invoke('settings.set', { language: 'de' })
  await parley.invoke('settings.set', { spellCheck: false })
  expect(heard).toEqual([
    ['de', true],
    ['de', false],
  ])
})

describe('the session of a pane', () => {
  test('is deleted only with its pane, and a comparison keeps at least two panes', async () => {
    const { comparison } = await parley.invoke('compare.create', { models: ['demo/brief', 'demo/brief'] })
    const sessionId = comparison.panes[0]?.sessionId ?? ''
    const refusal = { code: 'INVALID_INPUT', data: { field: 'sessionId' } }
    await expect(parley.invoke('sessions.delete', { sessionId })).rejects.toMatchObject(refusal)
    await expect(parley.invoke('sessions.restore', { sessionId })).rejects.toMatchObject(refusal)
    const after = await parley.invoke('compare.get', { comparisonId: comparison.id })
    expect(after.comparison.panes).toHaveLength(2)
  })
})

test('names the field when a handler refuses an input, as the schema check does', async () => {
  await expect(parley.invoke('sessions.list', { cursor: 'nonsense' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { field: 'cursor', reason: 'cursor' },
  })
  await expect(
    parley.invoke('providers.save', { id: 'a', kind: 'openai-compatible', baseUrl: 'http://a', apiKey: 'é' }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { field: 'apiKey' } })
})

test('marks a failed answer as failed, not as new', async () => {
  const { session } = await parley.invoke('sessions.create', { model: 'demo/error' })
  const watch = watchSession(session.id)
  await watch.next('session-sync')
  const synced = watch.next('session-sync')
  await parley.invoke('runs.send', { sessionId: session.id, text: 'Hi' })
  await synced
  const listed = async () =>
    (await parley.invoke('sessions.list', {})).sessions.find(({ id }) => id === session.id)
  expect(await listed()).toMatchObject({ unseen: false, unseenFailure: true })
  await parley.invoke('sessions.markSeen', { sessionId: session.id })
  expect(await listed()).not.toHaveProperty('unseenFailure')
})
