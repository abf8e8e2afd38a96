import type { RequestNotice } from '../../../shared/sessions/messages'
import type { Clock } from '../../base/clock'
import type { RunRequest } from '../../run-source/run-source'
import type { AnswerReader } from '../answer/read-answer'
import type { AnswerWriter } from '../answer/answer-writer'
import type { Foreign } from '../answer/foreign'
import type { Peer } from '../http/peer'
import type { Conversation } from './turns'

/** A question to a model: its conversation, and everything else that the user chose. */
export type Question = Pick<RunRequest, 'modelId' | 'params' | 'tools' | 'webSearch' | 'listedMaxTokens'> & {
  conversation: Conversation
}

/** A request as it is posted. */
export interface WrittenRequest {
  /** Follows the provider's address. */
  path: string
  headers: Record<string, string>
  body: Foreign
}

/** An answer that has ended, and the server that gave it. */
export interface EndedAnswer {
  baseUrl: string
  peer: Peer
  clock: Clock
  modelId: string
  /** The request. */
  body: Foreign
  /** The tokens of the prompt, as the server counted them. */
  promptTokens: number
  /** Those of the answer before, of which this prompt contains everything. */
  promptTokensBefore?: number | undefined
  reader: AnswerReader
  signal: AbortSignal
}

/** How to speak one family's protocol. */
export interface ModelProtocol {
  /** Writes a request to this address. The key belongs into a header of the family. */
  writeRequest(question: Question, server: { baseUrl: string; apiKey: string | null }): WrittenRequest
  /** Creates a reader for one answer stream. */
  createReader(writer: AnswerWriter, peer: Peer): AnswerReader
  /** The key of the data that is stored with reasoning and calls, and sent back; absent when there is none. */
  providerDataKey?: string
  /** Requests have the reasoning of a step in fields of their own, so its place does not matter. */
  keepsReasoningApart?: true
  /** True if the family may refuse that data in a request that is otherwise valid. Absent: it needs it, or never does. */
  mayRefuseItsData?(request: RunRequest): boolean
  /**
   * Where images that tools returned go: into the result, or into a user message after it, which only models get that
   * are known to accept images. Absent: the server accepts neither, and the model gets their names.
   */
  resultImages?: 'inside' | 'after'
  /** Sounds that tools returned may follow in a user message. */
  takesResultAudio?: true
  /** A notice for the user about the prompt of an answer that has ended. */
  noticeAfter?(answer: EndedAnswer): Promise<RequestNotice | null>
  /** Answers may begin with `<think>`: open models behind a server that does not parse it. */
  hasThinkTags: boolean
}
