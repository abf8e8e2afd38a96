import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { ComparisonId, PaneId } from '../../../shared/ids'
import type { Comparison } from '../../../shared/sessions/sessions'
import { asRun, answer, beginRun, openTestStore, pathIds } from '../testing/test-store'
import { ComparisonStore } from './comparison-store'

const letters = (comparison: Comparison) => comparison.panes.map(({ letter }) => letter).join('')
const choice = (model: string) => ({ model: `demo/${model}`, params: {} })

function open() {
  const opened = openTestStore()
  const comparisons = new ComparisonStore(opened.database, opened.store, opened)
  return { ...opened, sessions: opened.store, comparisons }
}

function models({ panes }: Comparison): string[] {
  return panes.map(({ position, model }) => `${position} ${model}`)
}

function paneAt({ panes }: Comparison, position: number) {
  const pane = panes[position]
  if (pane === undefined) throw new Error(`no pane at position ${position}`)
  return pane
}

function refusal(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof ParleyError) return `${error.code} ${JSON.stringify(error.data)}`
    throw error
  }
  return 'none'
}

test('creates a pane and a session per model, in order; a model may appear twice', () => {
  const { comparisons, sessions, clock } = open()
  const created = comparisons.create({
    models: [choice('a'), { model: 'demo/b', params: { seed: 1 } }, { model: 'demo/b', params: { seed: 2 } }],
  })
  expect(created).toEqual({
    id: created.id,
    title: 'New comparison',
    panes: [
      {
        paneId: paneAt(created, 0).paneId,
        sessionId: paneAt(created, 0).sessionId,
        position: 0,
        letter: 'A',
        ...choice('a'),
        systemPrompt: null,
      },
      expect.objectContaining({ position: 1, model: 'demo/b', params: { seed: 1 } }),
      expect.objectContaining({ position: 2, model: 'demo/b', params: { seed: 2 } }),
    ],
    isBlind: false,
    revealedAt: null,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  })
  expect(comparisons.get(created.id)).toEqual(created)
  expect(new Set(created.panes.map(({ sessionId }) => sessionId)).size).toBe(3)
  expect(sessions.getSession(paneAt(created, 1).sessionId)).toMatchObject({ kind: 'pane', model: 'demo/b' })
  expect(sessions.listSessions().sessions).toEqual([])
})

