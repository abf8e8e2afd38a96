import {
  type CallToolResult,
  inputRequired,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'

import type { Clock } from '../../base/clock'
import type { Log } from '../../base/log'
import {
  type AgentQuestion,
  approvalForm,
  type AskUser,
  askWithinRequest,
  supportsFormsBetweenRequests,
} from '../calls/tool-approvals'
import { PendingToolCall } from '../calls/pending-tool-call'
import type { McpBackend } from '../calls/mcp-backend'
import type { PendingToolCalls } from '../calls/pending-tool-calls'
import { Progress } from '../calls/progress-reports'
import type { RunningRequests } from '../calls/running-requests'
import { toolError } from './tool-result'

/** Dependencies of the tools. */
export interface ToolKit {
  server: McpServer
  backend: McpBackend
  requests: RunningRequests
  pendingCalls: PendingToolCalls
  clock: Clock
  log: Log
  /** The server was started with `--allow-unlimited`. */
  isUnlimitedAllowed: boolean
  /** The server was started with `--tools`. */
  haveModelsTools: boolean
}

/** A running call. */
export interface ToolCall {
  /** Aborts when this call, or all of them, must end. */
  signal: AbortSignal
  progress: Pick<Progress, 'report'>
}

/** A call that may have to ask; `ask` is null when the client shows no forms. */
export interface InteractiveToolCall extends ToolCall {
  ask: AskUser | null
}

/** Runs a tool so that it can be cancelled, and reports any error to the client. */
export async function callTool<Result extends CallToolResult | InputRequiredResult>(
  { requests, clock, log }: ToolKit,
  context: ServerContext,
  work: (call: ToolCall) => Promise<Result>,
): Promise<Result | CallToolResult> {
  const progress = new Progress(context, clock)
  try {
    return await requests.run(context.mcpReq.id, context.mcpReq.signal, (signal) =>
      work({ signal, progress }),
    )
  } catch (error) {
    return toolError(error, log)
  } finally {
    progress.stop()
  }
}

/**
 * Like `callTool`, for a tool that may ask the client's user: during the request, or, for clients that support it, by
 * ending the request with the question and continuing in the one that carries the answer.
 */
export async function callInteractiveTool(
  kit: ToolKit,
  context: ServerContext,
  tool: string,
  work: (call: InteractiveToolCall) => Promise<CallToolResult>,
): Promise<CallToolResult | InputRequiredResult> {
  const { requestState, inputResponses: answers } = context.mcpReq
  const name = requestState<string | undefined>()
  if (name === undefined && !supportsFormsBetweenRequests(context)) {
    return callTool(kit, context, (call) => work({ ...call, ask: askWithinRequest(kit, context) }))
  }
  const { pendingCalls } = kit
  let hasBegun = false
  const answered = callTool(kit, context, async ({ signal, progress }) => {
    hasBegun = true
    const call = name === undefined ? new PendingToolCall(work) : pendingCalls.take(tool, name)
    const served = await call.serve({ signal, progress, answers })
    if (!(served instanceof Map)) return served
    // Nobody would return to a call that was not reported.
    if (signal.aborted) await call.end(signal.reason)
    signal.throwIfAborted()
    return inputRequired({
      inputRequests: Object.fromEntries(Array.from(served, ([id, question]) => [id, formOf(question)])),
      requestState: pendingCalls.hold(tool, call),
    })
  })
  // It starts immediately or, when it was already cancelled, never.
  if (!hasBegun && name !== undefined) pendingCalls.drop(tool, name)
  return answered
}

function formOf(question: AgentQuestion) {
  return inputRequired.elicit(approvalForm(question))
}
