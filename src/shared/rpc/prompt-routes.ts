import { z } from 'zod'

import type { PromptId } from '../ids'
import type { Prompt } from '../sessions/prompts'
import { route } from './definitions/define-route'
import { projectId } from './definitions/fields'
import { id } from '../schema'

const promptId = id<PromptId>()

/** Routes of the user's saved prompts. */
export const promptRoutes = {
  /** All prompts, by name. */
  'prompts.list': route(() => z.object({})).returns<{ prompts: Prompt[] }>(),
  /** Saves a new prompt, or changes an existing one, whose project stays unless another is given. @throws NOT_FOUND */
  'prompts.save': route(() =>
    z.object({
      id: promptId.exactOptional(),
      name: z.string().trim().min(1).max(200),
      text: z.string().min(1).max(200_000),
      projectId: projectId.nullable().exactOptional(),
    }),
  ).returns<{ prompt: Prompt }>(),
  'prompts.remove': route(() => z.object({ promptId })).returns<{ removed: boolean }>(),
}
