import type { McpServer, ServerContext } from '@modelcontextprotocol/server'

import type { ApprovalDecision } from '../../shared/agents'
import type { ApprovalRequest } from '../../shared/runs/events'
import type { Log } from '../base/log'

/** So long a question stands; then it is denied. Timers of the system take no more. */
const longestQuestionMs = 2 ** 31 - 1

/** How an agent's questions are decided, and which of them were denied. */
export interface ApprovalDesk {
  request(approval: Omit<ApprovalRequest, 'approvalId'>, signal: AbortSignal): Promise<ApprovalDecision>
  /** What was asked for and not allowed, in the client's or Parley's words. */
  readonly denied: readonly string[]
}

/**
 * Asks the client's user by a form, where the client can show one in the middle of a request; else everything is denied.
 * Nothing but the user's own yes allows anything.
 */
export function openApprovalDesk(
  { server, log }: { server: McpServer; log: Log },
  context: ServerContext,
): ApprovalDesk {
  const denied: string[] = []
  return {
    denied,
    async request(approval, signal) {
      signal.throwIfAborted()
      const isAllowed = canAsk(server) && (await ask(context, approval, { signal, log }))
      signal.throwIfAborted()
      if (!isAllowed) denied.push(whatOf(approval))
      return isAllowed ? 'once' : 'deny'
    },
  }
}

/** A client of 2026-07-28 or newer cannot be asked while its request is being served. */
function canAsk({ server }: McpServer): boolean {
  const isInitialized = server.getClientCapabilities()?.elicitation?.form !== undefined
  return isInitialized && (server.getNegotiatedProtocolVersion() ?? '') < '2026'
}

async function ask(
  context: ServerContext,
  approval: Omit<ApprovalRequest, 'approvalId'>,
  { signal, log }: { signal: AbortSignal; log: Log },
): Promise<boolean> {
  try {
    const answer = await context.mcpReq.elicitInput(
      {
        mode: 'form',
        message: questionOf(approval),
        requestedSchema: {
          type: 'object',
          properties: {
            decision: {
              type: 'string',
              title: 'Decision',
              enum: ['allow once', 'deny'],
            },
          },
          required: ['decision'],
        },
      },
      { signal, timeout: longestQuestionMs },
    )
    return answer.action === 'accept' && answer.content?.['decision'] === 'allow once'
  } catch (error) {
    signal.throwIfAborted()
    log.warn('an approval was not given', { reason: error instanceof Error ? error.message : error })
    return false
  }
}

/** All of what would be done: nobody can allow what was not shown. */
function questionOf(approval: Omit<ApprovalRequest, 'approvalId'>): string {
  const { toolName, input, title, folder, changes = [] } = approval
  return [
    `The agent asks to use ${toolName}${title === undefined ? '' : `: ${title}`}`,
    ...(folder === undefined ? [] : [`In: ${folder}`]),
    typeof input === 'string' ? input : JSON.stringify(input, null, 2),
    ...changes.map(({ kind, path, patch }) => `${kind} ${path}${patch === undefined ? '' : `\n${patch}`}`),
  ].join('\n\n')
}

function whatOf({ toolName, title }: Omit<ApprovalRequest, 'approvalId'>): string {
  return title === undefined ? toolName : `${toolName}: ${title}`
}
