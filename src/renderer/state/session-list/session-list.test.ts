import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { ProjectId } from '../../../shared/ids'
import type { ComparisonSummary, SessionSummary } from '../../../shared/sessions/sessions'
import { someChat, someComparison } from './testing/some-summaries'
import { FakeEnvironment } from '../../testing/fake-parley'
import { Organiser } from './session-organiser'
import { chatEntry, compareEntry } from './session-entry'
import { SessionList } from './session-list'
import type { SessionFolderName } from './session-folder'

/** The lists of a window whose main has `stored`, and the requests they made. */
function setUp(stored: { sessions?: SessionSummary[]; comparisons?: ComparisonSummary[] } = {}) {
  const environment = new FakeEnvironment()
  const { answers } = environment.parley
  const sessions = stored.sessions ?? []
  const done: string[] = []
  const did = (what: string, id: string) => done.push(`${what} ${id}`)
  answers['sessions.list'] = ({ archived, deleted, limit = 100, cursor }) => {
    const all = sessions.filter(
      (session) =>
        (session.deletedAt !== undefined) === (deleted ?? false) && session.archived === (archived ?? false),
    )
    const start = Number(cursor ?? 0)
    const isLast = start + limit >= all.length
    return { sessions: all.slice(start, start + limit), nextCursor: isLast ? null : `${start + limit}` }
  }
  answers['compare.list'] = () => ({ comparisons: stored.comparisons ?? [] })
  answers['sessions.delete'] = ({ sessionId }) => {
    did('delete', sessionId)
    return { deleted: true }
  }
  answers['sessions.restore'] = ({ sessionId }) => {
    did('restore', sessionId)
    return { session: someChat(sessionId) }
  }
  answers['sessions.update'] = ({ sessionId, archived }) => {
    did(archived === true ? 'archive' : 'unarchive', sessionId)
    return { session: { ...someChat(sessionId), archived: archived === true } }
  }
  answers['compare.delete'] = ({ comparisonId }) => {
    did('delete', comparisonId)
    return { deleted: true }
  }
  answers['compare.restore'] = ({ comparisonId }) => {
    did('restore', comparisonId)
    return {
      comparison: {
        id: someComparison(comparisonId).id,
        title: '',
        panes: [],
        isBlind: false,
        revealedAt: null,
        createdAt: 1,
        updatedAt: 1,
      },
    }
  }
  const updated: string[] = []
  const list = new SessionList(environment)
  const organiser = new Organiser({
    api: environment.api,
    list,
    onErased: () => done.push('erased'),
    onUpdated: ({ id, archived }) => updated.push(`${id} ${archived ? 'archived' : 'here'}`),
  })
  const ids = (folder: SessionFolderName) => {
    const state = list.folders[folder].store.getState()
    return [...state.sessions, ...state.comparisons].map(({ id }) => id)
  }
  return { environment, answers, list, organiser, done, updated, ids }
}

test('a chat is in one list at a time, wherever it was before', async () => {
  const { list, ids } = setUp()
  list.open('archived')
  await list.load()
  list.upsertSession(someChat('a'))
  list.upsertComparison(someComparison('c'))
  expect(ids('chats')).toEqual(['a', 'c'])
  list.upsertSession(someChat('a', { archived: true }))
  list.upsertComparison(someComparison('c', { archived: true }))
  expect([ids('chats'), ids('archived')]).toEqual([[], ['a', 'c']])
  list.removeSession(someChat('a').id)
  expect(ids('archived')).toEqual(['c'])
})

test('an update without changes causes no render', async () => {
  const { list } = setUp({ sessions: [someChat('a'), someChat('b')] })
  await list.load()
  const before = list.store.getState()
  list.upsertSession(someChat('b'))
  list.removeSession(someChat('never there').id)
  expect(list.store.getState()).toBe(before)
})

test('a reloaded list is as long as before', async () => {
  const sessions = Array.from({ length: 900 }, (_, index) =>
    someChat(`${index}`, { updatedAt: 1_000 - index }),
  )
  const { list, ids } = setUp({ sessions })
  await list.load()
  expect(ids('chats')).toHaveLength(200)
  expect(list.store.getState().completeSince).toBe(801)
  for (let page = 0; page < 3; page += 1) await list.folders.chats.loadMore()
  expect(ids('chats')).toHaveLength(800)
  await list.load()
  expect(ids('chats')).toEqual(sessions.slice(0, 800).map(({ id }) => id))
  await list.folders.chats.loadMore()
  expect(list.store.getState()).toMatchObject({ nextCursor: null, completeSince: -Infinity })
  expect(new Set(ids('chats')).size).toBe(900)
})

