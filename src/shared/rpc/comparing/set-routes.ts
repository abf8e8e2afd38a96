import { z } from 'zod'

import { pageLimits } from '../../pages/page'
import { checkLimits, pageProblems } from '../../sets/checks'
import {
  candidateLimits,
  candidateOrders,
  type ChatCandidates,
  type ChatQuestion,
} from '../../sets/candidates'
import {
  type PageCheckTask,
  type PromptFromChat,
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
import { rubric, seenBy } from '../../sets/schema'
import type { SetRunId } from '../../ids'
import { type DriftReport, type SetWatch, watchPeriods } from '../../sets/drift'
import { ballotOrders, type BallotRating, type NextBallot, type SetBallot } from '../../sets/ballots'
import { type Vote, voteResults } from '../../votes/votes'
import { route, stream } from '../definitions/define-route'
import { messageId, paneId, projectId, sessionId } from '../definitions/fields'
import { voteHow, voteTags, voteWhy } from './vote-fields'
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
/** Shows only some of its answers. */
const someOf = { ...ballot, only: z.array(paneId).max(setLimits.models).exactOptional() }
const checkPlace = {
  cell: z.number().int().min(0).max(setLimits.cells),
  check: z.number().int().min(0).max(checkLimits.checks),
}
/** Asks models whose providers have batches in batches, for half the price within a day. A resumed run: by default, as before. */
const isBatch = z.boolean().exactOptional()
const costLimitUsd = z.number().positive().max(1_000_000).nullable()

const watchPlan = z.object({
  baselineId: setRunId,
  every: z.enum(watchPeriods),
  repeats,
  limitUsd: costLimitUsd,
  control: z.string().max(10_000).nullable(),
})

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
   * A question of a chat or pane as a prompt for `sets.add`: with earlier turns, files, the system prompt and the
   * instructions of its project, and recorded calls of tools. Of a temporary chat, only the text.
   */
  'sets.promptFrom': route(() => z.object({ sessionId, messageId })).returns<PromptFromChat>(),
  /**
   * The prompts that a file would add, without adding them. A role that `columns` does not name is found by the names
   * of the columns.
   * @throws INVALID_INPUT it is not CSV
   */
  'sets.preview': route(() => z.object({ file: promptFile })).returns<PromptPreview>(),
  /**
   * Questions of chats and comparisons that may become prompts, nearly equal ones as one, taken in turn from topics. Not
   * those in the trash, in temporary chats, of hidden contestants, or already in the set `setId`.
   */
  'sets.candidates': route(() =>
    z.object({
      /** Words that a question contains. */
      words: z.string().max(1_000).default(''),
      projectId: projectId.exactOptional(),
      /** Only questions since then. */
      since: z.number().exactOptional(),
      /** Only chats that were imported from this app. */
      importedFrom: z.string().max(100).exactOptional(),
      /** Also questions that follow others in their chat. */
      hasFollowUps: z.boolean().default(false),
      order: z.enum(candidateOrders).default('newest'),
      count: z.number().int().min(1).max(candidateLimits.listed).default(20),
      setId: setId.exactOptional(),
    }),
  ).returns<ChatCandidates>(),
  /** A question of `sets.candidates` with its answer. @throws NOT_FOUND */
  'sets.chatQuestion': route(() => z.object({ messageId })).returns<ChatQuestion>(),
  /** Adds questions of chats at the end. Those that are gone count as skipped. @throws INVALID_INPUT, NOT_FOUND */
  'sets.addFromChats': route(() =>
    z.object({
      setId,
      chosen: z
        .array(
          z.object({
            messageId,
            /** If the user has changed it. */
            text: z.string().max(setLimits.promptChars).exactOptional(),
            expectsAnswer: z.boolean().default(false),
            /** Without what preceded it and its files; both are added unless it has neither. */
            isAlone: z.boolean().exactOptional(),
          }),
        )
        .min(1)
        .max(candidateLimits.added),
    }),
  ).returns<{ set: PromptSet } & PromptsAdded>(),
  /** Last changed first. */
  'sets.list': route(() => z.object({})).returns<{ sets: PromptSetSummary[] }>(),
  'sets.get': route(() => z.object({ setId })).returns<{ set: PromptSet }>(),
  'sets.rename': route(() => z.object({ setId, name: setName })).returns<{ set: PromptSet }>(),
  /** Replaces the criteria of a set. Those that are new, or have another scale, get new ids. */
  'sets.setRubric': route(() => z.object({ setId, rubric })).returns<{ set: PromptSet }>(),
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
  'sets.estimateJudge': route(() =>
    z.object({ runId: setRunId, model: lineUpModel, byRubric: z.boolean().default(false) }),
  ).returns<SetEstimate>(),
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
  /** The next check of a page that no window has run yet. The event `page-checks` says which run has some. */
  'sets.pageCheck': route(() => z.object({ runId: setRunId })).returns<{ next: PageCheckTask | null }>(),
  /** What a window found when it ran the page of an answer. Only the first result of a check is stored. */
  'sets.finishPageCheck': route(() =>
    z.object({
      runId: setRunId,
      ...checkPlace,
      result: z.object({
        passed: z.boolean(),
        problem: z.enum(pageProblems).exactOptional(),
        detail: z.string().max(pageLimits.problemChars).exactOptional(),
      }),
    }),
  ).returns<{ isStored: boolean }>(),
  /** The watch of a set, and what its runs have found; null if it is not watched. */
  'sets.drift': route(() => z.object({ setId })).returns<{
    watched: { watch: SetWatch; report: DriftReport; baseline: SetRun } | null
  }>(),
  /**
   * Runs a set again and again, daily or weekly, while Parley is open, and compares the answers with a complete run of
   * it; null ends that. @throws NOT_FOUND, INVALID_INPUT the run is not complete, has no checks, or asks coding agents
   */
  'sets.setDrift': route(() => z.object({ setId, plan: watchPlan.nullable() })).returns<{
    watch: SetWatch | null
  }>(),
  /** Runs a watched set now. @throws NOT_FOUND, RUN_ACTIVE, LIMIT_REACHED, and as `sets.run` */
  'sets.runDrift': route(() => z.object({ setId })).returns<{ runId: SetRunId }>(),
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
  'sets.ballot': route(() => z.object(someOf)).returns<SetBallot>(),
  /** The next ballot of a run whose models are hidden, other than `after`; null if there is none. @throws NOT_FOUND */
  'sets.nextBallot': route(() =>
    z.object({
      runId: setRunId,
      order: z.enum(ballotOrders).exclude(['listed']),
      after: z.object({ prompt: ballot.prompt, repeat: ballot.repeat }).exactOptional(),
    }),
  ).returns<{ next: NextBallot | null }>(),
  /**
   * Votes on the answers of a ballot. `answerIds`: the best one; the order, best first; those that tie; none. A vote on
   * the same answers replaces the earlier one. `votes.change` and `votes.remove` take it, too.
   * @throws NOT_FOUND, INVALID_INPUT, RUN_ACTIVE an answer is still missing
   */
  'sets.vote': route(() =>
    z.object({
      ...someOf,
      result: z.enum(voteResults),
      answerIds: z.array(paneId).max(setLimits.models),
      why: voteWhy.exactOptional(),
      tags: voteTags.exactOptional(),
      how: voteHow.default('read'),
    }),
  ).returns<{ vote: Vote }>(),
  /**
   * Rates an answer of a ballot by a criterion of its set: 0 or 1, or 1 to 5; null takes the mark back. The models stay
   * hidden. @throws NOT_FOUND, RUN_ACTIVE
   */
  'sets.rate': route(() =>
    z.object({
      ...ballot,
      answerId: paneId,
      criterion: z.string().max(100),
      mark: z.number().int().min(0).max(5).nullable(),
    }),
  ).returns<{ ratings: BallotRating[] }>(),
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
        /** Providers that may get questions from chats that they have not seen. */
        confirmed: seenBy.exactOptional(),
        isBatch,
      }),
      z.object({
        runId: setRunId,
        atOnce: atOnce.exactOptional(),
        costLimitUsd: costLimitUsd.exactOptional(),
        isBatch,
      }),
    ]),
  ).carries<SetRunEvent>(),
  /**
   * Lets a model judge the answers of a run: every pair of answers to the same prompt, in both orders; or `byRubric`,
   * every answer by every criterion of its set, with a quote. This is a run of
   * its own with its own cost, which `sets.run` resumes and `sets.stop` stops; `sets.result` has its verdicts.
   */
  'sets.judge': stream(() =>
    z.object({
      runId: setRunId,
      model: lineUpModel,
      byRubric: z.boolean().default(false),
      atOnce: atOnce.default(4),
      costLimitUsd: costLimitUsd.exactOptional(),
      confirmed: seenBy.exactOptional(),
    }),
  ).carries<SetRunEvent>(),
  /** Follows a run without starting anything. */
  'sets.watch': stream(() => z.object({ runId: setRunId })).carries<SetRunEvent>(),
}
