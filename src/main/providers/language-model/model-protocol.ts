import type { RunRequest } from '../../run-source/run-source'
import type { AnswerReader } from '../answer/answer-reader'
import type { AnswerWriter } from '../answer/answer-writer'
import type { Foreign } from '../answer/foreign'
import type { Peer } from '../http/peer'
import type { Conversation } from './turns'

/** What a request asks: its conversation, and everything else that the user chose. */
export type Question = Pick<RunRequest, 'modelId' | 'params' | 'tools' | 'webSearch'> & {
  conversation: Conversation
}

/** A request as it is posted. */
export interface WrittenRequest {
  /** What follows the provider's address. */
  path: string
  headers: Record<string, string>
  body: Foreign
}

/** How to speak one family's protocol. */
export interface ModelProtocol {
  /** Writes a request. `apiKey` belongs into a header of the family. */
  writeRequest(question: Question, apiKey: string | null): WrittenRequest
  /** Creates a reader for one answer stream. */
  createReader(writer: AnswerWriter, peer: Peer): AnswerReader
  /** The key of the data that is stored with reasoning and calls, and sent back; absent when there is none. */
  providerDataKey?: string
  /** Whether requests have the reasoning of a step in fields of their own, so that its place does not matter. */
  keepsReasoningApart?: true
  /** Whether the family may refuse that data in a request that is otherwise valid. Absent: it needs it, or never does. */
  mayRefuseItsData?(request: RunRequest): boolean
  /**
   * Where images that tools returned go: into the result, or into a user message after it, which only models get that
   * are known to accept images. Absent: the server accepts neither, and the model gets their names.
   */
  resultImages?: 'inside' | 'after'
  /** Whether sounds that tools returned may follow in a user message. */
  takesResultAudio?: true
  /** Whether answers may begin with `<think>`: open models behind a server that does not parse it. */
  hasThinkTags: boolean
}
