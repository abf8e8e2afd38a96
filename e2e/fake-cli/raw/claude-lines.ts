import { assertNever } from '../../../src/shared/invariant.ts'
import { isRecord, recordAt, textAt } from '../parts/input.ts'
import { knownWord, UnknownWordError } from '../parts/known-words.ts'

/** A message from the user. */
export interface UserMessage {
  text: string
  /** The media types of its images. */
  images: string[]
}

/** One line of Claude Code's standard input. */
export type ClaudeLine =
  | { type: 'user'; message: UserMessage }
  | { type: 'control_response'; answer: ControlAnswer }
  | { type: 'control_request'; requestId: string; request: 'interrupt' }

/** The decision on a permission request of Claude Code. */
export interface ControlAnswer {
  requestId: string
  behavior: 'allow' | 'deny'
  /** It applies from now on. */
  isAlways: boolean
}

/** @throws UnknownWordError the line, or a part of it, is of a kind that the fake does not know */
export function readClaudeLine(line: Record<string, unknown>): ClaudeLine {
  const type = knownWord(String(line['type']), 'the lines of claude', [
    'user',
    'control_response',
    'control_request',
  ])
  switch (type) {
    case 'user':
      return { type, message: readMessage(recordAt(line, 'message')) }
    case 'control_response':
      return { type, answer: readAnswer(recordAt(line, 'response')) }
    case 'control_request': {
      const subtype = String(recordAt(line, 'request')['subtype'])
      const request = knownWord(subtype, 'the control requests of claude', ['interrupt'])
      return { type, requestId: requestIdOf(line), request }
    }
    default:
      return assertNever(type)
  }
}

function readMessage(message: Record<string, unknown>): UserMessage {
  knownWord(String(message['role']), 'the role of a message to claude', ['user'])
  const { content } = message
  if (typeof content === 'string') return { text: content, images: [] }
  const blocks = (Array.isArray(content) ? content : [content]).map(readBlock)
  return {
    text: blocks.flatMap(({ text }) => text ?? []).join('\n'),
    images: blocks.flatMap(({ image }) => image ?? []),
  }
}

function readBlock(block: unknown): { text?: string; image?: string } {
  const type = knownWord(textAt(block, 'type') ?? String(block), 'the blocks of a message to claude', [
    'text',
    'image',
  ])
  if (type === 'text') return { text: required(textAt(block, 'text'), 'a block of text') }
  const source = isRecord(block) ? recordAt(block, 'source') : {}
  return { image: required(textAt(source, 'media_type'), 'the source of an image') }
}

function readAnswer(answer: Record<string, unknown>): ControlAnswer {
  knownWord(String(answer['subtype']), 'an answer', ['success'])
  const said = recordAt(answer, 'response')
  const rules = said['updatedPermissions']
  return {
    requestId: requestIdOf(answer),
    behavior: knownWord(String(said['behavior']), 'an answer', ['allow', 'deny']),
    isAlways: Array.isArray(rules) && rules.length > 0,
  }
}

function requestIdOf(line: unknown): string {
  return required(textAt(line, 'request_id'), 'a request id')
}

function required(text: string | null, where: string): string {
  if (text === null) throw new UnknownWordError('', where, ['a text'])
  return text
}
