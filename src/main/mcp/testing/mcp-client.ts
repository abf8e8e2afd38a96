import { expect, onTestFinished } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { createSilentLog } from '../../health/testing/silent-log'
import type { GuardedEvent } from '../../run-source/run-source'
import type { AgentHooks, AgentTask, AnswerEnd, McpBackend, OnAnswerEvent } from '../calls/mcp-backend'
import { connectInMemory } from './connect-in-memory'
import type { RawConversation, RawMessage } from './raw-conversation'

/** An answer as a test writes it: its events, then its end. */
export type AnswerScript = AsyncGenerator<GuardedEvent, AnswerEnd, undefined>

/** An agent's work when it is called. */
export type Work = (hooks: AgentHooks, task: AgentTask) => AnswerScript

/** Passes the events of `script` to `onEvent`, and returns its end. */
export async function perform(script: AnswerScript, onEvent: OnAnswerEvent): Promise<AnswerEnd> {
  for (;;) {
    const step = await script.next()
    if (step.done === true) return step.value
    onEvent(step.value)
  }
}

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
    runAgent(task, hooks, onEvent) {
      tasks.push(task)
      return perform(work(hooks, task), onEvent)
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
export async function* nothing(): AnswerScript {
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
