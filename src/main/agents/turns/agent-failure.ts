import { stripVTControlCharacters } from 'node:util'

import type { AgentId } from '../../../shared/agents/agents'
import type { ErrorCode, ParleyError } from '../../../shared/errors'
import { failure, inEnglish } from '../../../shared/failures/failure'
import { failureParams } from '../../../shared/failures/failure-params'
import { assertNever } from '../../../shared/invariant'
import type { english } from '../../../shared/locales/en/index'
import type { Notice } from '../../../shared/runs/events'
import { redactText } from '../../base/redaction/redaction'
import type { AgentExit } from '../agent-process'
import { agentProfiles } from '../profiles/agent-profiles'

/** The number of lines that are kept of a long message: the reason is at the start or at the end. */
const keptLines = { atStart: 4, atEnd: 8 }
/** The number of characters of a line that are checked for its level. */
const headChars = 200

/** Lines that agents print on standard error even when nothing is wrong. */
const mereWarning = /^(?:warning\b|\[startup\]|yolo mode is enabled|ripgrep is not available)/i
/** A log level as a separate word; in lower case it might begin a sentence. */
const level = /^[[(<|]?(?:TRACE|DEBUG|INFO|VERBOSE)(?=[:\])>|]|$)/
const smallLevel = /^(?:[[(<|](?:trace|debug|info|verbose)[\])>|]|(?:trace|debug|info|verbose):)/i
/** A level as a field of a structured line. */
const levelField =
  /["']?\b(?:level|lvl|severity)["']?[=:]\s*["']?(?:(?:trace|debug|info|verbose)\b|[123]0\b)/i
/** Stack frames of Node, Python, Rust, Go and Java. */
const stackFrame = /^\s+at\s|^\s*File "[^"]*", line \d|^\s+\d+: +\S+::|^\s+\S+\.go:\d|^goroutine \d/

/** The error message in a program's standard error, without notes and stack traces. */
function complaintIn(stderr: string): string {
  const lines = stripVTControlCharacters(stderr)
    .split('\n')
    .filter((line) => isComplaint(line.slice(0, headChars)))
  const { atStart, atEnd } = keptLines
  const kept =
    lines.length > atStart + atEnd ? [...lines.slice(0, atStart), '…', ...lines.slice(-atEnd)] : lines
  return kept.join('\n')
}

function isComplaint(line: string): boolean {
  const text = line.trim()
  return text !== '' && !mereWarning.test(text) && !isNote(text) && !stackFrame.test(line)
}

/** True if the first word of a line, after timestamps and component names, is a level below warning. */
function isNote(text: string): boolean {
  if (levelField.test(text)) return true
  const words = text.split(/\s+/)
  const first = words.findIndex((word, index) => !/[\d[\]]|^-$/.test(word) && words[index + 1] !== '-')
  return words
    .slice(0, first === -1 ? words.length : first + 1)
    .some((word) => level.test(word) || smallLevel.test(word))
}

/** The number of characters that are shown of a long message of an agent: its start and its end. */
const shownChars = { atStart: 500, atEnd: 1_000 }

/** An agent's report of a failed turn. */
export interface AgentErrorReport {
  /** The agent's own message. */
  said: string
  /** The HTTP status of the model's server; if absent, it is looked for in the message. */
  status?: number | null
  /** The agent knows that it is not signed in. */
  isSignedOut?: boolean
}

/** The terminal commands that sign in. */
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

/** The error for a turn that `agentId` reported as failed. */
export function agentFailure(agentId: AgentId, complaint: AgentErrorReport): ParleyError {
  const status = complaint.status ?? statusIn(complaint.said)
  const problem = problemOf(status, complaint)
  // An error about a rejected key may quote it.
  const words = problem === 'signed-out' ? '' : shownWords(complaint.said)
  const data = {
    ...namesOf(agentId),
    ...(status === null ? {} : { status }),
    ...(words === '' ? {} : { said: words }),
  }
  switch (problem) {
    case 'signed-out':
      return failure('PROVIDER_AUTH', problem, { ...data, signIn: signIn[agentId] })
    case 'busy':
    case 'unpaid':
      return failure('PROVIDER_RATE_LIMIT', problem, data)
    case 'overloaded':
      return failure('PROVIDER_OVERLOADED', problem, data)
    case 'refused':
      return failure('PROVIDER_BAD_REQUEST', words === '' ? 'refused-without-reason' : 'refused', data)
    case 'agent-offline':
      return failure('PROVIDER_UNREACHABLE', problem, data)
    case 'failed':
      return failure('AGENT_FAILED', problem, data)
    default:
      return assertNever(problem)
  }
}

