import type { ErrorCode, ErrorData } from '../../../shared/errors'
import { failureData } from '../../../shared/failures/failure'
import { assertNever } from '../../../shared/invariant'
import type { RunStatus } from '../../../shared/runs/events'
import {
  askedText,
  type Message,
  messageText,
  type Part,
  type StopReason,
  textAfterText,
} from '../../../shared/sessions/messages'
import { saysWho } from './contestant-names'

/** Reasons for the end of an answer that someone other than its model ended. */
const stopped: readonly StopReason[] = ['user', 'replaced', 'client-closed', 'shutdown', 'interrupted']

/** Reasons that say nothing about the model; the length limit is visible anyway. */
const shownReasons: ReadonlySet<StopReason> = new Set<StopReason>(['end', 'length', ...stopped])

/** Errors of Parley itself. All others may be in a provider's words, or name it. */
const shownErrors: ReadonlySet<ErrorCode> = new Set([
  'RUN_ACTIVE',
  'CANCELLED',
  'STORE_FULL',
  'STORE_DAMAGED',
])

/** Things that a request may name although they do not exist. A missing model would identify the contestant. */
const shownAbsences: ReadonlySet<unknown> = new Set(['attachment', 'message', 'pane'])

/** In place of the speed of a hidden contestant, which could identify it. */
export const unknownMetrics = { ttftMs: null, tokensPerSecond: null, durationMs: null }

/** The status of a run that ended with such an answer. */
export const endStatus: Record<Message['status'], RunStatus> = {
  complete: 'completed',
  partial: 'stopped',
  failed: 'failed',
  streaming: 'stopped',
}

/** The furthest that a cut looks back for the end of a word, in UTF-16 units. */
const longestWord = 40

/** A round of answers that was stopped. */
export interface StoppedRound {
  /** The length of each answer that did not fail, in UTF-16 units. */
  lengths: number[]
  /** The number of panes that have no answer in the round. */
  missing: number
  stopReason: StopReason
}

/** The round of these answers; null if none of them was stopped, and no stop was `requested`. */
export function stoppedRound(
  answers: readonly Message[],
  missing: number,
  requested: StopReason | null = null,
): StoppedRound | null {
  const stopReason = answers.find(isStopped)?.stopReason ?? requested
  if (stopReason === null) return null
  // A failure says nothing about speed, and is shown as one.
  const written = answers.filter(({ status }) => status !== 'failed')
  return { lengths: written.map((answer) => messageText(answer).length), missing, stopReason }
}

function isStopped({ stopReason }: Message): boolean {
  return stopReason !== undefined && stopped.includes(stopReason)
}

/** Decides how much of a hidden contestant's answer is shown. */
interface Showing {
  question: Message | null
  /** The models of the comparison. */
  models: readonly string[]
  /** Null if the round was not stopped. */
  round: StoppedRound | null
}

/**
 * A hidden contestant's answer as it is stored and shown until the reveal. It is built only from fields that reveal
 * nothing, so a field that is added later stays sealed until it is listed here.
 */
export function shownAnswer(answer: Message, { question, models, round }: Showing): Message {
  const { id, sessionId, parentId, role, runId, createdAt } = answer
  const parts = answer.parts.flatMap(shownPart)
  const asked = question === null ? '' : askedText(question)
  const shown = round === null ? { parts } : shortened(parts, round)
  const words = wordsOf(shown)
  return {
    id,
    sessionId,
    parentId,
    role,
    ...(runId === undefined ? {} : { runId }),
    createdAt,
    status: answer.status,
    ...(answer.stopReason === undefined ? {} : { stopReason: shownReason(answer.stopReason) }),
    ...(round !== null && answer.status !== 'failed'
      ? { status: 'partial', stopReason: round.stopReason, isShortened: true }
      : {}),
    ...shown,
    ...(words !== '' && saysWho(words, models, asked) ? { namesContestant: true } : {}),
  }
}

/** An error as it is shown. */
export function shownError(error: ErrorData): ErrorData {
  const { code, data } = error
  const isShown =
    shownErrors.has(code) ||
    (code === 'INVALID_INPUT' && data?.['reason'] === 'contestants-hidden') ||
    (code === 'NOT_FOUND' && shownAbsences.has(data?.['reason']))
  return isShown ? error : failureData('INTERNAL', 'contestant-hidden')
}

function shownReason(reason: StopReason): StopReason {
  return shownReasons.has(reason) ? reason : 'error'
}

/** Reasoning, tools, plans and sources differ between models and agents, so they appear with the reveal. */
function shownPart(part: Part): Part[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: textAfterText(part) }]
    case 'attachment': {
      // An image in the result of a tool says that there was one, as its call would.
      if (part.toolCallId !== undefined) return []
      const { type, attachmentId, mediaType, sizeBytes, width, height, pageCount } = part
      return [
        {
          type,
          attachmentId,
          name: mediaType,
          mediaType,
          sizeBytes,
          ...(width === undefined ? {} : { width }),
          ...(height === undefined ? {} : { height }),
          ...(pageCount === undefined ? {} : { pageCount }),
        },
      ]
    }
    case 'form':
    case 'knowledge':
      // All panes of a question get the same knowledge.
      return [part]
    case 'error': {
      const { code, message, data } = shownError(part)
      return [{ type: 'error', code, message, ...(data === undefined ? {} : { data }) }]
    }
    case 'reasoning':
    case 'tool-call':
    case 'tool-result':
    case 'plan':
    case 'sources':
      return []
    default:
      return assertNever(part)
  }
}

/** The words of an answer that the user reads: its text and its forms. */
function wordsOf({ parts }: Pick<Message, 'parts'>): string {
  const forms = parts.flatMap((part) => (part.type === 'form' ? [JSON.stringify(part)] : []))
  return [messageText({ parts }), ...forms].join('\n').trim()
}

/**
 * Neither whether an answer was complete nor how long it had become may say which contestant is slower, so all are as
 * long as the shortest. Files and forms are complete or missing, so they are left out.
 */
function shortened(all: readonly Part[], { lengths, missing }: StoppedRound): { parts: Part[] } {
  let left = missing > 0 || lengths.length === 0 ? 0 : Math.min(...lengths)
  const parts = all.flatMap((part): Part[] => {
    if (part.type === 'error') return [part]
    if (part.type !== 'text' || left === 0) return []
    const text = part.text.length >= left ? cutText(part.text, left) : part.text
    left -= Math.min(left, part.text.length)
    return text === '' ? [] : [{ type: 'text', text }]
  })
  return { parts }
}

/**
 * Cuts at the end of a word, if one is near, and never within a character. The shortest answer is cut, too: one that
 * ends in the middle of a word, or with a space, would be recognisable as the shortest.
 */
function cutText(text: string, maxChars: number): string {
  const start = text.slice(0, maxChars)
  const word = /\s+\S*$/u.exec(start)
  if (word !== null && start.length - word.index <= longestWord) return start.slice(0, word.index)
  return start.replace(/[\uD800-\uDBFF]$/u, '')
}
