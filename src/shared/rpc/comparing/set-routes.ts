import { z } from 'zod'

import {
  type PromptPreview,
  type PromptsAdded,
  type PromptSet,
  type PromptSetSummary,
  type SetEstimate,
  setLimits,
  type SetResult,
  type SetResultDetail,
  type SetRun,
  type SetRunEvent,
  type TriedAnswer,
} from '../../sets/sets'
import { type Comparison, paneLimits } from '../../sessions/sessions'
import type { SetBallot } from '../../sets/ballots'
import { type Vote, voteResults } from '../../votes/votes'
import { route, stream } from '../definitions/define-route'
import { paneId } from '../definitions/fields'
import { voteTags, voteWhy } from './vote-fields'
import { lineUpModel, promptContent, promptFile, setId, setName, setPromptId, setRunId } from './set-fields'

const prompts = z.array(promptContent).max(setLimits.prompts)
const lineUp = z.array(lineUpModel).min(1).max(setLimits.models)
const repeats = z.number().int().min(1).max(setLimits.repeats)
const atOnce = z.number().int().min(1).max(setLimits.atOnce)
const promptIndex = z.number().int().min(0).max(setLimits.prompts)
const ballot = {
  runId: setRunId,
  prompt: promptIndex,
  repeat: z.number().int().min(0).max(setLimits.repeats),
}
const costLimitUsd = z.number().positive().max(1_000_000).nullable()

