import { expect, test } from 'vitest'

import type { ModelInfo } from '../../../shared/models/models'
import {
  agentsAmong,
  folderRefusal,
  inCommon,
  isFixedByFolder,
  workBeside,
  workChange,
  workFields,
  workOf,
} from './agent-work'

const reading = workOf({ workspace: '/work' })
const models: ModelInfo[] = [
  {
    id: 'codex/default',
    providerId: 'codex',
    providerName: 'Codex',
    name: 'Codex',
    isScripted: false,
    isLocal: false,
    agent: { agentId: 'codex', isInstalled: true },
  },
]

test('an agent defaults to read-only work in the folder itself', () => {
  expect(workOf({})).toEqual({ workspace: null, permission: 'read-only', isolation: 'same' })
})

test('no agent in a comparison may write in a shared folder, in whatever order options are set', () => {
  const changed = workChange(reading, { permission: 'workspace-write' }, 'pane')
  expect(changed).toEqual({ permission: 'workspace-write', isolation: 'copy' })
  const writing = { ...reading, ...changed }
  expect(workChange({ ...writing, isolation: 'worktree' }, { permission: 'unlimited' }, 'pane')).toEqual({
    permission: 'unlimited',
  })
  expect(workChange(writing, { isolation: 'same' }, 'pane')).toEqual({ isolation: 'copy' })
  expect(workChange(reading, { permission: 'workspace-write' }, 'chat')).toEqual({
    permission: 'workspace-write',
  })
})

test('what an agent may do does not confirm a folder: only one that was chosen is part of the change', () => {
  expect(workChange(reading, { permission: 'unlimited' }, 'pane')).not.toHaveProperty('workspace')
  expect(workChange(reading, { workspace: '/work' }, 'chat')).toEqual({ workspace: '/work' })
})

test('stores only chosen values, so that a chat with a model has none', () => {
  expect(workFields({})).toEqual({})
  expect(workFields({ workspace: '/work' })).toEqual({ workspace: '/work' })
  expect(workFields(reading)).toEqual({ workspace: '/work', permission: 'read-only', isolation: 'same' })
})

test('an agent that joins others starts in their folder unless it already has one', () => {
  const panes = [
    { model: 'demo/brief', workspace: '/not' },
    { model: 'codex/default', ...reading, permission: 'workspace-write', isolation: 'copy' } as const,
  ]
  expect(workBeside({}, panes)).toEqual({ ...reading, permission: 'workspace-write', isolation: 'copy' })
  expect(workBeside({ workspace: '/own' }, panes)).toEqual({ ...reading, workspace: '/own' })
})

test('an agent that is added does not get the folder of an imported pane, which would then count as chosen', () => {
  const imported = { model: 'codex/default', workspace: '/theirs', isFolderImported: true }
  expect(workBeside({}, [imported])).toEqual(workOf({}))
  expect(workBeside({}, [imported, { ...imported, ...reading, isFolderImported: false }])).toEqual(reading)
})

test('refuses to ask an agent without a folder and points to the folder setting', () => {
  const refusal = folderRefusal(models, [
    { model: 'demo/brief' },
    { model: 'codex/default', workspace: null },
  ])
  expect(refusal).toMatchObject({
    data: { reason: 'agent-folder-needed', agent: 'Codex', field: 'workspace' },
  })
  expect(refusal !== null && isFixedByFolder(refusal)).toBe(true)
  expect(folderRefusal(models, [{ model: 'codex/default', workspace: '/work' }])).toBeNull()
  expect(folderRefusal(models, [{ model: 'demo/brief' }, { model: null, workspace: null }])).toBeNull()
  const imported = { workspace: '/theirs', isFolderImported: true }
  expect(folderRefusal(models, [{ model: 'demo/brief', ...imported }])).toBeNull()
  expect(folderRefusal(models, [{ model: 'codex/default', ...imported }])).toMatchObject({
    data: { reason: 'agent-folder-imported', folder: '/theirs', field: 'workspace' },
  })
})

test('returns the value that several panes share, and null if they differ', () => {
  expect(inCommon(['a', 'a'])).toBe('a')
  expect(inCommon(['a', 'b'])).toBeNull()
  expect(agentsAmong(['codex/x', null, 'demo/brief', 'codex/y', 'opencode/default'])).toEqual([
    'codex',
    'opencode',
  ])
})
