import type { HttpMessage } from '../http-message.ts'

/** The kind of a token; `reasoning_content` and `reasoning` are the two common names for thinking. */
export type TokenField = 'content' | 'reasoning_content' | 'reasoning'

/** The parts of a request that its answer depends on. */
export interface Asked {
  readonly id: number
  readonly model: string
  readonly arrivedMs: number
}

/** An error in a script; each protocol has its own format for it. */
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
  /** The next part of the JSON of its arguments. */
  arguments: string
}

/** The usage that an answer reports. */
export interface UsageCounts {
  promptTokens: number
  completionTokens: number
  reasoningTokens: number
  /** In US dollars; most providers do not report it. */
  cost?: number | undefined
}

/**
 * The events of one answer, as bytes of its body. Empty if the protocol sends the information later, or has
 * no form for it.
 */
export interface AnswerEvents {
  /** Sent as soon as the request is accepted, before the first token. */
  begin?(): string
  token(field: TokenField, text: string): string
  call(piece: CallPiece): string
  /**
   * `reason` is one of OpenAI's: `stop`, `length`, `tool_calls`, `content_filter`; any other is sent
   * unchanged.
   */
  finish(reason: string): string
  usage(counts: UsageCounts): string
  /** The end marker of the protocol. */
  done(): string
  /** An error in the middle of the stream. */
  error(error: FakeError): string
  /** The answer as one JSON object, for a request without streaming. */
  whole?(answer: { content: string; reasoning: string; finishReason: string; tokenCount: number }): string
}

/** How a server speaks: which requests belong to it, and its responses. */
export interface Protocol {
  /** The model of a request for an answer; null for any other request. */
  modelOf(message: HttpMessage): string | null
  /** Whether the answer is to be streamed. */
  wantsStream(message: HttpMessage): boolean
  /** The key in the request; null if there is none. */
  keyOf(headers: Readonly<Record<string, string>>): string | null
  /** The list of models; undefined if the request is not for it. */
  modelList(message: HttpMessage, modelIds: readonly string[], ownedBy: string): unknown
  events(request: Asked): AnswerEvents
  /** The body of an error response with this status. */
  refusal(status: number, error: FakeError): string
}
