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
import type { CallOrigin } from '../../../shared/tools/tools'
import type { Log } from '../../base/log'

/** The longest time that a question stays open before it is denied; the maximum of a timer. */
const longestQuestionMs = 2 ** 31 - 1
/** From this version on, a client is not asked during its request: the request ends with the question. */
const firstAskedBetween = '2026'

/** The relevant part of the capabilities that a client sends with each request. */
const formsBetween = z.object({
  [PROTOCOL_VERSION_META_KEY]: z.string(),
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: z.record(z.string(), z.unknown()) }),
})

/** A question that an agent or a model asks before it acts. */
export type AgentQuestion = Omit<ApprovalRequest, 'approvalId'>

/** Resolves to true if the client's user agreed. @throws the reason of the signal, when that aborts first */
export type AskUser = (question: AgentQuestion, signal: AbortSignal) => Promise<boolean>

/** Decides an agent's or a model's questions, and records which were denied. */
export interface ApprovalBroker {
  request(question: AgentQuestion, signal: AbortSignal): Promise<ApprovalDecision>
  /** A permanent decision of the user's forbids it. */
  refuse(question: AgentQuestion): void
  /** Requests that were not allowed, in the client's or Parley's words. */
  readonly denied: readonly string[]
}

const cannotAsk = ' (this client cannot ask its user)'
const isForbidden = ' (the user has forbidden it in Parley)'

/** Only the user's own yes allows anything; if nobody can be asked, everything is denied. */
export function createApprovalBroker(ask: AskUser | null): ApprovalBroker {
  const denied: string[] = []
  return {
    denied,
    async request(question, signal) {
      signal.throwIfAborted()
      const isAllowed = ask !== null && (await ask(question, signal))
      signal.throwIfAborted()
      if (!isAllowed) denied.push(`${whatOf(question)}${ask === null ? cannotAsk : ''}`)
      return isAllowed ? 'once' : 'deny'
    },
    refuse: (question) => void denied.push(`${whatOf(question)}${isForbidden}`),
  }
}

/** True if this request's client shows forms between requests. */
export function supportsFormsBetweenRequests({ mcpReq: { envelope } }: ServerContext): boolean {
  const said = formsBetween.safeParse(envelope)
  if (!said.success || said.data[PROTOCOL_VERSION_META_KEY] < firstAskedBetween) return false
  const { elicitation } = said.data[CLIENT_CAPABILITIES_META_KEY]
  // A client that gives no details supports forms.
  return elicitation['form'] !== undefined || Object.keys(elicitation).length === 0
}

/** Asks through a form during the request; null when the client has no forms then. */
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
      return answer.action === 'accept' && isApproval(answer.content)
    } catch (error) {
      signal.throwIfAborted()
      log.warn('an approval was not given', { reason: error instanceof Error ? error.message : error })
      return false
    }
  }
}

/** The form that asks a client's user about a tool call. */
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

/** True if an accepted form's content means yes. */
export function isApproval(content: Record<string, unknown> | undefined): boolean {
  return content?.['decision'] === 'allow once'
}

/**
 * Describes everything that would be done: nobody can consent to what is not shown. Text from outside can neither start
 * a line of the message nor change how it is read.
 */
function questionOf(question: AgentQuestion): string {
  const { input, folder, subject, origin, earlierOrigins = [], changes = [], unlistedChanges } = question
  return [
    `The ${subject === undefined ? 'agent' : 'model'} wants to use ${whatOf(question)}`,
    ...(subject === undefined ? [] : [`With: ${visibleText(subject.place)}`]),
    ...(origin === undefined
      ? []
      : [`After it read: ${[origin, ...earlierOrigins].map(originText).join(', ')}`]),
    ...(folder === undefined ? [] : [`In: ${visibleText(folder)}`]),
    quoted(JSON.stringify(input, null, 2) ?? ''),
    ...changes.map(changeLines),
    ...(unlistedChanges === undefined ? [] : [`and ${unlistedChanges} more files, not listed here`]),
  ].join('\n\n')
}

/** A search by the provider itself names no place. */
function originText({ tool, place }: CallOrigin): string {
  if (tool === 'agent') return `an answer of ${visibleText(place)}`
  if (tool === 'find_tools') return 'descriptions of tools'
  return place === '' ? 'the results of a web search' : visibleText(place)
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
