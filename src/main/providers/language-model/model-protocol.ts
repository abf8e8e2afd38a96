import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider'

import type { ParleyError } from '../../../shared/errors'
import type { RunRequest } from '../../run-source/run-source'
import type { AnswerReader } from '../answer/answer-reader'
import type { AnswerWriter } from '../answer/answer-writer'
import type { Peer } from '../http/peer'
import type { ModelFactory } from './written-request'

/** How to speak one family's protocol. */
export interface ModelProtocol {
  /** The library that writes the requests, loaded with the first one. */
  loadModelFactory(): Promise<ModelFactory>
  /** Creates a reader for one answer stream. */
  createReader(writer: AnswerWriter, peer: Peer): AnswerReader
  /**
   * The key under which the library takes data that is sent back with reasoning and calls; absent when there is none.
   */
  providerDataKey?: string
  /** Whether the family may refuse that data in a request that is otherwise valid. Absent: it needs it, or never does. */
  mayRefuseItsData?(request: RunRequest): boolean
  /** What replaces this protocol after a refusal that is about a part of it alone; null after any other. */
  withoutRefused?(refusal: ParleyError): ModelProtocol | null
  /**
   * Where images that tools returned go: into the result, or into a user message after it, which only models get that
   * are known to accept images. Absent: the server accepts neither, and the model gets their names.
   */
  resultImages?: 'inside' | 'after'
  /** Whether sounds that tools returned may follow in a user message. */
  takesResultAudio?: true
  /** Whether answers may begin with `<think>`: open models behind a server that does not parse it. */
  hasThinkTags: boolean
  /** The family's own request options, added to the common ones; its `tools` join those of the request. */
  callOptions?(request: RunRequest): Partial<LanguageModelV4CallOptions>
  /** Fields of every tool definition. */
  toolFields?: Pick<LanguageModelV4FunctionTool, 'strict'>
  /** Adjusts the prompt, for example with cache breakpoints. */
  preparePrompt?(prompt: LanguageModelV4Prompt, request: RunRequest): LanguageModelV4Prompt
}
