import { realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import type { AgentTurn, RunSource } from '../../run-source/run-source'
import { needsLinks } from '../../base/testing/needs'
import { realTemporaryFolder, temporaryFolder } from '../../base/testing/temporary-folder'
import { AgentTraces, AgentTurns } from '../../store/agents/agent-turns'
import { SessionOperations } from '../../store/sessions/session-operations'
import { createRunHarness, turn } from '../testing/run-harness'

/** Chats with an agent that numbers its sessions `r1`, `r2`, … and records which session it is asked to resume. */
function agents() {
  const turns: { resumeId: string | null; folder: string; turn: AgentTurn }[] = []
  let count = 0
  let failure: unknown = null
  const source: RunSource = async function* ({ agent }, context) {
    if (agent === undefined) return
    const folder = await agent.openWorkspace(context.signal)
    turns.push({ resumeId: agent.resumeId, folder, turn: agent })
    if (failure !== null) {
      // Found in the files of the project, before the agent starts.
      yield { type: 'knowledge', excerpts: [] }
      throw failure
    }
    context.saveAgentSession(agent.resumeId ?? `r${++count}`)
    yield {
      type: 'tool-call',
      toolCallId: `c${turns.length}`,
      toolName: 'Edit',
      kind: 'edit',
      input: {},
    }
    yield {
      type: 'tool-update',
      toolCallId: `c${turns.length}`,
      changes: [{ path: 'a.ts', kind: 'modified' }],
    }
    yield { type: 'tool-result', toolCallId: `c${turns.length}`, output: 'ok' }
    yield { type: 'text-delta', text: 'Done.' }
  }
  const harness = createRunHarness(source)
  const folder = temporaryFolder()
  const { store, leases, database } = harness
  const traces = new AgentTraces(database)
  const operations = new SessionOperations({ store, leases, copies: {} as never, edits: {} as never, traces })
  const newChat = (more: Parameters<typeof store.createSession>[0] = {}) =>
    store.createSession({ model: 'claude-code/default', workspace: folder, ...more }).id
  /** The session that the run was asked to resume, and the codes of its notices. */
  const finished = async (sessionId: SessionId) => {
    const run = harness.active.get(sessionId)
    await run?.finished
    const notices = run?.log.state.notices.map(({ code }) => code) ?? []
    return [turns.at(-1)?.resumeId ?? null, ...notices]
  }
  const send = async (sessionId: SessionId, model?: string) => {
    await harness.manager.send({ sessionId, text: 'Go on', model })
    const result = await finished(sessionId)
    // The lease is released after everything that waited for the end has run.
    await Promise.resolve()
    return result
  }
  const failWith = (error: unknown) => {
    failure = error
  }
  return { harness, operations, turns, folder, newChat, send, finished, failWith }
}

const anew = 'AGENT_BEGAN_ANEW'

describe("an agent's own session", () => {
  test('is started by the first turn and resumed by later ones', async () => {
    const { newChat, send, turns, folder } = agents()
    const chat = newChat({ permission: 'workspace-write' })
    expect([await send(chat), await send(chat), await send(chat)]).toEqual([[null], ['r1'], ['r1']])
    expect(turns[0]).toMatchObject({
      folder: realpathSync(folder),
      turn: { sessionId: chat, permission: 'workspace-write' },
    })
    expect(await send(newChat())).toEqual([null])
  })

  test('is not resumed after an undo, and is resumed when the exchange is restored', async () => {
    const { harness, operations, newChat, send } = agents()
    const chat = newChat()
    await send(chat)
    await send(chat)
    const { formerLeafId } = operations.undo(chat)
    expect(await send(chat)).toEqual([null, anew])
    expect(await send(chat)).toEqual(['r2'])
    operations.setLeaf(chat, formerLeafId)
    expect(harness.store.leafOf(chat)).toBe(formerLeafId)
    expect(await send(chat)).toEqual(['r1'])
  })

  test('is not resumed when its answer is regenerated or its question edited', async () => {
    const { harness, newChat, send, finished } = agents()
    const chat = newChat()
    await send(chat)
    await send(chat)
    const [, , question, answer] = harness.store.readPath(chat).messages
    if (question === undefined || answer === undefined) throw new Error('expected two stored exchanges')
    harness.manager.regenerate({ sessionId: chat, messageId: answer.id })
    expect(await finished(chat)).toEqual([null, anew])
    harness.manager.regenerate({ sessionId: chat, messageId: question.id, text: 'Other' })
    expect(await finished(chat)).toEqual([null, anew])
  })

  test('does not contain answers of other models', async () => {
    const { newChat, send } = agents()
    const chat = newChat()
    await send(chat)
    expect(await send(chat, 'codex/default')).toEqual([null])
    expect(await send(chat)).toEqual([null, anew])
    await send(chat, 'test/model')
    expect(await send(chat)).toEqual([null, anew])
  })

  test('is tied to its folder', async (context) => {
    needsLinks(context)
    const { harness, newChat, send, folder } = agents()
    const chat = newChat()
    await send(chat)
    const link = join(temporaryFolder(), 'link')
    symlinkSync(folder, link)
    harness.store.updateSession(chat, { workspace: link })
    expect(await send(chat)).toEqual(['r1'])
    harness.store.updateSession(chat, { workspace: temporaryFolder() })
    expect(await send(chat)).toEqual([null, anew])
  })

  test('is stored as soon as it is known, so it survives the end of the process during an answer', async () => {
    const began = Promise.withResolvers<void>()
    const source: RunSource = async function* (_request, context) {
      context.saveAgentSession('r9')
      yield { type: 'text-delta', text: 'Half' }
      began.resolve()
      await new Promise<void>((resolve) => context.signal.addEventListener('abort', () => resolve()))
    }
    const harness = createRunHarness(source)
    const workspace = realTemporaryFolder()
    const chat = harness.store.createSession({ model: 'opencode/x', workspace }).id
    const { messageId } = await harness.manager.send({ sessionId: chat, text: 'Hi' })
    await began.promise
    expect(harness.store.openRuns()).toHaveLength(1)
    expect(harness.turns.get(messageId)).toEqual({
      messageId,
      sessionId: chat,
      agentId: 'opencode',
      resumeId: 'r9',
      workspace,
      at: harness.clock.now(),
    })
    await harness.manager.stop(chat)
  })

  test('is not resumed again after the agent has lost it', async () => {
    const { newChat, send, failWith } = agents()
    const chat = newChat()
    await send(chat)
    failWith(new ParleyError('AGENT_FAILED', 'It is gone.', { data: { reason: 'session-lost' } }))
    expect(await send(chat)).toEqual(['r1'])
    failWith(null)
    expect(await send(chat)).toEqual([null, anew])
  })

  test('is not reported as replaced if the agent never started one', async () => {
    const { newChat, send, failWith } = agents()
    const chat = newChat()
    failWith(new ParleyError('AGENT_NOT_INSTALLED', 'It is not installed.'))
    await send(chat)
    failWith(null)
    expect(await send(chat)).toEqual([null])
  })

  test('is deleted when its chat is erased', async () => {
    const { harness, newChat, send } = agents()
    const chat = newChat()
    await send(chat)
    const count = () =>
      harness.database.query<{ n: number }>('SELECT count(*) AS n FROM agent_turns').get()?.n
    expect(count()).toBe(1)
    harness.database.script(
      'UPDATE sessions SET leaf_id = NULL; DELETE FROM runs; DELETE FROM messages; DELETE FROM sessions',
    )
    expect(count()).toBe(0)
  })
})

describe('an agent does not start', () => {
  test.each([[null], [''], ['  ']])('without a folder (%j), and stores nothing', async (workspace) => {
    const { harness, newChat, send } = agents()
    const chat = newChat({ workspace })
    await expect(send(chat)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { field: 'workspace', reason: 'agent-folder-not-chosen' },
    })
    expect(harness.store.readPath(chat).messages).toEqual([])
    expect(harness.openRunCount()).toBe(0)
    expect(harness.leases.holder(chat)).toBeNull()
  })

  test('in a missing folder, and its answer contains the error', async () => {
    const { harness, newChat, send, turns } = agents()
    const chat = newChat({ workspace: '/is/not/there' })
    await send(chat)
    expect(turns).toEqual([])
    expect(harness.answersOf(chat)).toMatchObject([
      {
        status: 'failed',
        parts: [
          {
            type: 'error',
            code: 'INVALID_INPUT',
            data: { reason: 'agent-folder-not-found', folder: '/is/not/there' },
          },
        ],
      },
    ])
    expect(harness.reported).toEqual([])
  })

  test('in a pane where it would write beside other agents, even if the message names another model', () => {
    const { harness, folder } = agents()
    const work = { workspace: folder, permission: 'workspace-write' as const }
    const plain = { model: 'test/model', ...work }
    const [pane] = harness.comparisons.create({ models: [plain, plain] }).panes
    if (pane === undefined) throw new Error('expected a comparison with panes')
    const { sessionId } = pane
    const question = { user: { text: 'Hi' }, model: 'codex/x' }
    expect(() => harness.starter.start(sessionId, 'direct', question)).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        data: { field: 'isolation', reason: 'agent-isolation-pane' },
      }),
    )
    expect(harness.store.readPath(pane.sessionId).messages).toEqual([])
  })
})

