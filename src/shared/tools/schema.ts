import { z } from 'zod'

import { toolChoiceLimits } from './tools'

/** Names of tools, each once. Unknown ones are kept: their server may be added again. */
export const toolNames = z
  .array(z.string().min(1).max(toolChoiceLimits.nameChars))
  .max(toolChoiceLimits.count)
  .transform((names) => [...new Set(names)])
/** The tools that are on. */
export const toolChoice = z.object({ enabled: toolNames })
