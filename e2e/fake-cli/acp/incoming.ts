import { isRecord, textAt } from '../parts/input.ts'
import { knownWord, UnknownWordError } from '../parts/known-words.ts'

/** The contents of a prompt. */
export interface Prompt {
  /** The whole text. */
  text: string
  /** Its last block of text; instructions may come before it. */
  question: string
  /** The media types of its images. */
  images: string[]
}

/** @throws UnknownWordError it has a block that the fake does not know, or no block */
export function readPrompt(prompt: unknown): Prompt {
  if (!Array.isArray(prompt)) throw new UnknownWordError(JSON.stringify(prompt), 'a prompt', ['blocks'])
  const blocks = prompt.map((block: unknown) => {
    const type = knownWord(textAt(block, 'type') ?? '', 'the blocks of a prompt', ['text', 'image'])
    const text = textAt(block, type === 'text' ? 'text' : 'mimeType')
    if (text === null) throw new UnknownWordError('', `a block of type ${type}`, ['a text'])
    return { type, text }
  })
  const textsOf = (kind: 'text' | 'image') => blocks.flatMap(({ type, text }) => (type === kind ? text : []))
  return {
    text: textsOf('text').join('\n'),
    question: textsOf('text').at(-1) ?? '',
    images: textsOf('image'),
  }
}

/**
 * The session that a notification cancels. @throws UnknownWordError another notification, or no such open
 * session
 */
export function readCancel<Session>(
  method: string,
  params: Record<string, unknown>,
  sessions: ReadonlyMap<string, Session>,
): Session {
  knownWord(method, 'the notifications to an agent', ['session/cancel'])
  const session = sessions.get(String(params['sessionId']))
  if (session === undefined)
    throw new UnknownWordError(String(params['sessionId']), 'session/cancel', [...sessions.keys()])
  return session
}

/** The values of one of the agent's options; null if the agent does not have it. */
export function offeredValues(opened: Record<string, unknown>, optionId: string): string[] | null {
  const options = Array.isArray(opened['configOptions']) ? opened['configOptions'].filter(isRecord) : []
  const values = options.find(({ id }) => id === optionId)?.['options']
  return Array.isArray(values) ? values.flatMap((value) => textAt(value, 'value') ?? []) : null
}
