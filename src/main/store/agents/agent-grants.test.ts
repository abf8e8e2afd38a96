import { copyFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import type { Session } from '../../../shared/sessions/sessions'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { textsOf } from '../tokenizer/index-text'
import { AgentTurns } from './agent-turns'
import { type ConsentPlace, ConsentStore, type ConsentTerms } from './consents'
import { openDatabase } from '../database/database'
import { SealedRows } from '../sealed/sealed-rows'
import { forgetGrants } from '../integrity/snapshots'
import { newestVersion } from '../database/migrations/migrations'
import { sessionDatabaseFile } from '../opening/open-session-database'
import { readChat, toTree } from '../transfer/parley-file'
import { ProjectStore } from '../projects/project-store'
import { repairStore } from '../integrity/repair-store'
import { SessionCopies } from '../sessions/session-copies'
import { storeFiles } from '../database/store-files'
import { asMessage, converse, openTestStore, type TestStore } from '../testing/test-store'
import { TreeWriter } from '../sessions/tree-writer'

const agentWork = { workspace: '/projects', permission: 'workspace-write', isolation: 'copy' } as const
const terms: ConsentTerms = { kind: 'execute', what: 'ls\ud800', terms: '{"call":{"command":"ls"}}' }

function grants({ store, database, clock, newId }: TestStore) {
  const session = store.createSession({ model: 'codex/x', ...agentWork, tools: { enabled: ['web.fetch'] } })
  const { id: projectId } = new ProjectStore(database, { clock, newId }).save({ name: 'Tea' })
  const place: ConsentPlace = {
    agentId: 'codex',
    sessionId: session.id,
    folder: '/projects',
    permission: 'workspace-write',
  }
  const consents = new ConsentStore(database, { clock, newId })
  const turns = new AgentTurns(database)
  consents.remember(place, terms, 'always')
  consents.remember(place, { ...terms, terms: 'other' }, 'session')
  turns.save({
    messageId: asMessage('a'),
    sessionId: session.id,
    agentId: 'codex',
    resumeId: 'r',
    workspace: '/projects',
    at: 1,
  })
  database
    .command(
      `INSERT INTO knowledge_sources (id, project_id, kind, path, is_allowed, added_at)
       VALUES ('source', ?, 'folder', '/projects', 1, 1)`,
    )
    .run(projectId)
  return { session, place, consents }
}

const tablesOf = ({ database }: Pick<TestStore, 'database'>) => ({
  consents: database.query('SELECT id FROM consents').all().length,
  turns: database.query('SELECT message_id FROM agent_turns').all().length,
  allowed: database.query('SELECT id FROM sessions WHERE permission IS NOT NULL').all().length,
  folders: database.query('SELECT id FROM knowledge_sources WHERE is_allowed = 1').all().length,
})

test('keeps a chat’s workspace, isolation and permission, and adds no such fields to other chats', () => {
  const { store } = openTestStore()
  const session = store.createSession({ model: 'codex/x', ...agentWork })
  expect(store.getSession(session.id)).toMatchObject(agentWork)
  expect(store.updateSession(session.id, { permission: 'read-only', isolation: 'same' })).toMatchObject({
    permission: 'read-only',
    isolation: 'same',
  })
  const plain = store.createSession()
  expect('permission' in plain || 'isolation' in plain).toBe(false)
})

test('a copy and a fork keep the workspace and the tools, but are read-only and do not continue the agent’s session', async () => {
  const opened = openTestStore()
  const { store, database, clock, newId } = opened
  const { session } = grants(opened)
  converse(store, session.id, ['one'])
  const writer = new TreeWriter(database, { newId, pause: () => Promise.resolve() })
  const copies = new SessionCopies(database, { store, writer, clock })
  const made: Session[] = [
    await copies.copyAll(session.id),
    await copies.copyPath(session.id, asMessage('ask-one')),
  ]
  for (const copy of made) {
    expect(copy).toMatchObject({
      workspace: '/projects',
      isolation: 'copy',
      tools: { enabled: ['web.fetch'] },
    })
    expect(copy).not.toHaveProperty('permission')
  }
  expect(tablesOf(opened)).toEqual({ consents: 2, turns: 1, allowed: 1, folders: 1 })
})

describe('consents', () => {
  test('are returned as given, and last in a chat until it is erased', () => {
    const opened = openTestStore()
    const { consents, place, session } = grants(opened)
    expect(consents.list()).toMatchObject([{ kind: 'execute', what: 'ls\ud800', folder: '/projects' }])
    expect(consents.recall(place, terms)).toBe('always')
    expect(consents.recall(place, { ...terms, terms: 'other' })).toBe('session')
    expect(consents.recall(place, { ...terms, kind: 'other' })).toBeNull()
    expect(consents.recall({ ...place, folder: '/projects/' }, terms)).toBeNull()
    expect(consents.recall({ ...place, folder: '/Work' }, terms)).toBeNull()
    opened.database.command('DELETE FROM sessions WHERE id = ?').run(session.id)
    expect(tablesOf(opened)).toEqual({ consents: 1, turns: 0, allowed: 0, folders: 1 })
  })

  test('that apply always, once removed, are asked for again in every chat, even those with the same consent', () => {
    const { consents, place } = grants(openTestStore())
    consents.remember(place, terms, 'session')
    consents.remember(place, terms, 'always')
    const rules = consents.list()
    expect(rules).toHaveLength(1)
    expect(consents.remove(rules[0]?.id ?? '')).toBe(true)
    expect(consents.recall(place, terms)).toBeNull()
    expect(consents.remove('unknown')).toBe(false)
  })

  test('of one chat are listed with it and removed only there', () => {
    const opened = openTestStore()
    const { consents, place, session } = grants(opened)
    const other = opened.store.createSession({ model: 'codex/x', title: 'Other', ...agentWork })
    const elsewhere = { ...place, sessionId: other.id }
    consents.remember(elsewhere, { ...terms, terms: 'other' }, 'session')
    const rules = consents.listOfChats()
    expect(rules.map(({ sessionId, title, what }) => [sessionId, title, what])).toEqual([
      [other.id, 'Other', 'ls\ud800'],
      [session.id, 'New chat', 'ls\ud800'],
    ])
    expect(consents.remove(rules[1]?.id ?? '')).toBe(true)
    expect(consents.recall(place, { ...terms, terms: 'other' })).toBeNull()
    expect(consents.recall(elsewhere, { ...terms, terms: 'other' })).toBe('session')
    expect(consents.recall(place, terms)).toBe('always')
  })

  test('do not come back with an older state of the file, but what was refused stays refused', () => {
    const opened = openTestStore()
    const { consents, place } = grants(opened)
    consents.remember(place, { ...terms, terms: 'refused' }, 'never')
    forgetGrants(opened.database)
    expect(consents.recall({ ...place, permission: 'unlimited' }, { ...terms, terms: 'refused' })).toBe(
      'never',
    )
    consents.remove(consents.list()[0]?.id ?? '')
    expect(tablesOf(opened)).toEqual({ consents: 0, turns: 0, allowed: 0, folders: 0 })
  })

  test('of hidden contestants do not come back either, and their refusals stay', () => {
    const opened = openTestStore()
    const { session } = grants(opened)
    const rows = new SealedRows(opened.database)
    rows.put(session.id, 'sessions', session.id, {
      id: session.id,
      permission: 'unlimited',
      isolation: 'copy',
    })
    rows.put(session.id, 'agent_turns', 'turn', { id: 'turn' })
    for (const place of ['consents', 'tool_consents'] as const) {
      rows.put(session.id, place, 'yes', { id: 'yes', decision: 'allow' })
      rows.put(session.id, place, 'no', { id: 'no', decision: 'deny' })
    }
    forgetGrants(opened.database)
    expect(rows.get(session.id, 'sessions', session.id)).toEqual({
      id: session.id,
      permission: null,
      isolation: null,
    })
    expect(rows.list(session.id, 'agent_turns')).toEqual([])
    for (const place of ['consents', 'tool_consents'] as const) {
      expect(rows.list(session.id, place)).toEqual([{ id: 'no', decision: 'deny' }])
    }
  })

  test('are not salvaged from a damaged file', () => {
    const opened = openTestStore()
    const { session } = grants(opened)
    opened.database.close()
    const folder = temporaryFolder()
    const files = storeFiles(folder)
    copyFileSync(sessionDatabaseFile(opened.folder), files.database)
    repairStore({ dataFolder: folder, base: 'snapshot', isLogBroken: false })
    const repaired = openDatabase(files.next, {
      newestVersion,
      clock: opened.clock,
      onSlowStatement: () => {},
    })
    expect(tablesOf({ database: repaired })).toEqual({ consents: 0, turns: 0, allowed: 0, folders: 0 })
    expect(repaired.query('SELECT id, workspace FROM sessions').all()).toEqual([
      { id: session.id, workspace: '/projects' },
    ])
    repaired.close()
  })
})

test('ignores a permission and tools claimed by an imported Parley file', () => {
  const { chat } = readChat({
    format: 'parley-chat',
    version: 1,
    title: null,
    model: 'codex/x',
    workspace: '/projects',
    permission: 'unlimited',
    isolation: 'same',
    tools: { enabled: ['files.read'] },
    consents: [{ kind: 'execute', what: 'rm -rf /' }],
    systemPrompt: null,
    params: {},
    pinned: false,
    archived: false,
    createdAt: 1,
    updatedAt: 1,
    leaf: null,
    messages: [],
  })
  if (chat === undefined) throw new Error('the value is not a chat')
  const { session } = toTree(chat)
  expect(Object.keys(session)).not.toContain('permission')
  expect(Object.keys(session)).not.toContain('isolation')
  expect(Object.keys(session)).not.toContain('tools')
})

test('finds commands and their output in a search, apart from what was said', () => {
  expect(
    textsOf([
      {
        type: 'tool-call',
        toolCallId: 'c',
        toolName: 'Bash',
        input: { command: 'secret' },
        title: 'secret',
        output: 'secret',
        state: 'done',
      },
      { type: 'plan', entries: [{ text: 'secret', status: 'pending' }] },
      { type: 'text', text: 'seen' },
    ]),
  ).toMatchObject({ text: 'seen', reasoning: '', details: expect.stringContaining('secret') as string })
})