test('requires two to eight panes, and a refused change leaves nothing behind', () => {
  const { comparisons } = open()
  expect(refusal(() => comparisons.create({ models: [choice('a')] }))).toMatch(
    /^INVALID_INPUT {"min":2,"reason":"too-few-panes"/,
  )
  const nine = Array.from({ length: 9 }, (_, index) => choice(`${index}`))
  expect(refusal(() => comparisons.create({ models: nine }))).toMatch(
    /^INVALID_INPUT {"max":8,"reason":"too-many-panes"/,
  )
  expect(comparisons.list()).toEqual([])

  const eight = comparisons.create({ models: nine.slice(0, 8) })
  expect(refusal(() => comparisons.addPane(eight.id, choice('x')))).toMatch(
    /^INVALID_INPUT {"max":8,"reason":"too-many-panes"/,
  )
  const two = comparisons.create({ models: nine.slice(0, 2) })
  expect(refusal(() => comparisons.removePane(two.id, paneAt(two, 0).paneId))).toMatch(
    /^INVALID_INPUT {"min":2,"reason":"too-few-panes"/,
  )
  expect(comparisons.get(two.id)).toEqual(two)
})

test('adds panes at the end and removes them anywhere; the others keep their order and move up', () => {
  const { comparisons, sessions } = open()
  const created = comparisons.create({ models: [choice('a'), choice('b'), choice('c')] })
  const { paneId, sessionId } = paneAt(created, 0)
  expect(models(comparisons.removePane(created.id, paneId))).toEqual(['0 demo/b', '1 demo/c'])
  expect(models(comparisons.addPane(created.id, choice('d')))).toEqual(['0 demo/b', '1 demo/c', '2 demo/d'])
  expect(models(comparisons.addPane(created.id, choice('e')))[3]).toBe('3 demo/e')
  expect(refusal(() => comparisons.paneById(paneId))).toMatch(/^NOT_FOUND/)
  expect(refusal(() => comparisons.removePane(created.id, paneId))).toMatch(/^NOT_FOUND/)
  expect(refusal(() => sessions.getSession(sessionId))).toMatch(/^NOT_FOUND/)
  expect(comparisons.comparisonOfSession(sessionId)).toBeNull()
})

test('changing the model of a pane keeps the pane, its session and its messages', () => {
  const { comparisons, sessions } = open()
  const created = comparisons.create({ models: [choice('a'), choice('b')] })
  const { paneId, sessionId } = paneAt(created, 1)
  beginRun(sessions, sessionId, 'q')
  sessions.settleRun(asRun('run-q'), answer(sessionId, 'q'))
  const replaced = comparisons.replacePane(created.id, paneId, {
    model: 'demo/z',
    params: { temperature: 1 },
  })
  expect(paneAt(replaced, 1)).toEqual({
    paneId,
    sessionId,
    position: 1,
    letter: 'B',
    model: 'demo/z',
    params: { temperature: 1 },
    systemPrompt: null,
  })
  expect(pathIds(sessions, sessionId)).toEqual(['ask-q', 'answer-q'])
})

test('finds a pane by its id and by its session, only in its own comparison', () => {
  const { comparisons } = open()
  const one = comparisons.create({ models: [choice('a'), choice('b')] })
  const other = comparisons.create({ models: [choice('c'), choice('d')] })
  const pane = paneAt(one, 1)
  expect(comparisons.paneById(pane.paneId)).toEqual({ pane, comparisonId: one.id })
  expect(comparisons.comparisonOfSession(pane.sessionId)).toBe(one.id)
  expect(comparisons.paneOf(one.id, pane.paneId)).toEqual(pane)
  const calls = [
    () => comparisons.paneOf(other.id, pane.paneId),
    () => comparisons.replacePane(other.id, pane.paneId, choice('x')),
    () => comparisons.removePane(other.id, pane.paneId),
    () => comparisons.paneById('never' as string as PaneId),
    () => comparisons.get('never' as string as ComparisonId),
  ]
  expect(calls.map((act) => refusal(act).split(' ')[0])).toEqual(calls.map(() => 'NOT_FOUND'))
})

test('deleting a comparison deletes its panes and their sessions', () => {
  const { comparisons, sessions } = open()
  const created = comparisons.create({ models: [choice('a'), choice('b')] })
  const { paneId, sessionId } = paneAt(created, 0)
  comparisons.delete(created.id)
  const calls = [
    () => comparisons.get(created.id),
    () => comparisons.delete(created.id),
    () => comparisons.update(created.id, { title: 'x' }),
    () => comparisons.addPane(created.id, choice('x')),
    () => comparisons.titleFromFirst(created.id, 'x'),
    () => comparisons.paneById(paneId),
    () => sessions.getSession(sessionId),
  ]
  expect(calls.map((act) => refusal(act).split(' ')[0])).toEqual(calls.map(() => 'NOT_FOUND'))
  expect(comparisons.list()).toEqual([])
})

test('a comparison survives the deletion of a pane’s session', () => {
  const { comparisons, sessions } = open()
  const created = comparisons.create({ models: [choice('a'), choice('b'), choice('c')] })
  sessions.deleteSession(paneAt(created, 1).sessionId)
  expect(models(comparisons.get(created.id))).toEqual(['0 demo/a', '1 demo/c'])
  expect(comparisons.list()).toMatchObject([{ paneCount: 2 }])
})

test('takes the title from the first prompt with text, and never replaces one', () => {
  const { comparisons } = open()
  const { id } = comparisons.create({ models: [choice('a'), choice('b')] })
  expect(comparisons.titleFromFirst(id, ' \n')).toBe(false)
  expect(comparisons.titleFromFirst(id, '# Why is\nthe sky blue?')).toBe(true)
  expect(comparisons.titleFromFirst(id, 'and the sea?')).toBe(false)
  expect(comparisons.get(id).title).toBe('Why is')
  expect(comparisons.update(id, { title: 'Mine' }).title).toBe('Mine')

  const named = comparisons.create({ models: [choice('a'), choice('b')], title: 'Named' })
  expect(comparisons.titleFromFirst(named.id, 'other')).toBe(false)
  expect(comparisons.get(named.id).title).toBe('Named')
})

test('lists comparisons by last change, including runs in panes', () => {
  const { comparisons, sessions, clock } = open()
  const [first, second] = ['first', 'second'].map((title) => {
    clock.advance(1)
    return comparisons.create({ models: [choice('a'), choice('b')], title })
  })
  if (first === undefined || second === undefined) throw new Error('expected two comparisons')
  expect(comparisons.list().map(({ title }) => title)).toEqual(['second', 'first'])
  clock.advance(1)
  beginRun(sessions, paneAt(first, 1).sessionId, 'q')
  const listed = { paneCount: 2, pinned: false, archived: false }
  expect(comparisons.list()).toEqual([
    { ...listed, id: first.id, title: 'first', createdAt: first.createdAt, updatedAt: clock.now() },
    {
      ...listed,
      id: second.id,
      title: 'second',
      createdAt: second.createdAt,
      updatedAt: second.createdAt,
    },
  ])
  expect(comparisons.get(first.id).updatedAt).toBe(clock.now())
  expect(comparisons.list({ limit: 1 }).map(({ title }) => title)).toEqual(['first'])
})

test('lists pinned comparisons first and archived ones separately, and neither counts as a change', () => {
  const { comparisons, clock } = open()
  const [a, b, c] = ['a', 'b', 'c'].map((title) => {
    clock.advance(1)
    return comparisons.create({ models: [choice('a'), choice('b')], title })
  })
  if (a === undefined || b === undefined || c === undefined) throw new Error('expected three comparisons')
  const titles = (input?: Parameters<typeof comparisons.list>[0]) =>
    comparisons.list(input).map(({ title }) => title)
  clock.advance(1)
  comparisons.update(a.id, { pinned: true })
  comparisons.update(b.id, { archived: true })
  expect(titles()).toEqual(['a', 'c'])
  expect(titles({ archived: true })).toEqual(['b'])
  expect(comparisons.summary(a.id)).toMatchObject({ pinned: true, updatedAt: a.updatedAt })
  comparisons.update(b.id, { archived: false })
  expect(titles()).toEqual(['a', 'c', 'b'])
})

test('restores a deleted comparison from the trash with its panes and messages', () => {
  const { comparisons, sessions, clock } = open()
  const created = comparisons.create({ models: [choice('a'), choice('b'), choice('c')], title: 'Kept' })
  const removed = paneAt(created, 0)
  comparisons.removePane(created.id, removed.paneId)
  const { sessionId } = paneAt(created, 1)
  beginRun(sessions, sessionId, 'q')
  sessions.settleRun(asRun('run-q'), answer(sessionId, 'q'))
  clock.advance(1)
  const before = comparisons.get(created.id)
  comparisons.delete(created.id)
  expect(comparisons.list({ deleted: true })).toMatchObject([
    { id: created.id, title: 'Kept', paneCount: 2, deletedAt: clock.now() },
  ])
  expect(comparisons.restore(created.id)).toEqual(before)
  expect(comparisons.list({ deleted: true })).toEqual([])
  expect(pathIds(sessions, sessionId)).toEqual(['ask-q', 'answer-q'])
  expect(refusal(() => sessions.getSession(removed.sessionId))).toMatch(/^NOT_FOUND/)
  // Restoring twice has no further effect.
  expect(comparisons.restore(created.id)).toEqual(before)
  expect(refusal(() => comparisons.restore('never' as string as ComparisonId))).toMatch(/^NOT_FOUND/)
})

test('restores a removed pane to its position with its messages', () => {
  const { comparisons, sessions, clock } = open()
  const created = comparisons.create({ models: ['a', 'b', 'c', 'd'].map(choice) })
  const { id } = created
  const [, b, c] = created.panes
  if (b === undefined || c === undefined) throw new Error('expected four panes')
  beginRun(sessions, b.sessionId, 'q')
  sessions.settleRun(asRun('run-q'), answer(b.sessionId, 'q'))
  comparisons.removePane(id, b.paneId)
  comparisons.removePane(id, c.paneId)
  clock.advance(1)
  expect(models(comparisons.restorePane(id, c.paneId))).toEqual(['0 demo/a', '1 demo/c', '2 demo/d'])
  expect(comparisons.restorePane(id, b.paneId)).toEqual({ ...created, updatedAt: clock.now() })
  expect(pathIds(sessions, b.sessionId)).toEqual(['ask-q', 'answer-q'])
  // Restoring twice has no further effect.
  expect(models(comparisons.restorePane(id, b.paneId))).toEqual(models(created))

  // It returns to its position even after other panes have moved.
  comparisons.removePane(id, b.paneId)
  comparisons.movePane(id, c.paneId, 2)
  expect(models(comparisons.restorePane(id, b.paneId))).toEqual([
    '0 demo/a',
    '1 demo/b',
    '2 demo/d',
    '3 demo/c',
  ])
})

test('a letter stays with its pane; a new pane gets one that no removed pane has, while there is one', () => {
  const { comparisons, clock } = open()
  const created = comparisons.create({ models: ['a', 'b', 'c'].map(choice) })
  const { id } = created
  const [a, b, c] = created.panes.map(({ paneId }) => paneId) as [PaneId, PaneId, PaneId]
  expect(letters(comparisons.movePane(id, c, 0))).toBe('CAB')
  comparisons.removePane(id, b)
  clock.advance(1)
  expect(letters(comparisons.addPane(id, choice('d')))).toBe('CAD')
  comparisons.removePane(id, a)
  expect(comparisons.get(id).removedCount).toBe(2)
  expect(comparisons.removedPanes(id)).toMatchObject([
    { paneId: a, letter: 'A', model: 'demo/a', removedAt: clock.now(), messageCount: 0 },
    { paneId: b, letter: 'B', model: 'demo/b', removedAt: clock.now() - 1 },
  ])
  for (const model of ['e', 'f', 'g', 'h', 'i']) comparisons.addPane(id, choice(model))
  // Only the letters of removed panes were left for the last one.
  expect(letters(comparisons.get(id))).toBe('CDEFGHA')
  expect(letters(comparisons.restorePane(id, a))).toBe('CBDEFGHA')
  expect(comparisons.removedPanes(id).map(({ paneId }) => paneId)).toEqual([b])
})

test('does not restore a pane to a full, deleted or different comparison', () => {
  const { comparisons, sessions } = open()
  const created = comparisons.create({ models: Array.from({ length: 8 }, () => choice('a')) })
  const other = comparisons.create({ models: [choice('a'), choice('b')] })
  const { id } = created
  const { paneId, sessionId } = paneAt(created, 3)
  comparisons.removePane(id, paneId)
  expect(refusal(() => comparisons.restorePane(other.id, paneId))).toMatch(/^NOT_FOUND/)
  comparisons.addPane(id, choice('b'))
  expect(refusal(() => comparisons.restorePane(id, paneId))).toMatch(/^INVALID_INPUT/)
  expect(refusal(() => sessions.getSession(sessionId))).toMatch(/^NOT_FOUND/)
  comparisons.delete(id)
  expect(refusal(() => comparisons.restorePane(id, paneId))).toMatch(/^NOT_FOUND/)
  expect(refusal(() => comparisons.restorePane(id, 'never' as string as PaneId))).toMatch(/^NOT_FOUND/)
})

test('requires isolation for a pane whose agent may write, and a refusal changes nothing', () => {
  const { comparisons, sessions } = open()
  const agent = { model: 'codex/x', params: {}, workspace: '/work' }
  const refused = /^INVALID_INPUT {"field":"isolation","reason":"agent-isolation-pane"/
  const writing = { ...agent, permission: 'workspace-write' as const }
  expect(refusal(() => comparisons.create({ models: [choice('a'), writing] }))).toMatch(refused)
  expect(comparisons.list()).toEqual([])

  const created = comparisons.create({ models: [agent, { ...writing, isolation: 'copy' }] })
  expect(created.panes).toMatchObject([
    { workspace: '/work' },
    { workspace: '/work', permission: 'workspace-write', isolation: 'copy' },
  ])
  const [reading, apart] = [paneAt(created, 0), paneAt(created, 1)]
  const { id } = created
  expect(refusal(() => comparisons.updatePane(id, reading.paneId, { permission: 'unlimited' }))).toMatch(
    refused,
  )
  expect(refusal(() => comparisons.updatePane(id, apart.paneId, { isolation: 'same' }))).toMatch(refused)
  expect(refusal(() => sessions.updateSession(apart.sessionId, { isolation: 'same' }))).toMatch(refused)
  expect(refusal(() => comparisons.addPane(id, writing))).toMatch(refused)
  expect(refusal(() => comparisons.replacePane(id, reading.paneId, writing))).toMatch(refused)
  expect(comparisons.get(id)).toEqual(created)

  const plain = { ...choice('b'), permission: 'workspace-write' as const }
  const replaced = comparisons.replacePane(id, reading.paneId, plain)
  expect(paneAt(replaced, 0)).toMatchObject({ model: 'demo/b', workspace: '/work' })
  expect(refusal(() => comparisons.replacePane(id, reading.paneId, agent))).toMatch(refused)
  const worktree = comparisons.updatePane(id, reading.paneId, { isolation: 'worktree' })
  expect(paneAt(worktree, 0)).toMatchObject({ isolation: 'worktree' })
  expect(sessions.createSession({ ...writing, kind: 'chat' })).toMatchObject({ workspace: '/work' })
})
