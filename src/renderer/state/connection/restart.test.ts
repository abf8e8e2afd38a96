import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { PaneId, SessionId, WindowId } from '../../../shared/ids'
import { defaultSettings } from '../../../shared/app/default-settings'
import { FakeEnvironment } from '../../testing/fake-parley'
import { createAppState } from '../app/app-state'

const run = { paneId: 'p' as PaneId, regenerate: true as const }

function setUp() {
  const environment = new FakeEnvironment()
  const { parley } = environment
  parley.answers['sessions.list'] = () => ({ sessions: [], nextCursor: null })
  parley.answers['compare.list'] = () => ({ comparisons: [] })
  parley.answers['models.list'] = () => ({ models: [], problems: [], factsDate: null })
  parley.answers['settings.get'] = () => ({ settings: defaultSettings })
  const app = createAppState(environment, '')
  app.windowLink.attach()
  const attachTo = (bootId: string) =>
    parley.newest('window.attach').send({ type: 'attached', windowId: 'w' as WindowId, bootId })
  attachTo('boot-1')
  return { environment, parley, app, attachTo, draftsOnDisk: () => environment.saved.get('parley.drafts') }
}

test('saves what was just typed before it asks main to restart', async () => {
  const { parley, app, draftsOnDisk } = setUp()
  let savedWhenAsked: string | undefined
  parley.answers['app.restart'] = () => {
    savedWhenAsked = draftsOnDisk()
    return { restarting: true }
  }
  app.drafts.set('chat:1', 'half a sentence')
  await Promise.all([app.restart.ask(), app.restart.ask()])
  expect(savedWhenAsked).toContain('half a sentence')
  expect(parley.callsOf('app.restart')).toHaveLength(1)
  expect(app.restart.store.getState().isUnderWay).toBe(true)
})

test('asks the user first while panes of this window are answering', async () => {
  const { parley, app } = setUp()
  parley.answers['app.restart'] = () => ({ restarting: true })
  app.conversations.of('s' as SessionId).drive((observer) => parley.api.open('pane.run', run, observer))
  await app.restart.ask()
  const isAsking = () => app.dialogs.find('restart') !== null
  expect(isAsking()).toBe(true)
  app.dialogs.close('restart')
  expect(isAsking()).toBe(false)
  expect(parley.callsOf('app.restart')).toEqual([])
  await app.restart.ask()
  await app.restart.agree()
  expect([isAsking(), app.restart.store.getState().isUnderWay]).toEqual([false, true])
  expect(parley.callsOf('app.restart')).toHaveLength(1)
})

test('asks before a key reloads the page, with the number of answers, and does not let the browser ask again', () => {
  const { environment, parley, app } = setUp()
  expect(app.restart.askToReload()).toBe(false)
  for (const id of ['s', 't'] as SessionId[]) {
    app.conversations.of(id).drive((observer) => parley.api.open('pane.run', run, observer))
  }
  expect(app.restart.askToReload()).toBe(true)
  expect(app.dialogs.find('restart')).toEqual({ kind: 'restart', before: 'reload', answers: 2 })
  app.dialogs.close('restart')
  expect([environment.reloads, environment.asksBeforeLeaving()]).toEqual([0, true])
  app.restart.askToReload()
  void app.restart.agree()
  expect([environment.reloads, environment.asksBeforeLeaving()]).toEqual([1, false])
  expect(parley.callsOf('app.restart')).toEqual([])
})

test('reloads the page once the new main is up and keeps what was typed in between', () => {
  const { environment, app, attachTo, draftsOnDisk } = setUp()
  attachTo('boot-1')
  expect(environment.reloads).toBe(0)
  app.drafts.set('chat:1', 'typed while there was no main')
  attachTo('boot-2')
  attachTo('boot-3')
  expect(environment.reloads).toBe(1)
  expect(draftsOnDisk()).toContain('typed while there was no main')
})

test('keeps a half-filled form in Settings when another window restarts Parley', () => {
  const { environment, app, attachTo } = setUp()
  app.openSettings()
  attachTo('boot-2')
  expect(environment.reloads).toBe(0)
  app.dialogs.close('settings')
  expect(environment.reloads).toBe(1)
  app.openSettings()
  app.dialogs.close('settings')
  expect(environment.reloads).toBe(1)
})

test('shows a refused restart, which can be tried again', async () => {
  const { parley, app } = setUp()
  parley.answers['app.restart'] = () => {
    throw new ParleyError('TIMEOUT', 'too busy')
  }
  await app.restart.ask()
  expect(app.restart.store.getState()).toEqual({
    isUnderWay: false,
    error: { code: 'TIMEOUT', message: 'too busy' },
  })
})

test('treats a connection lost before the answer as the restart', async () => {
  const { environment, parley, app } = setUp()
  parley.answers['app.restart'] = () => {
    environment.setConnection('lost')
    throw new ParleyError('CANCELLED', 'The connection to Parley was lost.')
  }
  await app.restart.ask()
  expect(app.restart.store.getState()).toEqual({ isUnderWay: true, error: null })
})

test('retries what a broken store refused once it has recovered', async () => {
  const { environment, parley, app } = setUp()
  const refusal = new ParleyError('DEGRADED', 'The file is damaged.')
  parley.answers['compare.get'] = () => {
    throw refusal
  }
  const comparison = app.comparisons.of('c' as Parameters<typeof app.comparisons.of>[0])
  await comparison.load()
  const link = parley.newest('window.attach')
  link.send({
    type: 'health',
    status: 'degraded',
    problems: [
      {
        part: 'store',
        kind: 'failing',
        error: { name: 'ParleyError', message: 'damaged', code: 'STORE_DAMAGED' },
        sinceMs: 1,
        followedCount: 0,
        detail: '',
      },
    ],
  })
  environment.runTimers()
  expect(app.health.store.getState().problems).toHaveLength(1)
  link.send({ type: 'health', status: 'ok', problems: [] })
  expect(app.health.store.getState().problems).toEqual([])
  await expect.poll(() => parley.callsOf('compare.get')).toHaveLength(2)
})

test('saves what was typed before it installs an update, and shows progress', async () => {
  const { parley, app, draftsOnDisk } = setUp()
  let savedWhenAsked: string | undefined
  parley.answers['app.installUpdate'] = () => {
    savedWhenAsked = draftsOnDisk()
    return { installing: true }
  }
  app.drafts.set('chat:1', 'half a sentence')
  await app.restart.installUpdate()
  expect(savedWhenAsked).toContain('half a sentence')
  expect(app.restart.store.getState().isUnderWay).toBe(true)
})

test('shows host notices until dismissed, and keeps one if dismissing it fails', async () => {
  const { parley, app } = setUp()
  const notices = () => app.hostNotices.store.getState().notices.map(({ kind }) => kind)
  parley.newest('window.attach').send({
    type: 'host-notices',
    notices: [{ kind: 'update-ready', version: '2.0.0' }, { kind: 'unsandboxed' }],
  })
  parley.answers['app.dismissHostNotice'] = () => {
    throw new ParleyError('TIMEOUT', 'no answer')
  }
  await app.hostNotices.dismiss('update-ready')
  expect(notices()).toEqual(['update-ready', 'unsandboxed'])
  parley.answers['app.dismissHostNotice'] = () => ({})
  await app.hostNotices.dismiss('update-ready')
  expect(notices()).toEqual(['unsandboxed'])
})
