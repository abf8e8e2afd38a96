import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { SessionId, WindowId } from '../../../shared/ids'
import { defaultSettings } from '../../../shared/app/default-settings'
import { FakeEnvironment } from '../../testing/fake-parley'
import { someSession } from '../../testing/run-events'
import { createAppState } from './app-state'
import { hashOfView, viewOfHash } from '../navigation/navigation'

function setUp() {
  const environment = new FakeEnvironment()
  const { parley } = environment
  parley.answers['sessions.list'] = () => ({ sessions: [], nextCursor: null })
  parley.answers['compare.list'] = () => ({ comparisons: [] })
  parley.answers['models.list'] = () => ({ models: [], problems: [], factsDate: null })
  parley.answers['settings.get'] = () => ({ settings: defaultSettings })
  const app = createAppState(environment, '')
  return { environment, parley, app }
}

const summary = { ...someSession(), running: true, unseen: false }

test('answers a ping with a pong from this window', async () => {
  const { app, parley } = setUp()
  parley.answers['window.pong'] = () => ({})
  app.windowLink.attach()
  const stream = parley.newest('window.attach')
  stream.send({ type: 'attached', windowId: 'w' as WindowId, bootId: 'b' }, { type: 'ping', pingId: 7 })
  await Promise.resolve()
  expect(parley.callsOf('window.pong')).toEqual([{ windowId: 'w', pingId: 7 }])
})

test('attaches again after a lost connection and reloads everything', async () => {
  const { app, parley, environment } = setUp()
  const detach = app.windowLink.attach()
  parley.newest('window.attach').send({ type: 'attached', windowId: 'w' as WindowId, bootId: 'b' })
  parley.newest('window.attach').end({ reason: 'disconnected' })
  environment.runTimers()
  parley.newest('window.attach').send({ type: 'attached', windowId: 'w2' as WindowId, bootId: 'b' })
  expect(parley.callsOf('sessions.list')).toHaveLength(2)
  detach()
  expect(parley.newest('window.attach').isClosed).toBe(true)
  parley.newest('window.attach').end({ reason: 'stopped' })
  environment.runTimers()
  expect(parley.streams).toHaveLength(2)
  await expect.poll(() => app.sessionList.store.getState().phase).toBe('ready')
})

test('the list follows events from main', () => {
  const { app, parley } = setUp()
  app.windowLink.attach()
  const stream = parley.newest('window.attach')
  stream.send({ type: 'session-upserted', session: summary })
  stream.send({ type: 'session-upserted', session: { ...summary, running: false, unseen: true } })
  expect(app.sessionList.store.getState().sessions).toEqual([{ ...summary, running: false, unseen: true }])
  stream.send({ type: 'session-removed', sessionId: summary.id })
  expect(app.sessionList.store.getState().sessions).toEqual([])
})

test('watches a chat again that another window restored', () => {
  const { app, parley } = setUp()
  app.windowLink.attach()
  const stream = parley.newest('window.attach')
  app.conversations.of(summary.id).show()
  const error = { code: 'NOT_FOUND', message: 'deleted', data: { sessionId: summary.id } } as const
  parley.newest('session.watch').end({ reason: 'failed', error })
  stream.send({ type: 'session-removed', sessionId: summary.id })
  stream.send({ type: 'session-upserted', session: summary })
  stream.send({ type: 'session-upserted', session: summary })
  expect(parley.streams.filter(({ name }) => name === 'session.watch')).toHaveLength(2)
})

test('keeps a new chat that was opened while the previous one was being stored', () => {
  const { app } = setUp()
  const { view } = app.navigation.getState()
  const chat = { kind: 'chat', sessionId: summary.id } as const
  app.newChat()
  expect(app.navigateFrom(view, chat)).toBe(false)
  expect(app.navigation.getState().view).toEqual({ kind: 'chat', sessionId: null })
  expect(app.navigateFrom(app.navigation.getState().view, chat)).toBe(true)
  expect(app.navigation.getState().view).toEqual(chat)
})

test('opens a fork, unless the user has gone elsewhere while it was made', async () => {
  const { app, parley } = setUp()
  const forks = [Promise.withResolvers(), Promise.withResolvers()]
  let asked = 0
  parley.answers['sessions.fork'] = () => forks[asked++]?.promise as never
  const shown = () => app.navigation.getState().view
  for (const [fork, goesOn] of [[forks[0], false] as const, [forks[1], true] as const]) {
    app.go({ kind: 'chat', sessionId: 'origin' as SessionId })
    const forking = app.chat.fork('origin' as SessionId, 'm' as never)
    if (goesOn) app.go({ kind: 'ranking' })
    fork?.resolve({ session: summary })
    expect(await forking).toBeNull()
    expect(shown().kind).toBe(goesOn ? 'ranking' : 'chat')
  }
})

