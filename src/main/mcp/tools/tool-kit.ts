import {
  type CallToolResult,
  inputRequired,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

import type { Clock } from '../../base/clock'
import type { Log } from '../../base/log'
import {
  type AgentQuestion,
  approvalForm,
  type AskUser,
  askWithinRequest,
  supportsFormsBetweenRequests,
} from '../calls/tool-approvals'
import { PendingToolCall, type PendingToolCalls } from '../calls/pending-tool-calls'
import type { McpBackend } from '../calls/mcp-backend'
import { Progress } from '../calls/progress-reports'
import type { RunningRequests } from '../calls/running-requests'
import type { ErrorData } from '../../../shared/errors'
import { toErrorData } from '../../../shared/failures/failure'
import type { Usage } from '../../../shared/sessions/messages'
import { BrokenAnswer } from '../calls/collect-answer'

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

/** The usage of an answer in the result of a tool; what is unknown is absent. */
export const usageField = z
  .object({
    input_tokens: z.number().optional(),
    output_tokens: z.number().optional(),
    total_tokens: z.number().optional(),
    cost_usd: z.number().optional(),
    least_cost_usd: z.number().optional(),
  })
  .nullable()
  .describe('Tokens and cost, as far as they are known. least_cost_usd: a part of the cost is unknown.')

/** The usage with the names of the MCP tools. */
export function publicUsage(usage: Usage | null): z.infer<typeof usageField> {
  if (usage === null) return null
  const { inputTokens, outputTokens, totalTokens, costUsd, leastCostUsd } = usage
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: totalTokens,
    cost_usd: costUsd,
    least_cost_usd: leastCostUsd,
  }
}

/** The result of one of Parley's MCP tools: as text for models, and as data. */
export function mcpResult(text: string, structured: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: structured }
}

/** The code, the argument and the message of an error, and then the answer so far. */
function toolError(error: unknown, log: Log): CallToolResult {
  const { code, message, data } = dataOf(error, log)
  const field = data?.['field']
  const head = typeof field === 'string' ? `${code} (${field})` : code
  const partial = error instanceof BrokenAnswer ? error.answer.text : ''
  return {
    isError: true,
    content: [
      { type: 'text', text: `${head}: ${message}` },
      ...(partial === '' ? [] : [{ type: 'text' as const, text: `The answer so far:\n\n${partial}` }]),
    ],
  }
}

/** The error of one among several answers, as a client sees it. */
export function publicError(error: unknown, log: Log): Pick<ErrorData, 'code' | 'message'> {
  const { code, message } = dataOf(error, log)
  return { code, message }
}

/** Internal errors also go to the log. */
function dataOf(error: unknown, log: Log): ErrorData {
  const cause = error instanceof BrokenAnswer ? error.cause : error
  const known = toErrorData(cause)
  if (known.code === 'INTERNAL') log.error('a tool failed', { error: cause })
  return known
}
