import { z } from 'zod'

import type { ToolInfo } from '../tools/tools'
import { route } from './definitions/define-route'
import { sessionId } from './definitions/fields'

/** Routes of tools for models. Which ones a chat or pane has on is part of its settings. */
export const toolRoutes = {
  /**
   * Every tool. `isEnabled` and `problem` are those of the chat or pane; without `sessionId`, those of new chats.
   */
  'tools.list': route(() => z.object({ sessionId: sessionId.exactOptional() })).returns<{
    tools: ToolInfo[]
  }>(),
}