test('deletes many at once and restores all of them with one undo', async () => {
  const chats = ['a', 'b', 'c'].map((title) => someChat(title))
  const comparison = someComparison('x')
  const { list, organiser, done, ids } = setUp({ sessions: chats, comparisons: [comparison] })
  await list.load()
  const deleting = organiser.delete([...chats.slice(1).map(chatEntry), compareEntry(comparison)])
  expect(ids('chats')).toEqual(['a'])
  // An event about an entry that is being deleted does not bring its row back.
  list.upsertSession(someChat('b', { running: false, updatedAt: 2 }))
  expect(ids('chats')).toEqual(['a'])
  await deleting
  expect(done).toEqual(['delete b', 'delete c', 'delete x'])
  expect(organiser.store.getState().offer).toMatchObject({ did: 'deleted', entries: { length: 3 } })
  done.length = 0
  await organiser.undo()
  expect(done).toEqual(['restore b', 'restore c', 'restore x'])
  expect(organiser.store.getState().offer).toBeNull()
  list.upsertSession(someChat('b'))
  expect(ids('chats')).toContain('b')
})

test('an entry that could not be deleted reappears with the error and without undo', async () => {
  const chats = ['a', 'b'].map((title) => someChat(title))
  const { list, organiser, answers, ids } = setUp({ sessions: chats })
  await list.load()
  answers['sessions.delete'] = ({ sessionId }) => {
    if (sessionId === 'a') throw new ParleyError('STORE_FULL', 'no room')
    return { deleted: true }
  }
  answers['sessions.list'] = () => ({ sessions: chats.slice(0, 1), nextCursor: null })
  await organiser.delete(chats.map(chatEntry))
  expect(ids('chats')).toEqual(['a'])
  expect(list.actions.getState().actionError).toMatchObject({ code: 'STORE_FULL' })
  expect(organiser.store.getState().offer?.entries.map(({ id }) => id)).toEqual(['b'])
})

test('an undo before main has answered works', async () => {
  const { organiser, list, done } = setUp({ sessions: [someChat('a')] })
  await list.load()
  const deleting = organiser.delete([chatEntry(someChat('a'))])
  await Promise.all([deleting, organiser.undo()])
  expect(done).toEqual(['delete a', 'restore a'])
})

test('archiving can be undone like deleting', async () => {
  const { organiser, list, done, updated } = setUp({ sessions: [someChat('a')] })
  await list.load()
  await organiser.archive([chatEntry(someChat('a'))])
  expect(organiser.store.getState().offer?.did).toBe('archived')
  await organiser.undo()
  expect(done).toEqual(['archive a', 'unarchive a'])
  expect(updated).toEqual(['a archived', 'a here'])
})

test('loads the trash when it is opened, follows deletions elsewhere, and can empty it', async () => {
  const sessions = [someChat('gone', { deletedAt: 5 })]
  const { list, organiser, environment, answers, ids, done } = setUp({ sessions })
  await list.load()
  expect(ids('trash')).toEqual([])
  list.open('trash')
  await list.load()
  expect(ids('trash')).toEqual(['gone'])
  sessions.push(someChat('gone too', { deletedAt: 6 }))
  list.removeSession(someChat('gone too').id)
  environment.runTimers()
  await list.load()
  expect(ids('trash')).toEqual(['gone', 'gone too'])
  answers['sessions.erase'] = () => ({ erased: sessions.splice(0).length })
  answers['compare.erase'] = () => ({ erased: 0 })
  await organiser.emptyTrash()
  expect(ids('trash')).toEqual([])
  expect(done).toEqual(['erased'])
})

test('the list of a project follows chats that enter and leave it, and drops a page of the former project', async () => {
  const [tea, garden] = ['tea', 'garden'] as [ProjectId, ProjectId]
  const { environment, list, ids } = setUp()
  const pages = new Map<string, (sessions: SessionSummary[]) => void>()
  environment.parley.answers['sessions.list'] = ({ projectId = '' }) =>
    new Promise((resolve) => {
      pages.set(projectId, (sessions) => resolve({ sessions, nextCursor: null }))
    })
  list.showProject(tea)
  list.open('project')
  list.showProject(garden)
  pages.get(garden)?.([someChat('roses', { projectId: garden })])
  pages.get(tea)?.([someChat('leaves', { projectId: tea })])
  await expect.poll(() => ids('project')).toEqual(['roses'])
  list.upsertSession(someChat('leaves', { projectId: garden }))
  list.upsertSession(someChat('elsewhere'))
  list.upsertComparison(someComparison('soils', { projectId: garden }))
  expect(ids('project')).toEqual(['leaves', 'roses', 'soils'])
  list.upsertSession(someChat('roses', { projectId: tea }))
  list.upsertSession(someChat('leaves', { projectId: garden, archived: true }))
  expect(ids('project')).toEqual(['soils'])
})
