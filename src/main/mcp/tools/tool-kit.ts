import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server'

import type { Clock } from '../../base/clock'
import type { Log } from '../../base/log'
import type { McpBackend } from '../backend'
import { Progress } from '../progress'
import type { RunningRequests } from '../running-requests'
import { toolError } from './tool-result'

/** What the tools work with. */
export interface ToolKit {
  server: McpServer
  backend: McpBackend
  requests: RunningRequests
  clock: Clock
  log: Log
  /** The server was started with `--allow-unlimited`. */
  isUnlimitedAllowed: boolean
}

/** A call, while it is at work. */
export interface ToolCall {
  context: ServerContext
  /** Aborts when this call, or all of them, are to end. */
  signal: AbortSignal
  progress: Progress
}

/** Runs a tool so that it can be cancelled, and so that whatever it throws is told to the client. */
export async function callTool(
  { requests, clock, log }: ToolKit,
  context: ServerContext,
  work: (call: ToolCall) => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const progress = new Progress(context, clock)
  try {
    return await requests.run(context.mcpReq.id, context.mcpReq.signal, (signal) =>
      work({ context, signal, progress }),
    )
  } catch (error) {
    return toolError(error, log)
  } finally {
    progress.stop()
  }
}
