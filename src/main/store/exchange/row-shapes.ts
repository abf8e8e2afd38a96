import { z } from 'zod'

import { maxJudgedChars, rowVerdictKinds } from '../../../shared/differences/row-judgement'
import { knowledgeLimits } from '../../../shared/knowledge/knowledge'
import { mergeKinds } from '../../../shared/merges/merges'
import { isModelRef } from '../../../shared/models/models'
import { projectColours } from '../../../shared/projects/projects'
import { errorData } from '../../../shared/schema'
import { maxGrowthPoints } from '../../../shared/sessions/growth'
import { messageRoles } from '../../../shared/sessions/messages'
import {
  answerSource,
  attachmentPart,
  errorPart,
  formPart,
  knowledgePart,
  metrics,
  modelParams as limitedParams,
  plainTextPart,
  planPart,
  reasoningPart,
  receipt,
  sourcesPart,
  statementOrigin,
  toolCallPart,
  toolResultPart,
  usage,
} from '../../../shared/sessions/schema'
import { paneLetters, paneLimits } from '../../../shared/sessions/sessions'
import { stopReasons } from '../../../shared/sessions/stop-reasons'
import {
  answerCourse,
  check,
  checkResult,
  earlierAnswer,
  promptPast,
  ratings,
  rubric,
  seenBy,
} from '../../../shared/sets/schema'
import { setLimits, setRunStates } from '../../../shared/sets/sets'
import { spendingPurposes } from '../../../shared/spending/spending'
import { voteLimits, voteResults } from '../../../shared/votes/votes'
import { titleSources } from '../sessions/session-rows'
import { longText, modelParams, nullableAmount, nullableNumber, shortText, text, time } from './file-shapes'
import { type Place, travellingSeals } from './places'

/** Ids are names of folders and of properties, too. */
const id = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9][\w-]*$/)
  .refine((value) => !(value in Object.prototype))
const optionalId = id.nullable()
const optionalTime = time.nullable()
const flag = z.union([z.literal(0), z.literal(1)])
const index = z.number().int().min(0)
/** More of them would make a sum of many requests one that SQLite cannot work out. */
const tokens = index.max(1_000_000_000_000)
const usd = z.number().min(0).max(1_000_000).nullable()

/** Links of sources open on a click, so they must be web pages. */
const webAddress = z.url({ protocol: /^https?$/ })

/** A text whose statements, if it is a merge, cover it in order: anything else in it would not be shown. */
const textPart = plainTextPart
  .extend({
    statements: z
      .array(statementOrigin.extend({ from: index, to: index }))
      .max(20_000)
      .exactOptional(),
  })
  .refine(({ text: written, statements }) => statements === undefined || covers(statements, written.length), {
    path: ['statements'],
    message: 'do not cover the text',
  })

function covers(statements: readonly { from: number; to: number }[], length: number): boolean {
  let end = 0
  for (const { from, to } of statements) {
    if (from !== end || to < from) return false
    end = to
  }
  return end === length
}

/** A part of a message. Texts have no limit: anything stored can be exported, and anything exported can be read. */
export const storedPart = z.discriminatedUnion('type', [
  textPart,
  reasoningPart,
  toolCallPart.extend({ state: toolCallPart.shape.state.exclude(['running']) }),
  toolResultPart,
  attachmentPart,
  formPart,
  planPart,
  sourcesPart.extend({ sources: z.array(answerSource.extend({ url: webAddress })) }),
  knowledgePart.extend({ excerpts: knowledgePart.shape.excerpts.max(knowledgeLimits.files) }),
  errorPart,
])

/** The metrics of an answer. */
export const storedMetrics = metrics.refine(
  ({ growth = [], notices = [] }) => growth.length <= maxGrowthPoints + 1 && notices.length <= 10,
)

/** The summary of a chat up to a message. */
export const storedSummary = z.object({
  text: longText,
  model: shortText,
  createdAt: time,
  changedAt: time,
  isUsed: z.boolean(),
  messageCount: index,
  coveredTokens: index,
})

const lineUpModel = z.object({
  model: shortText.min(1),
  params: limitedParams,
  systemPrompt: longText.nullable(),
  answers: z.number().int().min(0).max(setLimits.prompts).exactOptional(),
  key: shortText.min(1),
})

const asked = {
  text: z.string().max(setLimits.promptChars * 10),
  checks: z.array(check).max(100),
}

const cell = z.number().int().min(0).max(setLimits.cells)

const runPrompt = z.object({
  ...asked,
  systemPrompt: longText.nullable(),
  past: promptPast.exactOptional(),
  expected: longText.exactOptional(),
  answer: earlierAnswer.exactOptional(),
  isFromChats: z.literal(true).exactOptional(),
})