/** Routes of prompt sets and their runs. */
export const setRoutes = {
  /** Creates a set from prompts, from a file, or empty. Bad rows of a file are counted and skipped. */
  'sets.create': route(() =>
    z.object({ name: setName, prompts: prompts.exactOptional(), file: promptFile.exactOptional() }),
  ).returns<{ set: PromptSet } & PromptsAdded>(),
  /** Adds prompts at the end, all or none of those that are valid. @throws INVALID_INPUT the set would be too long */
  'sets.add': route(() =>
    z.object({ setId, prompts: prompts.exactOptional(), file: promptFile.exactOptional() }),
  ).returns<{ set: PromptSet } & PromptsAdded>(),
  /**
   * The prompts that a file would add, without adding them. A role that `columns` does not name is found by the names
   * of the columns.
   * @throws INVALID_INPUT it is not CSV
   */
  'sets.preview': route(() => z.object({ file: promptFile })).returns<PromptPreview>(),
  /** Last changed first. */
  'sets.list': route(() => z.object({})).returns<{ sets: PromptSetSummary[] }>(),
  'sets.get': route(() => z.object({ setId })).returns<{ set: PromptSet }>(),
  'sets.rename': route(() => z.object({ setId, name: setName })).returns<{ set: PromptSet }>(),
  /** Replaces a prompt with its values and checks. Runs keep what they asked. */
  'sets.changePrompt': route(() =>
    z.object({ setId, promptId: setPromptId, prompt: promptContent }),
  ).returns<{
    set: PromptSet
  }>(),
  'sets.removePrompt': route(() => z.object({ setId, promptId: setPromptId })).returns<{
    removed: boolean
  }>(),
  /** Stops the set's runs and hides the set. It can be restored for 30 days. */
  'sets.delete': route(() => z.object({ setId })).returns<{ deleted: boolean }>(),
  'sets.restore': route(() => z.object({ setId })).returns<{ set: PromptSet }>(),
  /** The expected cost of a run, from earlier runs of the set or from the lengths of its prompts. */
  'sets.estimate': route(() => z.object({ setId, models: lineUp, repeats })).returns<SetEstimate>(),
  /** The expected cost of having a model judge a run. */
  'sets.estimateJudge': route(() => z.object({ runId: setRunId, model: lineUpModel })).returns<SetEstimate>(),
  /** Runs of one set, or of all; newest first. */
  'sets.runs': route(() =>
    z.object({ setId: setId.exactOptional(), limit: z.number().int().min(1).max(1_000).exactOptional() }),
  ).returns<{ runs: SetRun[] }>(),
  /** Cancels the run's requests at once. Answers so far are kept, and the run can be resumed. */
  'sets.stop': route(() => z.object({ runId: setRunId })).returns<{ run: SetRun }>(),
  /**
   * Runs the checks of a prompt that is being edited on the answers to it in the newest run that asked it. Commands do
   * not run. Nothing is stored.
   */
  'sets.tryChecks': route(() => z.object({ setId, prompt: promptContent })).returns<{
    answers: TriedAnswer[]
  }>(),
  /** Deletes the verdicts of a judge that has ended. What they cost stays recorded. @throws RUN_ACTIVE */
  'sets.removeJudge': route(() => z.object({ runId: setRunId })).returns<{ removed: boolean }>(),
  /**
   * The grid of a run: prompts by models, regressions against an earlier run first. With `isBlind`, rows that can
   * still be voted on blind lack everything that would distinguish the models of their answers.
   */
  'sets.result': route(() =>
    z.object({
      runId: setRunId,
      baselineRunId: setRunId.exactOptional(),
      isBlind: z.boolean().default(false),
    }),
  ).returns<SetResult>(),
  /**
   * All answers to one prompt of a run, by its index, with their models, and those of the earlier run. Later votes on
   * them are open.
   */
  'sets.answers': route(() =>
    z.object({
      runId: setRunId,
      prompt: promptIndex,
      baselineRunId: setRunId.exactOptional(),
    }),
  ).returns<SetResultDetail>(),
  /**
   * The answers of all models to one prompt in one repeat, for a vote: in random order, and without anything that
   * identifies their models, until the vote or until the models were shown.
   */
  'sets.ballot': route(() => z.object(ballot)).returns<SetBallot>(),
  /**
   * Votes on the answers of a ballot. `answerIds`: the best one; the order, best first; those that tie; none. A vote on
   * the same answers replaces the earlier one. `votes.change` and `votes.remove` take it, too.
   * @throws NOT_FOUND, INVALID_INPUT, RUN_ACTIVE an answer is still missing
   */
  'sets.vote': route(() =>
    z.object({
      ...ballot,
      result: z.enum(voteResults),
      answerIds: z.array(paneId).max(setLimits.models),
      why: voteWhy.exactOptional(),
      tags: voteTags.exactOptional(),
    }),
  ).returns<{ vote: Vote }>(),
  /**
   * Opens the answers of all models to one prompt in one repeat as a comparison, without any request; of a run with a
   * single model, its answers in all repeats, at most the first eight. The first call
   * stores it; later ones find it again, unless it is in the trash. Later votes on these answers in the run are open;
   * with `onlyKnown`, it is refused while a vote would still be blind.
   * `models` chooses some of the models by their indexes in the run; it is needed if there are more than eight.
   * @throws NOT_FOUND; INVALID_INPUT an answer is missing, a blind vote on them is open, or there are fewer than two or
   * more than eight models
   */
  'sets.openComparison': route(() =>
    z.object({
      ...ballot,
      onlyKnown: z.boolean().default(false),
      models: z
        .array(z.number().int().min(0).max(setLimits.models))
        .min(paneLimits.min)
        .max(paneLimits.max)
        .refine((models) => new Set(models).size === models.length, 'a model is named twice')
        .exactOptional(),
    }),
  ).returns<{ comparison: Comparison }>(),
}

/** Streams of runs of prompt sets. */
export const setStreams = {
  /**
   * Starts a run, or with `runId` resumes one, and follows it. The run belongs to main: closing the stream leaves it
   * running, and `sets.stop` stops it. It ends as `completed` only when every cell has its answer.
   */
  'sets.run': stream(() =>
    z.union([
      z.object({
        setId,
        models: lineUp,
        repeats: repeats.default(1),
        atOnce: atOnce.default(4),
        costLimitUsd: costLimitUsd.exactOptional(),
      }),
      z.object({
        runId: setRunId,
        atOnce: atOnce.exactOptional(),
        costLimitUsd: costLimitUsd.exactOptional(),
      }),
    ]),
  ).carries<SetRunEvent>(),
  /**
   * Lets a model judge the answers of a run: every pair of answers to the same prompt, in both orders. This is a run of
   * its own with its own cost, which `sets.run` resumes and `sets.stop` stops; `sets.result` has its verdicts.
   */
  'sets.judge': stream(() =>
    z.object({
      runId: setRunId,
      model: lineUpModel,
      atOnce: atOnce.default(4),
      costLimitUsd: costLimitUsd.exactOptional(),
    }),
  ).carries<SetRunEvent>(),
  /** Follows a run without starting anything. */
  'sets.watch': stream(() => z.object({ runId: setRunId })).carries<SetRunEvent>(),
}
