import { z } from 'zod'

import type { LineUpId } from '../ids'
import { modelRef } from '../models/schema'
import { id } from '../schema'
import { modelParams } from '../sessions/schema'
import { toolChoice } from '../tools/schema'
import { projectColours, projectLimits } from './projects'

/** What the user decides about a project. */
export const projectFields = z.object({
  name: z.string().trim().min(1).max(projectLimits.nameChars),
  colour: z.enum(projectColours),
  /** Part of the system prompt of each of its chats and panes; may be empty. */
  instructions: z.string().max(projectLimits.instructionsChars),
  /** The model of its new chats; null for the default of the app. */
  model: modelRef.nullable(),
  /** The settings of its new chats and panes. */
  params: modelParams,
  /** The tools of its new chats and panes; null for the default of the app. */
  tools: toolChoice.nullable(),
  /** The line-up of its new comparisons. */
  lineUpId: id<LineUpId>().nullable(),
  /** Its place in the list, from 0. */
  position: z.number().int().min(0).max(projectLimits.count),
})
export type ProjectFields = z.infer<typeof projectFields>
