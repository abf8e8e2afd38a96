import { expect, test } from 'vitest'

import type { WorkspaceDiff } from '../../../shared/agents/agents'
import type { CommandCheck } from '../../../shared/agents/command-checks'
import { ParleyError } from '../../../shared/errors'
import { FakeEnvironment } from '../../testing/fake-parley'
import { sessionId } from '../../testing/run-events'
import { AgentChanges, sumOfChanges } from './agent-changes'

function diffOf(...paths: string[]): WorkspaceDiff {
  return {
    isolation: 'copy',
    folder: '/own',
    files: paths.map((path) => ({ path, kind: 'modified', added: 2, removed: 1 })),
    isCut: false,
    state: 'b5c2',
  }
}

const chosen = { state: 'b5c2', paths: ['a'] }

function someChanges() {
  const { parley } = new FakeEnvironment()
  const changes = new AgentChanges(parley.api)
  return { parley, changes, known: () => changes.store.getState().diffs[sessionId] }
}

function refuse(): never {
  throw new ParleyError('RUN_ACTIVE', 'it runs')
}

test('the later of two requests wins even if the earlier one answers last', async () => {
  const { parley, changes, known } = someChanges()
  const answers: ((diff: WorkspaceDiff) => void)[] = []
  parley.answers['workspaces.diff'] = () =>
    new Promise((resolve) => answers.push((diff) => resolve({ diff, check: null })))
  const looks = [changes.load(sessionId), changes.load(sessionId)]
  answers[1]?.(diffOf('new'))
  answers[0]?.(diffOf('old'))
  await Promise.all(looks)
  expect(known()?.files.map(({ path }) => path)).toEqual(['new'])
})

test('a request that began before a check ended does not take its result away', async () => {
  const { parley, changes, known } = someChanges()
  const answer = Promise.withResolvers<{ diff: WorkspaceDiff; check: null }>()
  parley.answers['workspaces.diff'] = () => answer.promise
  const loaded = changes.load(sessionId)
  const check: CommandCheck = {
    command: 'npm test',
    ended: 'exited',
    exitCode: 0,
    durationMs: 1,
    output: 'ok',
    isCut: false,
    endedAt: 1,
    isOutdated: false,
    hasChangedFiles: false,
  }
  changes.receiveCheck(sessionId, check)
  answer.resolve({ diff: diffOf('a'), check: null })
  await loaded
  expect([changes.store.getState().checks[sessionId], known()?.files.length]).toEqual([check, 1])
})

test('reloads the remaining changes after applying files', async () => {
  const { parley, changes, known } = someChanges()
  parley.answers['workspaces.apply'] = ({ paths }) => ({ applied: paths })
  parley.answers['workspaces.diff'] = () => ({ diff: diffOf('b'), check: null })
  expect(await changes.apply(sessionId, chosen)).toEqual({ applied: ['a'] })
  expect(known()?.files).toHaveLength(1)
  expect(parley.callsOf('workspaces.apply')).toEqual([{ sessionId, ...chosen }])
})

test('reports a failed apply or discard and keeps the known changes', async () => {
  const { parley, changes, known } = someChanges()
  parley.answers['workspaces.diff'] = () => ({ diff: diffOf('a'), check: null })
  await changes.load(sessionId)
  parley.answers['workspaces.apply'] = refuse
  parley.answers['workspaces.discard'] = refuse
  expect(await changes.apply(sessionId, chosen)).toMatchObject({ refusal: { code: 'RUN_ACTIVE' } })
  expect(await changes.discard(sessionId)).toMatchObject({ code: 'RUN_ACTIVE' })
  expect(known()?.files).toHaveLength(1)
  parley.answers['workspaces.discard'] = () => ({ removed: true })
  expect(await changes.discard(sessionId)).toBeNull()
  expect(known()).toBeNull()
})

test('counts files without text as files but not as lines', () => {
  const diff = diffOf('a', 'b')
  expect(sumOfChanges({ ...diff, files: [...diff.files, { path: 'c.png', kind: 'added' }] })).toEqual({
    files: 3,
    added: 4,
    removed: 2,
  })
})

test('keeps a failure until the next successful request', async () => {
  const { parley, changes } = someChanges()
  const failure = () => changes.store.getState().failures[sessionId]?.code
  parley.answers['workspaces.diff'] = refuse
  await changes.load(sessionId)
  expect(failure()).toBe('RUN_ACTIVE')
  parley.answers['workspaces.diff'] = () => ({ diff: diffOf('a'), check: null })
  await changes.load(sessionId)
  expect(failure()).toBeUndefined()
})
