import type { AttachmentPart, Part } from '../sessions/messages'
import type { AnswerCourse, PastTurn, PromptPast, RecordedCall } from './schema'

export type { PastTurn, PromptPast, RecordedCall }

/**
 * `next`: the model answers the last question after the earlier turns as they were recorded. `conversation`: it is asked
 * each of the user's turns, and gets its own answers back.
 */
export const pastModes = ['next', 'conversation'] as const

/** Bounds of what precedes a prompt. */
export const pastLimits = {
  turns: 100,
  /** The user's turns of a conversation, with the last question. */
  asked: 20,
  turnChars: 200_000,
  /** Files of one turn, and of all turns together. */
  files: 20,
  allFiles: 40,
  fileBytes: 60 * 1024 * 1024,
  tools: 100,
  calls: 200,
  /** A recorded result. */
  resultChars: 100_000,
  toolNameChars: 200,
  /** The length of everything as JSON: for one prompt, and for all prompts of a set. */
  chars: 1_000_000,
  charsOfSet: 20_000_000,
} as const

/** True if a prompt with this past is sent like one without. */
export function isEmptyPast({ turns, files = [], tools = [] }: PromptPast): boolean {
  return turns.length === 0 && files.length === 0 && tools.length === 0
}

/** The files of a prompt: those of the earlier turns, then those of the question. */
export function filesOf(past: PromptPast | undefined): AttachmentPart[] {
  return [...(past?.turns ?? []).flatMap(({ files = [] }) => files), ...(past?.files ?? [])]
}

/** The calls whose results are given again: those of the earlier answers, then those of the answer to the question. */
export function recordedCalls({ turns, calls = [] }: PromptPast): RecordedCall[] {
  return [...turns.flatMap((turn) => turn.calls ?? []), ...calls]
}

/** The turns that a model is sent as they are; in a conversation, it gives its own answers. */
export function sentTurns({ mode, turns }: PromptPast): PastTurn[] {
  return mode === 'next' ? turns : turns.filter(({ role }) => role === 'user')
}

/** The turns that precede the question in this answer. */
export function turnsBefore(past: PromptPast, { earlier = [] }: AnswerCourse = {}): PastTurn[] {
  if (past.mode === 'next') return past.turns
  return sentTurns(past).flatMap((turn, index) => {
    const text = earlier[index]
    return text === undefined ? [turn] : [turn, { role: 'assistant' as const, text }]
  })
}

/** A turn as the parts of a message. `key` distinguishes its calls from those of other turns. */
export function turnParts({ text, files = [], calls = [] }: Omit<PastTurn, 'role'>, key: string): Part[] {
  const called = calls.flatMap(({ name, input, output, isError }, index): Part[] => {
    const toolCallId = `${key}-${index}`
    return [
      { type: 'tool-call', toolCallId, toolName: name, input, state: isError === true ? 'failed' : 'done' },
      { type: 'tool-result', toolCallId, output, ...(isError === true ? { isError } : {}) },
    ]
  })
  return [...files, ...called, ...(text === '' ? [] : [{ type: 'text' as const, text }])]
}

/** Turns as text for a reader, such as a judge. */
export function turnsText(
  turns: readonly { role: PastTurn['role']; text: string; files?: AttachmentPart[] | undefined }[],
): string {
  return turns
    .map(({ role, text, files = [] }) => {
      const names = files.map(({ name }) => `[${name}] `).join('')
      return `${role === 'user' ? 'User' : 'Assistant'}: ${names}${text}`
    })
    .join('\n\n')
}
