import { z } from 'zod'

import { voteHows, voteLimits } from '../../votes/votes'

/** Fields of the routes that take votes. */

/** Why the user voted that way. */
export const voteWhy = z.string().trim().max(voteLimits.whyChars)
/** Tags of a vote. */
export const voteTags = z.array(z.string().trim().min(1).max(voteLimits.tagChars)).max(voteLimits.tags)
/** How the answers were shown. */
export const voteHow = z.enum(voteHows)
