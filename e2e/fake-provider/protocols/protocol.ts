import type { HttpMessage } from '../http-message.ts'

/** What a token is; `reasoning_content` and `reasoning` are the two usual spellings of thinking. */
export type TokenField = 'content' | 'reasoning_content' | 'reasoning'

/** What an answer needs to know of the request for it. */
export interface Asked {
  readonly id: number
  readonly model: string
  readonly arrivedMs: number
}

/** What went wrong, as a script says it; each protocol has its own shape for it. */
export interface FakeError {
  message: string
  type?: string
  code?: string | number
}

/** One piece of a tool call, as it streams in. The first piece of a call has its id and name. */
export interface CallPiece {
  index: number
  id?: string
  name?: string
  /** The next characters of the JSON of its arguments. */
  arguments: string
}

/** What an answer is said to have cost. */
export interface UsageCounts {
  promptTokens: number
  completionTokens: number
  reasoningTokens: number
  /** In US dollars; most providers do not say. */
  cost?: number | undefined
}

/**
 * The events of one answer, as bytes of its body. What a protocol says only with something that comes later, or has no
 * word for, is the empty text.
 */
export interface AnswerEvents {
  /** What the protocol says as soon as it has taken the request, before the first token. */
  begin?(): string
  token(field: TokenField, text: string): string
  call(piece: CallPiece): string
  /** `reason` is OpenAI's word: `stop`, `length`, `tool_calls`, `content_filter`; any other goes out as it is. */
  finish(reason: string): string
  usage(counts: UsageCounts): string
  /** The protocol's last word. */
  done(): string
  /** An error in the middle of the stream. */
  error(error: FakeError): string
  /** The same answer as one JSON object, where the protocol has a form of it that is of use. */
  whole?(answer: { content: string; reasoning: string; finishReason: string; tokenCount: number }): string
}

/** How a server speaks: which requests are its own, and what it says to them. */
export interface Protocol {
  /** The model of a request for an answer; null when this is no such request. */
  modelOf(message: HttpMessage): string | null
  /** Whether the answer is to be streamed. */
  wantsStream(message: HttpMessage): boolean
  /** The key that the request brought; null when it brought none. */
  keyOf(headers: Readonly<Record<string, string>>): string | null
  /** What it says to a request for its list of models; undefined when this is no such request. */
  modelList(message: HttpMessage, modelIds: readonly string[], ownedBy: string): unknown
  events(request: Asked): AnswerEvents
  /** The body of a refusal with this HTTP status. */
  refusal(status: number, error: FakeError): string
}
