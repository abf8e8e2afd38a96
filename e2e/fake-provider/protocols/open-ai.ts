import { fieldOf, modelIn } from '../http-message.ts'
import type { Protocol } from './protocol.ts'

/** How servers with a protocol of OpenAI read requests to this path, and refuse them. */
export function openAiRequests(
  path: string,
): Pick<Protocol, 'modelOf' | 'wantsStream' | 'keyOf' | 'refusal'> {
  return {
    modelOf: (message) => (message.method === 'POST' && message.path === path ? modelIn(message.body) : null),
    wantsStream: ({ body }) => fieldOf(body, 'stream') === true,
    keyOf: (headers) => headers['authorization']?.replace(/^Bearer /, '') ?? null,
    refusal: (_status, error) => JSON.stringify({ error: { param: null, ...error } }),
  }
}
