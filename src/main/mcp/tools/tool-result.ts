import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'

import type { ErrorData } from '../../../shared/errors'
import { toErrorData } from '../../../shared/failures/failure'
import type { Usage } from '../../../shared/sessions/messages'
import type { Log } from '../../base/log'
import { BrokenAnswer } from '../calls/collect-answer'

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
export function toolError(error: unknown, log: Log): CallToolResult {
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
