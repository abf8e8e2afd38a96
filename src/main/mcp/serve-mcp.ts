import type { Readable, Writable } from 'node:stream'

import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { McpServer } from '@modelcontextprotocol/server'

import type { Clock } from '../base/clock'
import { withDeadline } from '../base/deadline'
import type { Log } from '../base/log'
import type { McpBackend } from './calls/mcp-backend'
import { GuardedTransport } from './guarded-transport'
import { PendingToolCalls } from './calls/pending-tool-calls'
import { type InterruptMode, Lifetime } from './lifetime'
import { RunningRequests } from './calls/running-requests'
import { registerAgentTools } from './tools/agent-tools'
import { registerModelTools } from './tools/model-tools'
import { registerSessionTools } from './tools/session-tools'
import type { ToolKit } from './tools/tool-kit'

const instructions =
  'Parley asks language models and runs coding agents on this machine. Call list_models to see the available models. claude, codex, gemini and opencode run a coding agent and return a continuation_id, which continues the conversation. search_sessions and get_session read the user’s chats.'

/** The server for one connection, with all its tools. */
function createServer(deps: Omit<ToolKit, 'server'> & { version: string }): McpServer {
  const { version, ...rest } = deps
  const server = new McpServer(
    { name: 'parley', title: 'Parley', version },
    { capabilities: { tools: { listChanged: false } }, instructions },
  )
  const kit = { ...rest, server }
  registerAgentTools(kit)
  registerModelTools(kit)
  registerSessionTools(kit)
  return server
}

/** The longest time that the shutdown waits for running work to end: longer than it takes to kill an agent. */
const endDeadlineMs = 15_000

export interface ServeMcpOptions {
  input: Readable
  output: Writable
  backend: McpBackend
  version: string
  interruptMode: InterruptMode
  isUnlimitedAllowed: boolean
  /** Models may use tools, so that a request may ask the client's user. */
  haveModelsTools: boolean
  clock: Clock
  log: Log
}

/** A served connection. */
export interface ServedMcp {
  /** Handles SIGINT: see `Lifetime`. */
  interrupt(): void
  /** Ends every request with an error response, and then the connection. Repeated calls share one shutdown. */
  end(): Promise<void>
  /** Resolves when the connection has ended, for whatever reason. */
  readonly ended: Promise<void>
}

/** Serves one client over a pair of streams, until it is asked to end or either stream ends. */
export function serveMcp(options: ServeMcpOptions): ServedMcp {
  const { input, output, clock } = options
  const requests = new RunningRequests()
  const pendingCalls = new PendingToolCalls({ requests, clock })
  const transport = new GuardedTransport({ input, output, requests })
  const ended = Promise.withResolvers<void>()
  let ending: Promise<void> | null = null
  const end = () => (ending ??= endInOrder().finally(ended.resolve))

  const connection = serveStdio(() => createServer({ ...options, requests, pendingCalls }), {
    transport,
    onerror: (error) => options.log.warn('protocol', { reason: error.message }),
  })
  async function endInOrder(): Promise<void> {
    requests.close()
    const answered = Promise.all([requests.idle(), transport.answered()])
    await withDeadline(answered, { clock, limitMs: endDeadlineMs, keepAlive: true })
    await connection.close()
  }

  const lifetime = new Lifetime({
    mode: options.interruptMode,
    requests,
    clock,
    end: () => void end(),
  })
  const onEnd = () => void end()
  input.on('end', onEnd)
  input.on('close', onEnd)
  // A terminal that was closed reports an error instead of an end.
  input.on('error', onEnd)
  output.on('error', onEnd)
  output.on('close', onEnd)
  return { interrupt: () => lifetime.interrupt(), end, ended: ended.promise }
}
