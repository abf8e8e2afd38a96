import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
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
import { answerAsTold } from './scripted-model.ts'

/** How long an agent may take for one answer; the slowest start took six seconds. */
const answersWithinMs = 60_000

/** Parley's web host, a home and a server for one agent. */
export interface Stage {
  readonly home: string
  readonly fake: FakeProvider
  newFolder(): string
  newChat(
    agent: AgentId,
    permission: 'read-only' | 'workspace-write',
    options?: ChatOptions,
  ): Promise<SessionId>
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

export interface ChatOptions {
  /** Default: a new one. */
  folder?: string
  systemPrompt?: string
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
    async newChat(agent, permission, { folder = newFolder(), ...chat } = {}) {
      const { session } = await client.invoke('sessions.create', {
        model: `${agent}/default`,
        workspace: folder,
        permission,
        ...chat,
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

/**
 * Creates a home in which each agent is set up as by its user, except that its server is at `serverUrl`, on
 * loopback. Does not read the user's own settings or keys.
 */
function furnishHome(home: string, serverUrl: string): void {
  write(home, '.claude/settings.json', {
    env: {
      ANTHROPIC_BASE_URL: serverUrl,
      ANTHROPIC_API_KEY: 'sk-none',
      CLAUDE_CODE_MAX_RETRIES: '1',
    },
  })
  write(
    home,
    '.codex/config.toml',
    [
      'model = "gpt-5.1-codex"',
      'model_provider = "local"',
      'check_for_update_on_startup = false',
      '[analytics]',
      'enabled = false',
      '[model_providers.local]',
      'name = "local"',
      `base_url = "${serverUrl}/v1"`,
      'wire_api = "responses"',
      'request_max_retries = 1',
      'stream_max_retries = 1',
      '',
    ].join('\n'),
  )
  write(home, '.gemini/settings.json', {
    security: { auth: { selectedType: 'gemini-api-key' } },
    privacy: { usageStatisticsEnabled: false },
    general: { enableAutoUpdate: false, maxAttempts: 2 },
    model: { name: 'gemini-2.5-flash' },
  })
  write(home, '.gemini/.env', `GEMINI_API_KEY=none\nGOOGLE_GEMINI_BASE_URL=${serverUrl}\n`)
  write(home, '.config/opencode/opencode.json', {
    provider: {
      local: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Local',
        options: { baseURL: `${serverUrl}/v1`, apiKey: 'none' },
        models: { 'of-tests': { name: 'Of tests' } },
      },
    },
    model: 'local/of-tests',
    small_model: 'local/of-tests',
  })
}

function write(home: string, name: string, content: string | object): void {
  const path = join(home, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
}
