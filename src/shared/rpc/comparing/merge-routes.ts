import { z } from 'zod'

import type { MergeId } from '../../ids'
import { mergeKinds, mergeLimits, type StoredMerge } from '../../merges/merges'
import type { WatchEvent } from '../../runs/events'
import { type Comparison, paneLimits, type Session } from '../../sessions/sessions'
import { route, stream } from '../definitions/define-route'
import { comparisonId, paneId } from '../definitions/fields'
import { id } from '../../schema'
import { modelRef } from '../../models/schema'

const mergeId = id<MergeId>()

/** Routes of merged answers in comparisons. */
export const mergeRoutes = {
  /** The merges of a comparison, newest first; their texts are the messages of their sessions. */
  'merges.list': route(() => z.object({ comparisonId })).returns<{ merges: StoredMerge[] }>(),
  /** Removes a merge after stopping its run and saving the partial answer. */
  'merges.remove': route(() => z.object({ mergeId })).returns<{ removed: boolean }>(),
  /** Copies the question and the merged answer into a new chat; the merge stays. @throws RUN_ACTIVE */
  'merges.promote': route(() => z.object({ mergeId })).returns<{ session: Session }>(),
  /**
   * Opens a blind comparison of copies: the merged answer, without the conflicts that it lists, among its sources. The
   * first call stores it. The user may have read the answers before, so a vote is counted separately.
   * @throws RUN_ACTIVE; INVALID_INPUT the merge has no text, or its sources were removed
   */
  'merges.openBlind': route(() => z.object({ mergeId })).returns<{ comparison: Comparison }>(),
}

/** Streams of merged answers. */
export const mergeStreams = {
  /**
   * Lets `model` merge the latest answers of these panes: the stream is the run, as in `pane.run`, and the merge is
   * stored with the comparison. The request contains the answers in random order and without names. The answer is a
   * readable text; its deltas say which sentences of the sources each statement quotes, if the quotes were found there.
   * `improve` improves the answer of the first pane.
   * @throws INVALID_INPUT an answer is missing, empty or failed, or there are fewer than two; `custom` needs
   * instructions
   * @throws RUN_ACTIVE one of the answers is still being written
   */
  'merge.run': stream(() =>
    z.object({
      comparisonId,
      paneIds: z.array(paneId).max(paneLimits.max),
      model: modelRef,
      kind: z.enum(mergeKinds),
      instructions: z.string().max(mergeLimits.instructionChars).exactOptional(),
    }),
  ).carries<WatchEvent>(),
}
