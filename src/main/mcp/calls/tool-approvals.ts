import {
  CLIENT_CAPABILITIES_META_KEY,
  type ElicitRequestFormParams,
  PROTOCOL_VERSION_META_KEY,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

import type { ApprovalDecision, FileChange } from '../../../shared/agents/agents'
import type { ApprovalRequest } from '../../../shared/runs/events'
import { visibleLines, visibleText } from '../../../shared/text/visible-text'
import type { Log } from '../../base/log'

/** So long a question stands; then it is denied. Timers of the system take no more. */
const longestQuestionMs = 2 ** 31 - 1
/** From this version on a client is not asked while its request is being served: the request ends with the question. */
const firstAskedBetween = '2026'

/** What a client says of itself with each request, as far as it matters here. */
const formsBetween = z.object({
  [PROTOCOL_VERSION_META_KEY]: z.string(),
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: z.record(z.string(), z.unknown()) }),
})

/** What an agent asks before it acts. */
export type AgentQuestion = Omit<ApprovalRequest, 'approvalId'>

/** Whether the client's user said yes. @throws the reason of the signal, when that aborts first */
export type AskUser = (question: AgentQuestion, signal: AbortSignal) => Promise<boolean>

/** How an agent's questions are decided, and which of them were denied. */
export interface ApprovalDesk {
  request(question: AgentQuestion, signal: AbortSignal): Promise<ApprovalDecision>
  /** What was asked for and not allowed, in the client's or Parley's words. */
  readonly denied: readonly string[]
}

/** Nothing but the user's own yes allows anything; where nobody can be asked, everything is denied. */
export function openApprovalDesk(ask: AskUser | null): ApprovalDesk {
  const denied: string[] = []
  return {
    denied,
    async request(question, signal) {
      signal.throwIfAborted()
      const isAllowed = ask !== null && (await ask(question, signal))
      signal.throwIfAborted()
      if (!isAllowed) denied.push(whatOf(question))
      return isAllowed ? 'once' : 'deny'
    },
  }
}

/** Whether the client of this request shows forms between one request and the next. */
export function isAskedBetweenRequests({ mcpReq: { envelope } }: ServerContext): boolean {
  const said = formsBetween.safeParse(envelope)
  if (!said.success || said.data[PROTOCOL_VERSION_META_KEY] < firstAskedBetween) return false
  const { elicitation } = said.data[CLIENT_CAPABILITIES_META_KEY]
  // One that says nothing more of it shows forms.
  return elicitation['form'] !== undefined || Object.keys(elicitation).length === 0
}

/** Asks by a form while the request is being served; null where the client has no forms then. */
export function askWithinRequest(
  { server, log }: { server: McpServer; log: Log },
  context: ServerContext,
): AskUser | null {
  const { server: connection } = server
  const isInitialized = connection.getClientCapabilities()?.elicitation?.form !== undefined
  if (!isInitialized || (connection.getNegotiatedProtocolVersion() ?? '') >= firstAskedBetween) return null
  return async (question, signal) => {
    try {
      const options = { signal, timeout: longestQuestionMs }
      const answer = await context.mcpReq.elicitInput(approvalForm(question), options)
      return answer.action === 'accept' && saysYes(answer.content)
    } catch (error) {
      signal.throwIfAborted()
      log.warn('an approval was not given', { reason: error instanceof Error ? error.message : error })
      return false
    }
  }
}

export function approvalForm(question: AgentQuestion): ElicitRequestFormParams & { mode: 'form' } {
  return {
    mode: 'form',
    message: questionOf(question),
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
  }
}

/** Of the content of a form that was accepted. */
export function saysYes(content: Record<string, unknown> | undefined): boolean {
  return content?.['decision'] === 'allow once'
}

/**
 * All of what would be done: nobody can allow what was not shown. The agent's words cannot begin a line of the message, nor
 * change how it is read.
 */
function questionOf(question: AgentQuestion): string {
  const { input, folder, changes = [], unlistedChanges } = question
  return [
    `The agent wants to use ${whatOf(question)}`,
    ...(folder === undefined ? [] : [`In: ${visibleText(folder)}`]),
    quoted(JSON.stringify(input, null, 2) ?? ''),
    ...changes.map(changeLines),
    ...(unlistedChanges === undefined ? [] : [`and ${unlistedChanges} more files, not listed here`]),
  ].join('\n\n')
}

function changeLines({ kind, path, movedFrom, patch }: FileChange): string {
  const from = movedFrom === undefined ? '' : ` from ${visibleText(movedFrom)}`
  const lines = patch === undefined ? '' : `\n${quoted(patch.replace(/\n$/, ''))}`
  return `${kind} ${visibleText(path)}${from}${lines}`
}

function quoted(text: string): string {
  return visibleLines(text, '| ')
}

function whatOf({ toolName, title }: AgentQuestion): string {
  return visibleText(title === undefined ? toolName : `${toolName}: ${title}`)
}