/** The reason why an agent itself failed, for code to branch on. */
type BreakReason =
  | 'cancelled'
  | 'changes-mode'
  | 'exited'
  | 'interrupted'
  | 'mode'
  | 'session-lost'
  | 'unreadable'

/** The error for an agent that misbehaved; `said` is its own message. */
export function brokenAgent(
  agentId: AgentId,
  reason: BreakReason,
  { said = '', ...data }: { said?: string } & Readonly<Record<string, unknown>> = {},
): ParleyError {
  const words = shownWords(said)
  return failure('AGENT_FAILED', reason, {
    ...namesOf(agentId),
    ...data,
    ...(words === '' ? {} : { said: words }),
  })
}

/** The error for an agent that exited, or had to be ended, before its turn was over. */
export function exitFailure(agentId: AgentId, exit: AgentExit | null, stderr: string): ParleyError {
  const said = complaintIn(stderr)
  const error = agentFailure(agentId, { said })
  if (error.code !== 'AGENT_FAILED') return error
  const how = exit === null ? {} : { exitCode: exit.code, signal: exit.signal }
  return brokenAgent(agentId, 'exited', { said, ...how })
}

/** Reports that the agent repeats its model request; `retryAt` in milliseconds since the epoch. */
export function retryNotice(
  agentId: AgentId,
  complaint: AgentErrorReport,
  retryAt: number,
): { type: 'notice' } & Notice {
  const { code, data: { reason, status } = {} } = agentFailure(agentId, complaint)
  const { providerName } = namesOf(agentId)
  const data = { providerName, ...(status === undefined ? {} : { status }), reason }
  const { status: mark = '' } = failureParams(data)
  return {
    type: 'notice',
    code: 'RETRY',
    message: inEnglish()(`errors.retry.${retryReasons[code] ?? 'agent'}`, { providerName, status: mark }),
    retryAt,
    cause: { code, data },
  }
}

const retryReasons: Partial<Record<ErrorCode, keyof typeof english.errors.retry>> = {
  PROVIDER_AUTH: 'auth',
  PROVIDER_RATE_LIMIT: 'rateLimited',
  PROVIDER_OVERLOADED: 'overloaded',
}

function namesOf(agentId: AgentId): { providerName: string; agentId: AgentId } {
  return { providerName: agentProfiles[agentId].name, agentId }
}

/** An agent's message on one line, without secrets. */
function shownWords(text: string): string {
  const line = redactText(stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').trim())
  const { atStart, atEnd } = shownChars
  return line.length > atStart + atEnd ? `${line.slice(0, atStart)} … ${line.slice(-atEnd)}` : line
}

function statusIn(said: string): number | null {
  const found = statusInWords.exec(said)
  return found === null ? null : Number(found[1] ?? found[2])
}

/** A problem of an agent or its model, by the catalogue's reason. */
type Problem = 'signed-out' | 'busy' | 'unpaid' | 'overloaded' | 'refused' | 'agent-offline' | 'failed'

function problemOf(status: number | null, { said, isSignedOut }: AgentErrorReport): Problem {
  if (isSignedOut === true || status === 401 || status === 403) return 'signed-out'
  if (status === 402) return 'unpaid'
  if (status === 429) return 'busy'
  if (status !== null) return status >= 500 ? 'overloaded' : 'refused'
  if (signedOutWords.test(said)) return 'signed-out'
  if (limitedWords.test(said)) return 'busy'
  if (overloadedWords.test(said)) return 'overloaded'
  if (refusedWords.test(said)) return 'refused'
  return unreachableWords.test(said) ? 'agent-offline' : 'failed'
}
