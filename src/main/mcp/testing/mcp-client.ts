import { expect, onTestFinished } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { createSilentLog } from '../../health/testing/silent-log'
import type { AgentHooks, AgentTask, AnswerEnd, AnswerStream, McpBackend } from '../calls/mcp-backend'
import { connectInMemory } from './connect-in-memory'
import type { RawConversation, RawMessage } from './raw-conversation'

/** What an agent does when it is called. */
export type Work = (hooks: AgentHooks, task: AgentTask) => AnswerStream

/** The end of a complete answer. */
export const finished: AnswerEnd = { kind: 'finished', reason: 'end' }

/** An in-process server whose agents do what `work` does; everything else is rejected. */
export function connect(
  work: Work,
  options: { isUnlimitedAllowed?: boolean; capabilities?: object; isInitialized?: false } = {},
) {
  const tasks: AgentTask[] = []
  const backend: McpBackend = {
    listModels: refuse,
    askModel: refuse,
    searchSessions: refuse,
    listSessions: refuse,
    getSession: refuse,
    runAgent(task, hooks) {
      tasks.push(task)
      return work(hooks, task)
    },
  }
  const clock = createManualClock()
  const { client, served } = connectInMemory({
    backend,
    isUnlimitedAllowed: options.isUnlimitedAllowed ?? false,
    clock,
    log: createSilentLog(),
  })
  onTestFinished(() => served.end())
  const ready =
    options.isInitialized === false
      ? Promise.resolve()
      : client.initialize('2025-06-18', options.capabilities)
  return { client, clock, tasks, ready, served }
}

function refuse(): never {
  throw new Error('unexpected call')
}

/** An agent that says nothing. */
export async function* nothing(): AnswerStream {
  yield* []
  return finished
}

/** Calls an agent in a new folder, or in that of `args`, and returns its result. */
export async function callAgent(
  client: RawConversation,
  args: object,
  meta?: object,
): Promise<RawMessage['result']> {
  const workspace = 'workspace' in args ? {} : { workspace: temporaryFolder() }
  const { result } = await client.answer(
    client.callTool('codex', { prompt: 'Do it', ...workspace, ...args }, meta),
  )
  return result
}

/** The text of a result that must be an error. */
export function errorText(result: RawMessage['result']): string {
  expect(result?.['isError']).toBe(true)
  const content = (result?.['content'] ?? []) as { text: string }[]
  return content[0]?.text ?? ''
}

/** The metadata of a client that shows forms between requests, or of another one. */
export const meta = (elicitation: object) => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation },
})
