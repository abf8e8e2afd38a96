import type { HttpMessage } from '../http-message.ts'
import { chatCompletions } from './chat-completions.ts'
import type { Protocol } from './protocol.ts'

/** What the server speaks. The last one answers whatever is none of the others' own. */
const protocols: readonly Protocol[] = [chatCompletions]

/** The protocol in which this request is to be answered. */
export function protocolOf(message: HttpMessage): Protocol {
  const isOwn = (protocol: Protocol) =>
    protocol.modelOf(message) !== null || protocol.modelList(message, [], '') !== undefined
  return protocols.find(isOwn) ?? chatCompletions
}
