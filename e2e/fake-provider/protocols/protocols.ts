import type { HttpMessage } from '../http-message.ts'
import { anthropic } from './anthropic.ts'
import { chatCompletions } from './chat-completions.ts'
import { google } from './google.ts'
import type { Protocol } from './protocol.ts'
import { responses } from './responses.ts'

/** All supported protocols. The last one handles requests that belong to no other. */
const protocols: readonly Protocol[] = [google, anthropic, responses, chatCompletions]

/** The protocol of this request. */
export function protocolOf(message: HttpMessage): Protocol {
  const isOwn = (protocol: Protocol) =>
    protocol.modelOf(message) !== null || protocol.modelList(message, [], '') !== undefined
  return protocols.find(isOwn) ?? chatCompletions
}
