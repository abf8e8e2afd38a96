import { z } from 'zod'

import { voteLimits } from '../../votes/votes'
import { type FigurePart, type WhichModel, whichFigures } from '../../which-model/which-model'
import { route } from '../definitions/define-route'
import { setId } from './set-fields'

const scope = {
  tag: z.string().max(voteLimits.tagChars).exactOptional(),
  setId: setId.exactOptional(),
}

/** Routes of what is known about models: votes, checks, judges, times and costs. */
export const whichModelRoutes = {
  /**
   * The figures of all models, with a verdict: over all, or only of what was voted on with a `tag`, or of a prompt set.
   * Only the user's own votes count, and only answers whose contestants are not hidden. `withColumns`: also votes and
   * checks by tag and set.
   */
  'whichModel.get': route(() =>
    z.object({ ...scope, withColumns: z.boolean().exactOptional() }),
  ).returns<WhichModel>(),
  /** The newest votes, answers or verdicts that a figure of a model, by its key, is made of. */
  'whichModel.parts': route(() =>
    z.object({
      ...scope,
      model: z.string().min(1).max(1_000),
      figure: z.enum(whichFigures),
      limit: z.number().int().min(1).max(1_000).exactOptional(),
    }),
  ).returns<{ parts: FigurePart[]; total: number }>(),
}
