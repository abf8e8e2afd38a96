import { stripVTControlCharacters } from 'node:util'

import type { AgentId } from '../../../shared/agents/agents'
import { type ErrorCode, ParleyError } from '../../../shared/errors'
import { assertNever } from '../../../shared/invariant'
import type { Notice } from '../../../shared/runs/events'
import { redactText } from '../../base/redaction'
import type { AgentExit } from '../agent-process'
import { complaintIn } from './complaint'
import { agentProfiles } from '../profiles/agent-profiles'

/** How much of an agent's own words is shown: where it is more, their beginning and their end. */
const shownChars = { atStart: 500, atEnd: 1_000 }

/** What an agent said of a turn that failed. */
export interface AgentComplaint {
  /** In its own words. */
  said: string
  /** The HTTP status of the model's server; where that is absent it is looked for in the words. */
  status?: number | null
  /** It knows itself not to be signed in. */
  isSignedOut?: boolean
}

type FailureCode = Extract<ErrorCode, `PROVIDER_${string}` | 'AGENT_FAILED'>

/** How a person signs in, by what is typed into a terminal. */
const signIn: Readonly<Record<AgentId, string>> = {
  'claude-code': 'claude /login',
  codex: 'codex login',
  'gemini-cli': 'gemini',
  opencode: 'opencode auth login',
}

const statusInWords =
  /(?:status(?:[ _-]?code)?|API Error|HTTP|rejected|"code")["']?[:= ]*\(?([45]\d\d)\b|\b([45]\d\d) (?:Unauthorized|Forbidden|Too Many Requests|Internal Server Error|Service Unavailable|Bad Request)\b/i
const signedOutWords =
  /not (?:logged|signed) in|please run \/login|please (?:log|sign) in|invalid api key|incorrect api key|authentication (?:required|failed)|missing environment variable:? .?\w*(?:key|token)|must specify the \w*(?:key|token)|auth method/i
const unreachableWords =
  /connection error|connection (?:refused|reset|closed)|unable to connect|failed to connect|cannot connect|network error|fetch failed|stream disconnected|error sending request|ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|socket hang up|: terminated\]/i

const limitedWords = /usage limit|rate[ _-]?limit|quota (?:exceeded|reached)|too many requests/i
const overloadedWords =
  /overloaded|at capacity|high demand|server_error|internal server error|server had an error|error occurred while processing|\b(?:servers?|service|system|models?|we)\b[^.\n]{0,40}\bbusy\b|too busy|bad gateway|service (?:is )?(?:temporarily )?unavailable|gateway time-?out/i
const refusedWords =
  /invalid[ _]request|bad request|context (?:window|length)|model\b.{0,80}\b(?:not found|does not exist|not supported)/i

/** The error for people of a turn that `agentId` says has failed. */
export function agentFailure(agentId: AgentId, complaint: AgentComplaint): ParleyError {
  const { name } = agentProfiles[agentId]
  const status = complaint.status ?? statusIn(complaint.said)
  const code = codeOf(status, complaint)
  const mark = status === null ? '' : ` (${status})`
  // One that refuses a key may quote it.
  const said = code === 'PROVIDER_AUTH' ? '' : shownWords(complaint.said)
  const saying = said === '' ? '' : ` It said: ${said}`
  return new ParleyError(code, `${sentences(code, name, mark, agentId)}${saying}`, {
    data: {
      providerName: name,
      agentId,
      ...(status === null ? {} : { status }),
      ...(code === 'PROVIDER_AUTH' ? { signIn: signIn[agentId] } : {}),
      ...(said === '' ? {} : { said }),
    },
  })
}

/** Why an agent failed by itself, for code to branch on. */
export type BreakReason = 'exited' | 'unreadable' | 'session-lost' | 'interrupted'

/** The error for people of an agent that did not do as it has to; `what` is a sentence. */
export function brokenAgent(agentId: AgentId, reason: BreakReason, what: string, said = ''): ParleyError {
  const words = shownWords(said)
  return new ParleyError('AGENT_FAILED', words === '' ? what : `${what} It said: ${words}`, {
    data: {
      providerName: agentProfiles[agentId].name,
      agentId,
      reason,
      ...(words === '' ? {} : { said: words }),
    },
  })
}