const contestant = z.object({
  key: z
    .string()
    .min(1)
    .max(voteLimits.nameChars * 10),
  model: shortText.exactOptional(),
  params: modelParams.exactOptional(),
  systemPrompt: longText.exactOptional(),
})

const votedAnswer = z.object({
  contestant,
  paneId: optionalId,
  messageId: optionalId,
  original: shortText.exactOptional(),
  answeredBy: shortText.exactOptional(),
  prompt: shortText.exactOptional(),
  chars: index.nullable(),
  costUsd: nullableAmount,
  namesContestant: z.literal(true).exactOptional(),
  seenBefore: z.literal(true).exactOptional(),
})

const passage = z.object({
  messageId: id,
  range: z
    .tuple([index, index])
    .refine(([from, to]) => from <= to && to - from <= maxJudgedChars, 'not a range')
    .nullable(),
})

const title = { title: shortText.nullable(), title_source: z.enum(titleSources) }

/** The columns of each table that travel, with their JSON as values. */
export const rowShapes: Readonly<Record<Place['table'], z.ZodObject>> = {
  line_ups: z.object({
    id,
    name: shortText.min(1),
    panes: z
      .array(
        z.object({
          model: z.string().refine(isModelRef),
          params: limitedParams,
          systemPrompt: longText.nullable(),
        }),
      )
      .min(paneLimits.min)
      .max(paneLimits.max),
    is_blind: flag,
    updated_at: time,
  }),
  projects: z.object({
    id,
    name: shortText.min(1),
    colour: z.enum(projectColours),
    instructions: longText,
    model: z.string().refine(isModelRef).nullable(),
    params: limitedParams,
    line_up_id: optionalId,
    position: index,
    created_at: time,
    updated_at: time,
  }),
  knowledge_sources: z.object({
    id,
    project_id: id,
    kind: z.literal('file'),
    name: shortText,
    attachment_id: id,
    added_at: time,
  }),
  prompts: z.object({ id, name: shortText.min(1), text, project_id: optionalId, updated_at: time }),
  prompt_sets: z.object({
    id,
    name: z.string().min(1).max(setLimits.nameChars),
    rubric: rubric.nullable(),
    created_at: time,
    updated_at: time,
    deleted_at: optionalTime,
  }),
  set_prompts: z.object({
    id,
    set_id: id,
    position: index,
    ...asked,
    system_prompt: longText.nullable(),
    variables: z.record(shortText, longText),
    past: promptPast.nullable(),
    expected: longText.nullable(),
    seen_by: seenBy.nullable(),
    answer: earlierAnswer.nullable(),
  }),
  set_runs: z
    .object({
      id,
      set_id: id,
      name: z.string().min(1).max(setLimits.nameChars),
      state: z.enum(setRunStates).exclude(['running']),
      models: z.array(lineUpModel).min(1).max(setLimits.models),
      prompt_count: z.number().int().min(1).max(setLimits.cells),
      repeats: z.number().int().min(1).max(setLimits.repeats),
      at_once: z.number().int().min(1).max(setLimits.atOnce),
      cost_limit_usd: z.number().positive().max(1_000_000).nullable(),
      judge_of: optionalId,
      rubric: rubric.nullable(),
      ratings: ratings.nullable(),
      started_at: time,
      ended_at: optionalTime,
      revealed_at: optionalTime,
      error: errorData.nullable(),
      prompts: z.union([
        z.array(runPrompt).min(1).max(setLimits.prompts),
        z
          .array(z.tuple([cell, cell]))
          .min(1)
          .max(setLimits.cells),
      ]),
    })
    .refine(({ prompts, prompt_count: count }) => prompts.length === count, { path: ['prompt_count'] })
    .refine(({ prompts, judge_of: judged }) => Array.isArray(prompts[0]) === (judged !== null), {
      path: ['prompts'],
    })
    .refine(({ prompts, models, repeats }) => prompts.length * models.length * repeats <= setLimits.cells, {
      path: ['prompts'],
    }),
  set_cells: z.object({
    run_id: id,
    cell,
    is_done: flag,
    attempts: index,
    lost_usd: z.number().min(0),
    text: text.nullable(),
    error: errorData.nullable(),
    finish: z.enum(['length', 'filter', 'tool-limit']).nullable(),
    usage: usage.nullable(),
    cost_usd: nullableAmount,
    ttft_ms: nullableNumber,
    duration_ms: nullableNumber,
    checks: z.array(checkResult).nullable(),
    passed: flag.nullable(),
    answered_at: optionalTime,
    course: answerCourse.nullable(),
  }),
  set_ballots: z.object({
    run_id: id,
    prompt: z.number().int().min(0).max(setLimits.prompts),
    repeat: z.number().int().min(0).max(setLimits.repeats),
    answers: z.array(z.object({ id, cell })).max(setLimits.models),
    revealed_at: optionalTime,
  }),
  set_looks: z.object({ run_id: id, baseline_id: id, due_at: time }),
  comparisons: z.object({
    id,
    title: title.title,
    title_source: title.title_source.exclude(['named']),
    pinned: flag,
    archived: flag,
    is_blind: flag,
    revealed_at: optionalTime,
    project_id: optionalId,
    created_at: time,
    updated_at: time,
    deleted_at: optionalTime,
  }),
  sessions: z.object({
    id,
    kind: z.enum(['chat', 'pane']),
    ...title,
    model: shortText.nullable(),
    system_prompt: longText.nullable(),
    params: modelParams,
    pinned: flag,
    archived: flag,
    unseen: z.number().int().min(0).max(2),
    leaf_id: optionalId,
    project_id: optionalId,
    origin: shortText.nullable(),
    origin_hash: shortText.nullable(),
    background_usage: usage.nullable(),
    created_at: time,
    updated_at: time,
    deleted_at: optionalTime,
  }),
  messages: z.object({
    id,
    session_id: id,
    parent_id: optionalId,
    role: z.enum(messageRoles),
    status: z.enum(['complete', 'partial', 'failed']),
    stop_reason: z.enum(stopReasons).nullable(),
    run_id: optionalId,
    model: shortText.nullable(),
    hidden: flag,
    origin: shortText.nullable(),
    created_at: time,
    siblings: index.default(0),
    usage: usage.nullable(),
    metrics: storedMetrics.nullable(),
    receipt: receipt.nullable(),
    parts: z.array(storedPart),
    summary: storedSummary.nullable(),
    marks: z
      .object({
        namesContestant: z.literal(true).exactOptional(),
        isShortened: z.literal(true).exactOptional(),
      })
      .nullable(),
  }),
  sealed: z.object({ session_id: id, place: z.enum(travellingSeals), row_id: id, columns: text }),
  panes: z.object({
    id,
    comparison_id: id,
    session_id: id,
    position: index,
    letter: z
      .number()
      .int()
      .min(0)
      .max(paneLetters.length - 1)
      .nullable(),
    removed_at: optionalTime,
  }),
  merges: z.object({
    id,
    comparison_id: id,
    session_id: id,
    kind: z.enum(mergeKinds),
    instructions: longText.nullable(),
    answers: z.array(z.object({ paneId: id, messageId: id })).max(paneLimits.max),
    created_at: time,
    removed_at: optionalTime,
  }),
  row_verdicts: z
    .object({
      comparison_id: id,
      passages: z.array(passage).min(2).max(paneLimits.max),
      model: shortText.min(1),
      judgement: z.object({
        verdict: z.enum(rowVerdictKinds),
        best: index.nullable(),
        whys: z.array(shortText).max(2),
        costUsd: nullableAmount,
        unread: z
          .array(z.object({ kind: z.enum(['refusal', 'error', 'no-verdict']), text: shortText }))
          .max(2)
          .exactOptional(),
      }),
      judged_at: time,
    })
    .refine(
      ({ passages, judgement: { verdict, best } }) =>
        verdict === 'best' ? best !== null && best < passages.length : best === null,
      { path: ['judgement'] },
    ),
  votes: z
    .object({
      id,
      comparison_id: optionalId,
      answers_key: longText.nullable(),
      result: z.enum(voteResults),
      chosen: z.array(index).max(voteLimits.answers),
      shown: z.array(votedAnswer).min(2).max(voteLimits.answers),
      why: z.string().max(voteLimits.whyChars).nullable(),
      tags: z.array(z.string().min(1).max(voteLimits.tagChars)).max(voteLimits.tags),
      is_blind: flag,
      how: z.literal('rendered').nullable(),
      source: shortText.min(1).nullable(),
      // As in CSV: a ranking counts from 1970 on.
      voted_at: time.min(0),
    })
    .refine(
      ({ result, chosen, shown }) => {
        const count = new Set(chosen).size
        const fits = { best: count === 1, order: count >= 2, tie: count >= 2, 'all-bad': count === 0 }[result]
        return fits && count === chosen.length && chosen.every((at) => at < shown.length)
      },
      { path: ['chosen'] },
    ),
  spending: z.object({
    // That of a cell has a slash.
    id: z.string().min(1).max(200),
    at: time,
    model: shortText,
    purpose: z.enum(spendingPurposes),
    session_id: optionalId,
    set_id: optionalId,
    input_tokens: tokens,
    output_tokens: tokens,
    cost_usd: usd,
    least_usd: usd,
  }),
  drafts: z.object({ place: shortText.min(1), text, updated_at: time }),
  attachments: z.object({
    id,
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    name: shortText,
    media_type: shortText,
    size_bytes: index,
    width: index.nullable(),
    height: index.nullable(),
    page_count: index.nullable(),
  }),
}
