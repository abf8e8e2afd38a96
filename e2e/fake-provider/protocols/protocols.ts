import type { HttpMessage } from '../http-message.ts'
import { anthropic } from './anthropic.ts'
import { chatCompletions } from './chat-completions.ts'
import { google } from './google.ts'
import type { Protocol } from './protocol.ts'
import { responses } from './responses.ts'

/** What the server speaks. The last one answers whatever is none of the others' own. */
const protocols: readonly Protocol[] = [google, anthropic, responses, chatCompletions]

/** The protocol in which this request is to be answered. */
export function protocolOf(message: HttpMessage): Protocol {
  const isOwn = (protocol: Protocol) =>
    protocol.modelOf(message) !== null || protocol.modelList(message, [], '') !== undefined
  return protocols.find(isOwn) ?? chatCompletions
}