/** The error for people of an agent that does not know the session that it was to go on with. */
export function sessionLost(agentId: AgentId): ParleyError {
  const { name } = agentProfiles[agentId]
  return brokenAgent(
    agentId,
    'session-lost',
    `${name} does not have the session of this chat any more. Ask again: it then begins a new one, with the chat as context.`,
  )
}

/** The error for people of an agent that ended, or had to be ended, before its turn was over. */
export function endedEarly(agentId: AgentId, exit: AgentExit | null, stderr: string): ParleyError {
  const said = complaintIn(stderr)
  const failure = agentFailure(agentId, { said })
  if (failure.code !== 'AGENT_FAILED') return failure
  const { name } = agentProfiles[agentId]
  const error = brokenAgent(
    agentId,
    'exited',
    `${name} ended without finishing its answer. What came is kept; try again.`,
    said,
  )
  return exit === null
    ? error
    : new ParleyError(error.code, error.message, {
        data: { ...error.data, exitCode: exit.code, signal: exit.signal },
      })
}

/** Says that the agent asks its model again; `retryAt` in milliseconds since the epoch. */
export function retryNotice(
  agentId: AgentId,
  complaint: AgentComplaint,
  retryAt: number,
): { type: 'notice' } & Notice {
  const { code, data } = agentFailure(agentId, complaint)
  const { name } = agentProfiles[agentId]
  const status = data?.['status']
  const mark = typeof status === 'number' ? ` (${status})` : ''
  return {
    type: 'notice',
    code: 'RETRY',
    message: reasons[code]?.(name, mark) ?? `${name} could not reach its model.`,
    retryAt,
    cause: {
      code,
      data: { providerName: name, ...(typeof status === 'number' ? { status } : {}) },
    },
  }
}

const reasons: Partial<Record<ErrorCode, (name: string, mark: string) => string>> = {
  PROVIDER_AUTH: (name, mark) => `What ${name} signs in with was refused${mark}.`,
  PROVIDER_RATE_LIMIT: (name, mark) => `${name} gets no more requests answered for now${mark}.`,
  PROVIDER_OVERLOADED: (name, mark) => `The model behind ${name} has trouble on its side${mark}.`,
}

/** What an agent said, in one line and without secrets. */
function shownWords(text: string): string {
  const line = redactText(stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').trim())
  const { atStart, atEnd } = shownChars
  return line.length > atStart + atEnd ? `${line.slice(0, atStart)} … ${line.slice(-atEnd)}` : line
}

function statusIn(said: string): number | null {
  const found = statusInWords.exec(said)
  return found === null ? null : Number(found[1] ?? found[2])
}

function codeOf(status: number | null, { said, isSignedOut }: AgentComplaint): FailureCode {
  if (isSignedOut === true || status === 401 || status === 403) return 'PROVIDER_AUTH'
  if (status === 402 || status === 429) return 'PROVIDER_RATE_LIMIT'
  if (status !== null) return status >= 500 ? 'PROVIDER_OVERLOADED' : 'PROVIDER_BAD_REQUEST'
  if (signedOutWords.test(said)) return 'PROVIDER_AUTH'
  if (limitedWords.test(said)) return 'PROVIDER_RATE_LIMIT'
  if (overloadedWords.test(said)) return 'PROVIDER_OVERLOADED'
  if (refusedWords.test(said)) return 'PROVIDER_BAD_REQUEST'
  return unreachableWords.test(said) ? 'PROVIDER_UNREACHABLE' : 'AGENT_FAILED'
}

function sentences(code: FailureCode, name: string, mark: string, agentId: AgentId): string {
  switch (code) {
    case 'PROVIDER_AUTH':
      return `${name} is not signed in, or what it signs in with was refused${mark}. Sign in with it in a terminal: ${signIn[agentId]}`
    case 'PROVIDER_RATE_LIMIT':
      return `${name} gets no more requests answered for now${mark}. Wait a little and try again.`
    case 'PROVIDER_OVERLOADED':
      return `The model behind ${name} has trouble on its side${mark}. Try again in a while.`
    case 'PROVIDER_BAD_REQUEST':
      return `The model behind ${name} did not accept the request${mark}. Check the model and the address of the agent in Settings.`
    case 'PROVIDER_UNREACHABLE':
      return `${name} could not reach its model. Check that this computer is online and that the address of the agent in Settings is right.`
    case 'PROVIDER_PROTOCOL':
    case 'AGENT_FAILED':
      return `${name} failed. Try again.`
    default:
      return assertNever(code)
  }
}
