import type { Foreign } from '../answer/foreign'

/** A conversation in the form from which every family writes its requests. */
export interface Conversation {
  /** Empty if there is none. */
  system: string
  turns: Turn[]
}

/** Users and the model take turns; the results of calls follow the calls. */
export type Turn =
  | { role: 'user'; content: (TextContent | FileContent)[] }
  | { role: 'assistant'; content: SaidContent[] }
  | { role: 'tool'; results: CallResult[] }

export type SaidContent = TextContent | ReasoningContent | CallContent

export interface TextContent {
  type: 'text'
  text: string
}

/** An image or a sound. */
export interface FileContent {
  type: 'file'
  mediaType: string
  bytes: Uint8Array
}

/** Reasoning that its provider wants back, with the data that the provider gave with it. */
export interface ReasoningContent {
  type: 'reasoning'
  text: string
  data: Foreign
}

export interface CallContent {
  type: 'call'
  id: string
  name: string
  input: Record<string, unknown>
  /** Data that the provider sent with the call. */
  data?: Foreign
}

export interface CallResult {
  callId: string
  name: string
  text: string
  isError: boolean
  /** Images that belong into the result itself. */
  images: FileContent[]
}

/** The file as base64. */
export function base64Of({ bytes }: FileContent): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

/** The file as an address that contains it. */
export function dataUrlOf(file: FileContent): string {
  return `data:${file.mediaType};base64,${base64Of(file)}`
}