describe('an exchange that is removed', () => {
  test('reports what the agent keeps, and nothing if no agent answered', async () => {
    const { operations, newChat, send, folder } = agents()
    const chat = newChat()
    await send(chat)
    await send(chat)
    const keptByAgent = { agentId: 'claude-code', workspace: realpathSync(folder), changedFiles: 1 }
    expect(operations.undo(chat)).toMatchObject({ removedCount: 2, keptByAgent })
    expect(operations.retry(chat)).toMatchObject({ lastUserText: 'Go on', keptByAgent })
    const plain = newChat({ model: 'test/model' })
    await send(plain)
    expect(operations.undo(plain)).not.toHaveProperty('keptByAgent')
  })
})

const message = (id: string, role: 'user' | 'assistant') => ({ id, role }) as never

test('starts a new session for a question that follows one the agent never received', () => {
  const harness = createRunHarness(async function* () {})
  const turns = new AgentTurns(harness.database)
  const chat = harness.newChat()
  turns.save({
    messageId: 'a1' as never,
    sessionId: chat,
    agentId: 'codex',
    resumeId: 'r',
    workspace: '/w',
    at: 1,
  })
  const path = [message('q1', 'user'), message('a1', 'assistant'), message('q2', 'user')]
  expect(turns.resumable(path, 'codex')).toEqual({ resumeId: 'r', workspace: '/w' })
  expect(turns.resumable(path, 'opencode')).toBeNull()
  expect(turns.resumable([...path, message('q3', 'user')], 'codex')).toBeNull()
  expect(turns.resumable([message('q1', 'user')], 'codex')).toBeNull()
})

test('the idle limit ends a silent model, but not a silent agent', async () => {
  const begun: string[] = []
  const silent: RunSource = async function* ({ modelId }, context) {
    begun.push(modelId)
    yield { type: 'text-delta', text: 'Building.' }
    await new Promise<void>((resolve) => context.signal.addEventListener('abort', () => resolve()))
  }
  const { store, manager, active, clock } = createRunHarness(silent, {
    timeouts: { idleMs: 60_000, wallMs: 0 },
  })
  const chats = ['opencode/x', 'test/model'].map(
    (model) => store.createSession({ model, workspace: temporaryFolder() }).id,
  )
  for (const sessionId of chats) await manager.send({ sessionId, text: 'Hi' })
  // The agent resolves its folder first.
  await expect.poll(() => begun).toHaveLength(2)
  await turn()
  clock.advance(60_000)
  await turn()
  expect(chats.map((sessionId) => active.list().some((run) => run.spec.sessionId === sessionId))).toEqual([
    true,
    false,
  ])
  for (const sessionId of chats) await manager.stop(sessionId)
})
