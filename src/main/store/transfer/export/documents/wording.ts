import { assertNever } from '../../../../../shared/invariant'
import {
  type Message,
  type Part,
  isEditedAnswer,
  isEmptyMessage,
  isMergedAnswer,
} from '../../../../../shared/sessions/messages'
import { english } from '../../../../../shared/locales/en/index'
import { stopReasonText } from '../../../../../shared/sessions/stop-reasons'

const { speaker } = english.sessions
const { answer, plan, reasoning, tool } = english.messages

export const planName = plan.name
export const sourcesName = answer.sources

/** What follows the name of a model whose answer merges others, as in votes. */
export const mergeMark = ' (merge)'

/** What follows the name of a model whose answer the user has edited. */
const editedMark = ' (edited)'

/** The author of a message, for its heading. */
export function authorOf(message: Pick<Message, 'role' | 'hidden' | 'model' | 'parts'>): string {
  switch (message.role) {
    case 'user':
      return message.hidden === true ? `${speaker.user}, in a form` : speaker.user
    case 'assistant':
      return `${message.model ?? 'Assistant'}${isMergedAnswer(message) ? mergeMark : ''}${isEditedAnswer(message) ? editedMark : ''}`
    case 'tool':
    case 'system':
      return speaker[message.role]
    default:
      return assertNever(message.role)
  }
}

/** Why an answer is incomplete; null when it is complete. */
export function whyEnded(message: Pick<Message, 'role' | 'parts' | 'status' | 'stopReason'>): string | null {
  const { status, stopReason } = message
  if (isEmptyMessage(message)) return answer.nothing
  const reason = stopReason === undefined ? null : stopReasonText(stopReason)
  return reason ?? (status === 'partial' ? tool.cancelled : status === 'failed' ? tool.failed : null)
}

export function thoughtFor({ durationMs }: Extract<Part, { type: 'reasoning' }>): string {
  if (durationMs === undefined) return reasoning.thought
  return reasoning.thoughtFor.replace('{{time}}', `${(durationMs / 1_000).toFixed(1)} s`)
}

export function callState({ state }: Extract<Part, { type: 'tool-call' }>): string {
  return tool[state].toLowerCase()
}

/** The label of a tool result. */
export function resultName({ isError }: Extract<Part, { type: 'tool-result' }>): string {
  return isError === true ? tool.error : 'Result'
}

export function formName({ title }: Extract<Part, { type: 'form' }>): string {
  return english.forms.card.name.replace('{{title}}', () => title)
}

const planMarks = { pending: '[ ]', 'in-progress': '[~]', completed: '[x]' } as const

/** One line per step. */
export function planText({ entries }: Extract<Part, { type: 'plan' }>): string {
  return entries.map(({ text, status }) => `- ${planMarks[status]} ${text.replaceAll('\n', ' ')}`).join('\n')
}

/** The input or output of a tool as readable text. */
export function valueText(value: unknown): { text: string; language: 'json' | 'text' } {
  if (typeof value === 'string') return { text: value, language: 'text' }
  return { text: JSON.stringify(value, null, 2) ?? '', language: 'json' }
}

export function attachmentText({
  name,
  mediaType,
  sizeBytes,
}: Extract<Part, { type: 'attachment' }>): string {
  return `${name} (${mediaType}, ${sizeBytes.toLocaleString('en')} bytes)`
}

const times = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** A time in the local format; empty for an invalid number. */
export function timeText(at: number): string {
  return Number.isNaN(new Date(at).getTime()) ? '' : times.format(at)
}