test('returns the error of a refused message instead of throwing', async () => {
  const { app, parley } = setUp()
  parley.answers['runs.send'] = () => {
    throw new ParleyError('RUN_ACTIVE', 'already running')
  }
  expect(await app.chat.send('s' as SessionId, 'hi', 'reject')).toEqual({
    code: 'RUN_ACTIVE',
    message: 'already running',
  })
})

test('reverts a refused setting', async () => {
  const { app, parley } = setUp()
  parley.answers['settings.set'] = () => {
    throw new ParleyError('STORE_FULL', 'no room')
  }
  const changed = app.settings.change({ theme: 'dark' })
  expect(app.settings.store.getState().settings.theme).toBe('dark')
  await changed
  expect(app.settings.store.getState()).toMatchObject({
    settings: { theme: 'system' },
    error: { code: 'STORE_FULL' },
  })
})

test('drafts survive a reload, and only the lines that are given are removed from one', () => {
  const environment = new FakeEnvironment()
  const { drafts } = createAppState(environment, '')
  drafts.set('chat:1', 'first')
  drafts.set('chat:2', 'sent and\ntyped on')
  drafts.remove('chat:2', 'sent and')
  environment.runTimers()
  const reloaded = createAppState(environment, '').drafts.store.getState().byPlace
  expect(reloaded).toEqual({ 'chat:1': 'first', 'chat:2': 'typed on' })
})

test('text typed right before the page is left is there in the next one', () => {
  const environment = new FakeEnvironment()
  const { drafts } = createAppState(environment, '')
  drafts.set('chat:1', 'typed and reloaded at once')
  environment.changePage('leaving')
  expect(createAppState(environment, '').drafts.store.getState().byPlace).toEqual({
    'chat:1': 'typed and reloaded at once',
  })
})

test('converts between addresses and views', () => {
  const hashes = [
    '#/chat/new',
    '#/chat/a%2Fb',
    '#/chat/a%2Fb/m%2F1',
    '#/compare/new',
    '#/compare/c-1',
    '#/compare/c-1/s-1/m%2F1',
    '#/sets',
    '#/sets/s-1',
    '#/sets/s-1/r-1',
    '#/sets/s-1/r-1/3',
    '#/sets/s-1/r-1/3/2',
    '#/ranking',
  ]
  for (const hash of hashes) {
    expect(hashOfView(viewOfHash(hash))).toBe(hash)
  }
  expect(viewOfHash('')).toEqual({ kind: 'chat', sessionId: null })
  expect(viewOfHash('#/compare/c-1/s-1')).toEqual({ kind: 'compare', comparisonId: 'c-1' })
  const run = { kind: 'sets', setId: 's-1', runId: 'r-1' }
  for (const row of ['0', '-1', '1e3', 'x', '99999999']) {
    expect(viewOfHash(`#/sets/s-1/r-1/${row}`)).toEqual(run)
  }
  // Cut in the middle of an encoded character: a new chat, not an empty window.
  expect(viewOfHash('#/chat/%E0%A4%A')).toEqual({ kind: 'chat', sessionId: null })
})

test("two windows keep each other's drafts, even unseen ones", () => {
  const environment = new FakeEnvironment()
  const one = createAppState(environment, '').drafts
  const other = createAppState(environment, '').drafts
  one.set('chat:1', 'of the first window')
  environment.runTimers()
  other.set('chat:2', 'of the second')
  environment.runTimers()
  expect(createAppState(environment, '').drafts.store.getState().byPlace).toEqual({
    'chat:1': 'of the first window',
    'chat:2': 'of the second',
  })
})

test('marking a chat as seen that was deleted elsewhere is not an error', async () => {
  const { app, parley } = setUp()
  parley.answers['sessions.markSeen'] = () => {
    throw new ParleyError('NOT_FOUND', 'gone')
  }
  await app.sessionList.markSeen('s' as SessionId)
  expect(app.sessionList.actions.getState().actionError).toBeNull()
})

test('an error opens the section where it can be fixed, and only a rejected key the form of its provider', () => {
  const { app } = setUp()
  const shown = () => {
    const { section, provider } = app.dialogs.find('settings') ?? {}
    return [section, provider]
  }
  const states = [
    ['PROVIDER_AUTH', 'mine/vendor/model'],
    ['PROVIDER_UNREACHABLE', 'mine/model'],
    ['AGENT_NOT_INSTALLED', 'codex/default'],
    ['PROVIDER_AUTH', 'codex/default'],
    ['TIMEOUT', 'mine/model'],
    ['PROVIDER_AUTH', undefined],
    ['PROVIDER_AUTH', 'mine/model'],
  ] as const
  const opened = states.map(([code, model]) => {
    app.openSettingsFor({ code, message: '' }, model)
    return shown()
  })
  app.dialogs.close('settings')
  app.openSettings()
  expect([...opened, shown()]).toEqual([
    ['providers', 'mine'],
    ['providers', null],
    ['agents', null],
    ['agents', null],
    ['general', null],
    ['providers', null],
    ['providers', 'mine'],
    ['providers', null],
  ])
})
