import { z } from 'zod'

import type { LineUpId } from '../../ids'
import { type LineUp, lineUpLimits } from '../../sessions/line-ups'
import { paneLimits } from '../../sessions/sessions'
import { route } from '../definitions/define-route'
import { id } from '../../schema'
import { modelRef } from '../../models/schema'
import { modelParams, sessionSettings, systemPrompt } from '../../sessions/schema'

const lineUpId = id<LineUpId>()
const name = z.string().trim().min(1).max(lineUpLimits.nameChars)

/** Routes of line-ups: panes that are saved under a name. */
export const lineUpRoutes = {
  /** All line-ups, by name. Their models may have disappeared since. */
  'lineUps.list': route(() => z.object({})).returns<{ lineUps: LineUp[] }>(),
  /** Saves a new line-up, or replaces the panes of an existing one. @throws NOT_FOUND; INVALID_INPUT the name is taken */
  'lineUps.save': route(() =>
    z.object({
      id: lineUpId.exactOptional(),
      name,
      panes: z
        .array(
          z.object({
            model: modelRef,
            ...sessionSettings,
            params: modelParams.default({}),
            systemPrompt: systemPrompt.nullable().default(null),
          }),
        )
        .min(paneLimits.min)
        .max(paneLimits.max),
      isBlind: z.boolean().default(false),
    }),
  ).returns<{ lineUp: LineUp }>(),
  /** @throws NOT_FOUND; INVALID_INPUT the name is taken */
  'lineUps.rename': route(() => z.object({ lineUpId, name })).returns<{ lineUp: LineUp }>(),
  'lineUps.remove': route(() => z.object({ lineUpId })).returns<{ removed: boolean }>(),
}
