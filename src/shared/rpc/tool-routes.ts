import { z } from 'zod'

import { webAddress } from '../models/api-address'
import { type SearchInfo, searchProviderKinds } from '../tools/search'
import type { ToolInfo } from '../tools/tools'
import { route } from './definitions/define-route'
import { messageId, sessionId } from './definitions/fields'

/** Routes of tools for models. Which ones a chat or pane has on is part of its settings. */
export const toolRoutes = {
  /**
   * Every tool. `isEnabled` and `problem` are those of the chat or pane; without `sessionId`, those of new chats.
   */
  'tools.list': route(() => z.object({ sessionId: sessionId.exactOptional() })).returns<{
    tools: ToolInfo[]
  }>(),
}

const toolCallId = z.string().min(1).max(500)

/** Routes of what models changed in files. */
export const editRoutes = {
  /** The calls of an answer whose edits can be taken back, and those that were; oldest first. */
  'tools.edits': route(() => z.object({ messageId })).returns<{
    edits: { toolCallId: string; undoneAt: number | null }[]
  }>(),
  /**
   * Gives the file that a call edited its earlier content, or removes it if the call created it. Once done, it does
   * nothing.
   * @throws NOT_FOUND the edit is not kept, or its folder is gone; INVALID_INPUT the file has changed since; TIMEOUT
   */
  'tools.undoEdit': route(() => z.object({ messageId, toolCallId })).returns<{ undoneAt: number }>(),
}

/** Routes of the provider that `web.search` uses. */
export const searchRoutes = {
  'search.get': route(() => z.object({})).returns<{ search: SearchInfo }>(),
  /**
   * Chooses how models search the web. `baseUrl` is the address of a SearXNG server. Without `apiKey`, the stored key is
   * kept unless requests now go elsewhere; an empty one removes it.
   * @throws INVALID_INPUT the address is missing or not a web address, the key cannot be sent; STORE_FULL
   */
  'search.save': route(() =>
    z.object({
      kind: z.enum(['own', ...searchProviderKinds]),
      baseUrl: z.stringFormat('url', (text) => webAddress(text) !== null).exactOptional(),
      apiKey: z.string().max(4096).exactOptional(),
    }),
  ).returns<{ search: SearchInfo }>(),
  /** Searches once with the saved provider. @throws INVALID_INPUT none is set up; PROVIDER_*, TIMEOUT */
  'search.test': route(() => z.object({})).returns<{ resultCount: number; durationMs: number }>(),
}
