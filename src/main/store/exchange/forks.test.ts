import { expect, test } from 'vitest'

import type { SessionId } from '../../../shared/ids'
import { createManualClock } from '../../base/testing/manual-clock'
import { answer, asMessage, asRun, beginRun, converse, openTestStore } from '../testing/test-store'
import { RowApplier } from './apply-rows'
import { RowReader } from './read-rows'

function machine() {
  const { store, database } = openTestStore()
  const applier = new RowApplier(database, createManualClock())
  const rows = () => [...new RowReader(database).read()]
  const forkOf = (id: SessionId) => store.getSession(id).fork
  return { store, database, applier, rows, forkOf }
}

type Machine = ReturnType<typeof machine>

/** Two machines with the same chat. */
function pair() {
  const [a, b] = [machine(), machine()]
  const { id } = a.store.createSession()
  converse(a.store, id, ['one'])
  b.applier.apply(a.rows())
  return { a, b, id }
}

/** Both get everything that the other one has. */
function exchange(a: Machine, b: Machine): void {
  const [ofA, ofB] = [a.rows(), b.rows()]
  a.applier.apply(ofB)
  b.applier.apply(ofA)
}

function regenerate({ store }: Machine, id: SessionId, name: string): void {
  beginRun(store, id, name, { parentId: asMessage('ask-one') })
  store.settleRun(asRun(`run-${name}`), answer(id, name))
}

test('a chat that two machines continued knows the first messages of both branches, until one is chosen', () => {
  const { a, b, id } = pair()
  converse(a.store, id, ['here'])
  converse(b.store, id, ['there'])
  exchange(a, b)
  expect(a.forkOf(id)).toEqual(['ask-here', 'ask-there'])
  expect(b.forkOf(id)).toEqual(['ask-there', 'ask-here'])
  expect(a.store.updateSession(id, { fork: null }).fork).toBeUndefined()
  exchange(a, b)
  expect(a.forkOf(id)).toBeUndefined()
  expect(b.forkOf(id)).toBeDefined()
})

test('regenerating is no fork, wherever the answer before came from, unless both machines did it', () => {
  const { a, b, id } = pair()
  regenerate(b, id, 'two')
  exchange(a, b)
  regenerate(a, id, 'three')
  exchange(a, b)
  expect([a.forkOf(id), b.forkOf(id)]).toEqual([undefined, undefined])
  regenerate(a, id, 'here')
  regenerate(b, id, 'there')
  exchange(a, b)
  expect(a.forkOf(id)).toEqual(['answer-here', 'answer-there'])
})

test('neither an import nor a machine that wrote nothing sees a fork', () => {
  const { a, b, id } = pair()
  converse(a.store, id, ['here'])
  converse(b.store, id, ['there'])
  const c = machine()
  c.applier.apply(a.rows())
  c.applier.apply(b.rows())
  expect(c.forkOf(id)).toBeUndefined()
  new RowApplier(a.database, createManualClock(), { isImport: true }).apply(b.rows())
  expect(a.forkOf(id)).toBeUndefined()
})
