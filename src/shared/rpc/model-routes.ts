import { z } from 'zod'

import {
  type ModelInfo,
  modelPreferenceLimits,
  type ModelPreference,
  type ModelProblem,
} from '../models/models'
import { route } from './definitions/define-route'
import { modelChange } from '../models/schema'

/** Routes of the models of all providers, and of what the user sets for them. */
export const modelRoutes = {
  /** All models that can be selected. `refresh` asks every provider again instead of using the short-lived cache. */
  'models.list': route(() => z.object({ refresh: z.boolean().exactOptional() })).returns<{
    models: ModelInfo[]
    problems: ModelProblem[]
    /** Date, such as `2026-11-20`, of the list of prices and sizes; null when it could not be read. */
    factsDate: string | null
  }>(),
  /**
   * Hides, renames or annotates a model, or sets its parameters for new chats and panes that have none of their own. It
   * need not be in the list at the moment. Characters that mislead are removed from names and notes. @throws STORE_FULL
   */
  'models.update': route(() => modelChange).returns<{ preference: ModelPreference }>(),
  /** Like `models.update`, for many models: all of them are changed, or none. @throws STORE_FULL */
  'models.updateMany': route(() =>
    z.object({ changes: z.array(modelChange).max(modelPreferenceLimits.models) }),
  ).returns<{ preferences: ModelPreference[] }>(),
}
