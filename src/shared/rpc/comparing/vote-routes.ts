import { z } from 'zod'

import type { VoteId } from '../../ids'
import type { StoredRanking } from '../../votes/stored-ranking'
import { type ListedVote, type Vote, voteLimits, voteResults, type VotesImported } from '../../votes/votes'
import { route } from '../definitions/define-route'
import { comparisonId, messageId, paneId } from '../definitions/fields'
import { id } from '../../schema'
import { wireLimits } from '../definitions/limits'
import { voteHow as how, voteTags as tags, voteWhy as why } from './vote-fields'

const voteId = id<VoteId>()
const result = z.enum(voteResults)
const paneIds = z.array(paneId).max(voteLimits.answers)

const scope = {
  tags: tags.exactOptional(),
  since: z.number().int().min(0).exactOptional(),
  blindOnly: z.boolean().exactOptional(),
  how: how.exactOptional(),
  source: z.string().max(500).exactOptional(),
}

/** The votes to rank, and the options of the ranking. */
export const rankingQuery = z.object({
  ...scope,
  fold: z.boolean().exactOptional(),
  apart: z.boolean().exactOptional(),
  prior: z.enum(['normal', 'none']).exactOptional(),
})

/** Routes of the user's votes on the answers in comparisons. */
export const voteRoutes = {
  /**
   * Votes on the panes' latest answers. `paneIds`: the best one; the order, best first; those that tie; none. A vote on
   * the same answers replaces the earlier one. `messageIds` are the answers that the user saw; `how`: as pages (`rendered`)
   * or as text.
   * @throws NOT_FOUND; RUN_ACTIVE an answer is still being written; INVALID_INPUT, also if other answers are shown by now
   */
  'votes.cast': route(() =>
    z.object({
      comparisonId,
      result,
      paneIds,
      messageIds: z.array(messageId).max(voteLimits.answers).exactOptional(),
      why: why.exactOptional(),
      tags: tags.exactOptional(),
      how: how.default('read'),
    }),
  ).returns<{ vote: Vote }>(),
  /**
   * Changes a vote. `result` goes together with `paneIds` or with `places`, which count the answers in the order in which
   * the vote shows them: those of an imported vote have no panes. An empty `why` removes the reason.
   */
  'votes.change': route(() =>
    z.object({
      voteId,
      result: result.exactOptional(),
      paneIds: paneIds.exactOptional(),
      places: z.array(z.number().int().min(0)).max(voteLimits.answers).exactOptional(),
      why: why.exactOptional(),
      tags: tags.exactOptional(),
    }),
  ).returns<{ vote: Vote }>(),
  'votes.remove': route(() => z.object({ voteId })).returns<{ removed: boolean }>(),
  /** Newest first; those of one comparison, those that count in the ranking with these filters, or all. Only those of a
   * ranking have their questions. */
  'votes.list': route(() =>
    z.object({
      comparisonId: comparisonId.exactOptional(),
      ranked: z.object(scope).exactOptional(),
      limit: z.number().int().min(1).max(1_000).exactOptional(),
    }),
  ).returns<{ votes: ListedVote[]; total: number }>(),
  /**
   * Adds votes from a CSV file with the columns `a,b,result,tag,at,blind,how`, or battles of an arena (CSV, JSON or JSON
   * Lines with `model_a`, `model_b` and `winner`), which are ranked as those of the file called `name`. Bad rows are counted
   * and skipped.
   */
  'votes.import': route(() =>
    z.object({
      csv: z.string().max(wireLimits.frameBytes),
      name: z.string().min(1).max(500).default('battles'),
    }),
  ).returns<VotesImported>(),
  /**
   * All votes as CSV with the columns `a,b,result,tag,at,blind,how`. A vote between more than two is exported as the pairs
   * that it decides.
   */
  'votes.export': route(() => z.object({})).returns<{ csv: string }>(),
  /**
   * The ranking of the contestants by the votes. `tags`: votes with any of them; `since`: epoch milliseconds; `fold`: a
   * model with other settings is the same contestant; `apart`: a model counts as a separate contestant for each name
   * that its provider reports for it (`answeredBy`); `blindOnly`: only blind votes on answers that named no contestant;
   * `how`: only votes on answers that were shown as text, or as pages;
   * `prior`: `none` is maximum likelihood, as in other programs; `source`: the votes of an imported file, one of
   * `sources`, instead of the user's own.
   */
  'ranking.get': route(() => rankingQuery).returns<StoredRanking>(),
}
