import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { createAppState } from '../../state/app/app-state'
import { FakeEnvironment } from '../../testing/fake-parley'
import { someSession } from '../../testing/run-events'
import { entryActions } from './use-window-actions'

const session = someSession()

function setUp(isListShown: boolean) {
  const environment = new FakeEnvironment()
  const { parley } = environment
  parley.answers['sessions.update'] = () => ({ session })
  parley.answers['sessions.delete'] = () => ({ deleted: true })
  parley.answers['sessions.list'] = () => ({ sessions: [], nextCursor: null })
  parley.answers['compare.list'] = () => ({ comparisons: [] })
  const app = createAppState(environment, `#/chat/${session.id}`)
  app.conversations.of(session.id).setSession(session)
  const act = async (id: string) => {
    app.actions.store.setState({ announcement: null })
    app.organiser.forgetOffer()
    app.sessionList.dismissError()
    const shown = { kind: 'chat', sessionId: session.id } as const
    app.navigation.setState({ view: shown })
    entryActions(app, () => isListShown)
      .find((action) => action.id === id)
      ?.run()
    const early = app.actions.store.getState().announcement
    await new Promise(setImmediate)
    return {
      early,
      said: app.actions.store.getState().announcement,
      offer: app.organiser.store.getState().offer,
    }
  }
  return { app, parley, act }
}

function refuse(): never {
  throw new ParleyError('STORE_FULL', 'no space')
}

test('a change by key shows one notice, and only after main has made the change', async () => {
  const { act } = setUp(true)
  expect(await act('pin')).toEqual({ early: null, said: { kind: 'done', text: 'Pinned' }, offer: null })
  expect(await act('archive')).toMatchObject({ early: null, said: null, offer: { did: 'archived' } })
  expect(await act('deleteChat')).toMatchObject({ early: null, said: null, offer: { did: 'deleted' } })
})

test('shows the notice elsewhere if the list is hidden', async () => {
  const { act } = setUp(false)
  expect((await act('archive')).said).toEqual({ kind: 'done', text: 'Archived' })
})

test('a refused change is not announced as done', async () => {
  for (const isListShown of [true, false]) {
    const { app, act, parley } = setUp(isListShown)
    parley.answers['sessions.update'] = refuse
    parley.answers['sessions.delete'] = refuse
    for (const id of ['pin', 'archive', 'deleteChat']) {
      const { said, offer } = await act(id)
      expect(app.sessionList.actions.getState().actionError?.code).toBe('STORE_FULL')
      expect([said?.kind, offer]).toEqual([isListShown ? undefined : 'refused', null])
    }
  }
})

test('a chat can be kept on this machine once rows are exchanged, and the notice says what that means', async () => {
  const { app, parley, act } = setUp(true)
  expect(entryActions(app, () => true).map(({ id }) => id)).not.toContain('keepHere')
  app.sync.store.setState({ place: { kind: 'folder', path: '/carried' } })
  expect((await act('keepHere')).said).toMatchObject({
    text: 'Kept on this machine from now on. What your other machines already have stays there.',
  })
  expect(parley.calls.at(-1)).toMatchObject({ input: { sessionId: session.id, isLocal: true } })
})
