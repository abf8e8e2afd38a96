import { RequestError } from '@agentclientprotocol/sdk'
import { z } from 'zod'

import type { AgentId } from '../../../shared/agents/agents'
import { lookupTable } from '../../../shared/lookup-table'
import { agentFailure, brokenAgent } from '../turns/agent-failure'
import { UnreadableLineError } from './message-stream'

const authRequired = -32000
const resourceNotFound = -32002

const more = z.object({ details: z.string(), message: z.string(), errorName: z.string() }).partial()
/** Codex names the problem with its model by a string, or by an object with that key, which may contain a status. */
const codexInfo = z.union([z.string(), z.record(z.string(), z.unknown())])
const codexData = z.object({ codex_error_info: codexInfo, codexErrorInfo: codexInfo }).partial()
const codexStatus = z.object({ http_status_code: z.number(), httpStatusCode: z.number() }).partial()
const codexStatuses = lookupTable({
  unauthorized: 401,
  usagelimitexceeded: 429,
  badrequest: 400,
  contextwindowexceeded: 400,
  internalservererror: 500,
  serveroverloaded: 503,
})
const unknownSession =
  /session[^.]{0,80}not found|not found[^.]{0,40}session|no (?:previous )?(?:conversation|rollout|session)s? found|unknown session|invalid session|session[^.]{0,40}does not exist/i

/** Converts an agent's error response, or an unreadable one, to an error for the user. */
export function acpError(agentId: AgentId, error: unknown): unknown {
  if (error instanceof UnreadableLineError) return brokenAgent(agentId, 'unreadable', { said: error.sample })
  if (error instanceof z.ZodError) {
    return brokenAgent(agentId, 'unreadable', { said: z.prettifyError(error) })
  }
  if (!(error instanceof RequestError)) return error
  return agentFailure(agentId, {
    said: wordsOf(error),
    isSignedOut: error.code === authRequired,
    status: statusOf(error),
  })
}

/** True if the agent does not know the session that it was asked to continue. */
export function isUnknownSession(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false
  return error.code === resourceNotFound || unknownSession.test(wordsOf(error))
}

/** Gemini puts the model server's status in place of a protocol code; OpenCode has it only in its message. */
function statusOf({ code, message, data }: RequestError): number | null {
  const codex = codexStatusOf(data)
  if (codex !== null) return codex
  if (code >= 400 && code < 600) return code
  if (moreOf(data).errorName !== 'APIError') return null
  const found = /\b[45]\d\d\b/.exec(message)
  return found === null ? null : Number(found[0])
}

function codexStatusOf(data: unknown): number | null {
  const read = codexData.safeParse(data).data
  const info = read?.codex_error_info ?? read?.codexErrorInfo
  if (info === undefined) return null
  if (typeof info === 'string') return codexStatuses.get(info.replaceAll('_', '').toLowerCase()) ?? null
  const given = codexStatus.safeParse(Object.values(info)[0]).data
  const status = given?.http_status_code ?? given?.httpStatusCode ?? 0
  return status >= 400 && status < 600 ? status : null
}

function wordsOf({ message, data }: RequestError): string {
  const { details, message: inner } = moreOf(data)
  const said = [message, details, inner].filter((words) => words !== undefined)
  return said
    .filter((words, index) => !said.slice(0, index).some((earlier) => earlier.includes(words)))
    .join(': ')
}

function moreOf(data: unknown): z.output<typeof more> {
  const read = more.safeParse(data)
  return read.success ? read.data : {}
}
