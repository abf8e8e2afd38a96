import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

import type { AgentId, ApprovalDecision } from '../../src/shared/agents/agents.ts'
import type { SessionId } from '../../src/shared/ids.ts'
import type { Message } from '../../src/shared/sessions/messages.ts'
import { applyRunEvent, emptySnapshot, unansweredMessage } from '../../src/shared/runs/reduce-run.ts'
import type { RunSnapshot } from '../../src/shared/runs/events.ts'
import type { FakeProvider } from '../fake-provider/fake-provider.ts'
import { startFakeProvider } from '../fake-provider/fake-provider.ts'
import { type Host, startHost } from '../helpers/processes/host.ts'
import type { WireClient } from '../helpers/wire-client.ts'
import { furnishHome } from './cli-home.ts'
import { answerAsTold } from './scripted-model.ts'

/** How long an agent may take for one answer; the slowest start took six seconds. */
const answersWithinMs = 60_000

/** Parley's web host, a home and a server for one agent. */
export interface Stage {
  readonly home: string
  readonly fake: FakeProvider
  newFolder(): string
  newChat(agent: AgentId, permission: 'read-only' | 'workspace-write', folder?: string): Promise<SessionId>
  /**
   * Sends a message, answers approvals with `decide`, and returns the stored answer; `onSnapshot` gets each
   * state before that.
   */
  ask(sessionId: SessionId, text: string, options?: AskOptions): Promise<Message>
  stop(sessionId: SessionId): Promise<{ stopped: boolean; gone: boolean }>
  /** Kills only Parley, and restarts it on the same data. */
  killAndRestart(): Promise<void>
  close(): Promise<void>
}

export interface AskOptions {
  decide?: ApprovalDecision
  onSnapshot?: (snapshot: RunSnapshot) => void
}

/** `programs`: the folder with the agents' programs; besides it, only those of the system are found. */
export async function openStage(programs: string, options: { route: 'acp' | 'json-lines' }): Promise<Stage> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-agents-')))
  const [home, userData] = [join(root, 'home'), join(root, 'data')]
  mkdirSync(home)
  const fake = await startFakeProvider({ anyModel: answerAsTold })
  furnishHome(home, `http://127.0.0.1:${fake.port}`)
  const path = [programs, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)
  const env = { HOME: home, PATH: path, PARLEY_AGENT_ROUTE: options.route }
  let host: Host = await startHost({ userData, env })
  let client: WireClient = await host.connect()
  let folders = 0

  function newFolder(): string {
    folders += 1
    const folder = join(root, `work-${folders}`)
    mkdirSync(folder)
    return folder
  }

  return {
    home,
    fake,
    newFolder,
    async newChat(agent, permission, folder = newFolder()) {
      const { session } = await client.invoke('sessions.create', {
        model: `${agent}/default`,
        workspace: folder,
        permission,
      })
      return session.id
    },
    ask: (sessionId, text, askOptions = {}) => ask(client, sessionId, text, askOptions),
    async stop(sessionId) {
      const { stopped, receipt } = await client.invoke('runs.stop', { sessionId })
      return { stopped, gone: receipt !== null && receipt.upstreamClosedMs !== null }
    },
    async killAndRestart() {
      await host.kill9()
      host = await startHost({ userData, env })
      client = await host.connect()
    },
    async close() {
      await client.close()
      await host.stop()
      await fake.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

async function ask(
  client: WireClient,
  sessionId: SessionId,
  text: string,
  { decide, onSnapshot }: AskOptions,
): Promise<Message> {
  const ended = Promise.withResolvers<Message>()
  let snapshot = emptySnapshot(
    unansweredMessage({
      runId: '' as never,
      sessionId,
      messageId: '' as never,
      parentId: null,
      startedAt: 0,
    }),
  )
  const answered = new Set<string>()
  const stream = client.open(
    'session.watch',
    { sessionId },
    {
      onEvents(events) {
        for (const event of events) {
          if (event.type === 'replay-start' && event.snapshot !== undefined) snapshot = event.snapshot
          if (event.type === 'session-sync' && !event.running) {
            const last = event.messages.at(-1)
            if (last?.role === 'assistant' && last.runId === snapshot.message.runId) ended.resolve(last)
          }
          if (!('seq' in event)) continue
          snapshot = applyRunEvent(snapshot, event)
          onSnapshot?.(snapshot)
        }
        for (const { approvalId } of snapshot.pending.approvals) {
          if (decide === undefined || answered.has(approvalId)) continue
          answered.add(approvalId)
          client.invoke('approvals.answer', { approvalId, decision: decide }).catch(ended.reject)
        }
      },
      onEnd: () => ended.reject(new Error('the chat is no longer watched')),
    },
  )
  const timer = setTimeout(
    () => ended.reject(new Error(`no answer within ${answersWithinMs / 1000} s`)),
    answersWithinMs,
  )
  try {
    await client.invoke('runs.send', { sessionId, text })
    return await ended.promise
  } finally {
    clearTimeout(timer)
    stream.close()
  }
}
