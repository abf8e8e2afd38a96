import { expect, test } from 'vitest'

import type { ModelInfo } from '../../../shared/models/models'
import {
  agentsAmong,
  changedWork,
  folderName,
  folderRefusal,
  inCommon,
  isMendedByFolder,
  workBeside,
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

test('an agent of which nothing was chosen only reads, in the folder itself', () => {
  expect(workOf({})).toEqual({ workspace: null, permission: 'read-only', isolation: 'same' })
})

test('in a comparison no agent may write where another one does, in whatever order it is chosen', () => {
  const writing = changedWork(reading, { permission: 'workspace-write' }, 'pane')
  expect(writing.isolation).toBe('copy')
  expect(changedWork({ ...writing, isolation: 'worktree' }, { permission: 'unlimited' }, 'pane')).toEqual({
    workspace: '/work',
    permission: 'unlimited',
    isolation: 'worktree',
  })
  expect(changedWork(writing, { isolation: 'same' }, 'pane').isolation).toBe('copy')
  expect(changedWork(reading, { permission: 'workspace-write' }, 'chat').isolation).toBe('same')
})

test('what was not chosen is not stored, so that a chat with a model stays one', () => {
  expect(workFields({})).toEqual({})
  expect(workFields({ workspace: '/work' })).toEqual({ workspace: '/work' })
  expect(workFields(reading)).toEqual({ workspace: '/work', permission: 'read-only', isolation: 'same' })
})

test('an agent that joins others begins where they work, but keeps a folder of its own', () => {
  const panes = [
    { model: 'demo/brief', workspace: '/not' },
    { model: 'codex/default', ...reading, permission: 'workspace-write', isolation: 'copy' } as const,
  ]
  expect(workBeside({}, panes)).toEqual({ ...reading, permission: 'workspace-write', isolation: 'copy' })
  expect(workBeside({ workspace: '/own' }, panes)).toEqual({ ...reading, workspace: '/own' })
})

test('an agent without a folder is not asked, and the refusal leads to the folder', () => {
  const refusal = folderRefusal(models, [
    { model: 'demo/brief' },
    { model: 'codex/default', workspace: null },
  ])
  expect(refusal).toMatchObject({
    message: 'Codex works in a folder. Choose one first.',
    data: { reason: 'agent-folder-needed', field: 'workspace' },
  })
  expect(refusal !== null && isMendedByFolder(refusal)).toBe(true)
  expect(folderRefusal(models, [{ model: 'codex/default', workspace: '/work' }])).toBeNull()
  expect(folderRefusal(models, [{ model: 'demo/brief' }, { model: null, workspace: null }])).toBeNull()
})

test('what several panes have in common is said, and what differs is not taken for one of them', () => {
  expect(inCommon(['a', 'a'])).toBe('a')
  expect(inCommon(['a', 'b'])).toBeNull()
  expect(agentsAmong(['codex/x', null, 'demo/brief', 'codex/y', 'opencode/default'])).toEqual([
    'codex',
    'opencode',
  ])
})

test.each([
  ['/projects/station', 'station'],
  ['/projects/station/', 'station'],
  ['C:\\work\\station', 'station'],
  ['/', '/'],
])('the folder %s is called %s', (path, name) => {
  expect(folderName(path)).toBe(name)
})
