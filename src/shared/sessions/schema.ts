import { z } from 'zod'

import { agentPermissions, workspaceIsolations } from '../agents/agents'
import { approvalOutcome, fileChange, planEntry, toolKind } from '../agents/schema'
import type { MessageId } from '../ids'
import { knowledgeExcerpt } from '../knowledge/schema'
import { isRecord } from '../record'
import { errorData, jsonObject, onlyTrue, storedId } from '../schema'
import { toolChoice } from '../tools/schema'
import type { GrowthPoint } from './growth'
import { reasoningEfforts } from './sessions'

/** Sampling parameters of a session or pane; an absent one is the provider's default. */
export const modelParams = z.object({
  temperature: z.number().min(0).max(2).exactOptional(),
  topP: z.number().min(0).max(1).exactOptional(),
  maxOutputTokens: z.number().int().min(1).exactOptional(),
  /** Providers that support it, and the demo models, repeat an answer for the same seed. */
  seed: z.number().int().exactOptional(),
  /** Texts that end the answer. */
  stop: z.array(z.string().min(1).max(200)).max(4).exactOptional(),
  /** The effort that a reasoning model should make before it answers. */
  reasoningEffort: z.enum(reasoningEfforts).exactOptional(),
})
export type ModelParams = z.infer<typeof modelParams>

/** The path of the folder in which an agent or a tool works. */
export const workspace = z.string().max(4096)
export const systemPrompt = z.string().max(200_000)

/** Settings for the requests of a new chat or pane to its model or agent. */
export const sessionSettings = {
  params: modelParams.exactOptional(),
  systemPrompt: systemPrompt.exactOptional(),
  /** The tools that models may use; absent means none. */
  tools: toolChoice.exactOptional(),
  workspace: workspace.exactOptional(),
  /** The permission of an agent; absent means `read-only`. */
  permission: z.enum(agentPermissions).exactOptional(),
  /** Where an agent works: in `workspace` itself (also when absent), or in a folder created from it. */
  isolation: z.enum(workspaceIsolations).exactOptional(),
}
const settings = z.object(sessionSettings)
export type SessionSettings = z.infer<typeof settings>

/** A change to these settings: null removes the system prompt. */
export const changedSettings = { ...sessionSettings, systemPrompt: systemPrompt.nullable().exactOptional() }

const text = z.string()
const figure = z.number().nullable()
const count = z.number().exactOptional()

/**
 * Data that a provider needs back with a part, such as the signature of its reasoning: JSON by provider family, sent
 * only to the family that created it. It is neither shown nor searched.
 */
export const providerData = z.custom<Record<string, Record<string, unknown>>>(
  (value) => isRecord(value) && Object.values(value).every(isRecord),
  'expected an object of objects',
)
export type ProviderData = z.infer<typeof providerData>

/** A sentence of an answer on which a merged statement is based, found there by Parley. */
const statementSource = z.object({
  messageId: storedId<MessageId>(),
  /** The number of the sentence in its answer, starting at 1. */
  sentence: z.number(),
  /** The quoted words: `messageText(answer).slice(from, to)`. */
  from: z.number(),
  to: z.number(),
})
export type StatementSource = z.infer<typeof statementSource>

/** A statement of a merged answer, or a point on which its sources contradict each other. */
export const statementOrigin = z.object({
  kind: z.enum(['statement', 'conflict']),
  /** Empty if the merging model added it, or if its quotes could not be found. */
  sources: z.array(statementSource),
})
export type StatementOrigin = z.infer<typeof statementOrigin>

/** `text.slice(from, to)` of its part. */
export type MergedStatement = StatementOrigin & { from: number; to: number }

/** Text in Markdown, without the statements of a merged answer. */
export const plainTextPart = z.object({
  type: z.literal('text'),
  text,
  /** In an answer: the user has edited the text, so not all of it is the model's. */
  isEdited: onlyTrue,
  /** The agent sent it after the end of its answer. */
  isLate: onlyTrue,
  /** In a question: it is one of a round of critique, in which each pane is sent the answers of the others. */
  critique: z
    .object({
      /** Equal in all panes of the round. */
      round: text,
      /** The text of the question that is answered again. */
      question: text,
    })
    .exactOptional(),
})
/** Text in Markdown. The statements of a merged answer are in order and cover its text. */
export type TextPart = z.infer<typeof plainTextPart> & { statements?: MergedStatement[] }

/** The reasoning of a model before its answer. */
export const reasoningPart = z.object({
  type: z.literal('reasoning'),
  /** May be empty: some providers hide their reasoning. */
  text,
  durationMs: count,
  /** Absent while the part is incomplete: interrupted reasoning is not sent back. */
  providerData: providerData.exactOptional(),
})
export type ReasoningPart = z.infer<typeof reasoningPart>

/** A model's or agent's call of a tool. */
export const toolCallPart = z.object({
  type: z.literal('tool-call'),
  toolCallId: text,
  toolName: text,
  input: z.unknown(),
  /** `cancelled`: the run ended before a result arrived; see `hasUnknownOutcome`. */
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  title: text.exactOptional(),
  kind: toolKind.exactOptional(),
  /** The call that started the sub-agent which made this one. */
  parentToolCallId: text.exactOptional(),
  /** Output while it ran; only the end, if there was much of it. */
  output: text.exactOptional(),
  isOutputCut: onlyTrue,
  changes: z.array(fileChange).exactOptional(),
  /** The decision about its approval request. */
  approval: approvalOutcome.exactOptional(),
  /** A stored consent decided; the user was not asked. */
  isApprovalRemembered: onlyTrue,
  /** The provider ran the tool itself and included the result in its answer. */
  isRunByProvider: onlyTrue,
  providerData: providerData.exactOptional(),
})
export type ToolCallPart = z.infer<typeof toolCallPart>

/** The result of a call, in the same message. */
export const toolResultPart = z.object({
  type: z.literal('tool-result'),
  toolCallId: text,
  output: z.unknown(),
  isError: z.boolean().exactOptional(),
  /** In a comparison: the call was executed once for several panes. */
  isShared: onlyTrue,
  /** The duration of the call, without the time in which it waited for the user. */
  durationMs: count,
})
export type ToolResultPart = z.infer<typeof toolResultPart>

/** A web source of an answer. */
export const answerSource = z.object({
  /** An http or https URL. */
  url: text,
  title: text.exactOptional(),
})
export type AnswerSource = z.infer<typeof answerSource>

/** The sources of an answer. Its text may refer to them by number, starting at 1. */
export const sourcesPart = z.object({ type: z.literal('sources'), sources: z.array(answerSource) })
type SourcesPart = z.infer<typeof sourcesPart>

/**
 * Excerpts that the model got from the knowledge of its project, numbered from 1 as in the text of the answer. The
 * first part of an answer, and never sent back.
 */
export const knowledgePart = z.object({
  type: z.literal('knowledge'),
  excerpts: z.array(knowledgeExcerpt),
  /** Not all files had been read. */
  isIncomplete: onlyTrue,
})
export type KnowledgePart = z.infer<typeof knowledgePart>

/** The last version of an agent's plan. */
export const planPart = z.object({ type: z.literal('plan'), entries: z.array(planEntry) })
export type PlanPart = z.infer<typeof planPart>

/** A file of a message, which is stored outside it. */
export const attachmentPart = z.object({
  type: z.literal('attachment'),
  attachmentId: text,
  name: text,
  mediaType: text,
  sizeBytes: z.number(),
  /** Pixels, for images. */
  width: count,
  height: count,
  /** Pages, for PDFs. */
  pageCount: count,
  /** In an answer: the call of a tool that returned the file. Models that accept images get it with the result. */
  toolCallId: text.exactOptional(),
})
export type AttachmentPart = z.infer<typeof attachmentPart>

/** A form that a model asked the user to fill in. */
export const formPart = z.object({
  type: z.literal('form'),
  formId: text,
  title: text,
  /** JSON Schema of the values. */
  schema: jsonObject,
  /** The MCP server that asks and gets the values; absent if the model does. */
  serverId: text.exactOptional(),
  values: jsonObject.exactOptional(),
  /** The run waited for it in vain: the user declined it, or it was withdrawn. */
  isDeclined: onlyTrue,
})
export type FormPart = z.infer<typeof formPart>

/** Why a run failed. */
export const errorPart = z.object({
  type: z.literal('error'),
  ...errorData.shape,
})
export type ErrorPart = z.infer<typeof errorPart>

/** A piece of a message, in the order in which it is shown. */
export type Part =
  | TextPart
  | ReasoningPart
  | ToolCallPart
  | ToolResultPart
  | PlanPart
  | SourcesPart
  | KnowledgePart
  | AttachmentPart
  | FormPart
  | ErrorPart

const usageCounts = z.object({
  inputTokens: count,
  /** Input tokens read from the provider's cache, which cost less. */
  cachedInputTokens: count,
  /** Input tokens written to the cache for later requests; absent if that is free. */
  cacheWriteTokens: count,
  outputTokens: count,
  totalTokens: count,
  reasoningTokens: count,
  /** Cost in US dollars; absent when it is unknown, or known only in part. */
  costUsd: count,
  /** If only a part of the cost is known: that part, in US dollars. The request has cost at least this much. */
  leastCostUsd: count,
})

/**
 * The usage of the answers that a continued answer continues. It is counted with them, unless they are in another chat.
 */
const earlierUsage = usageCounts.extend({ isElsewhere: onlyTrue })

/** Usage as reported by the provider, with its token counts; a field that it did not report is absent. */
export const usage = usageCounts.extend({
  /** The model that answered, as its provider names it, if it is not the one that was requested. */
  model: text.exactOptional(),
  /** The build of the model that answered, as its provider reports it, such as OpenAI's `system_fingerprint`. */
  fingerprint: text.exactOptional(),
  /** Only in a continued answer, whose other fields are totals: the usage of the answers that it continues. */
  earlier: earlierUsage.exactOptional(),
  /** Only in a continued answer whose total cost is unknown: the cost of the last run alone, in US dollars. */
  ownCostUsd: count,
})
export type Usage = z.infer<typeof usage>

/** Parts of an answer's request that the provider did not accept. */
export const requestNotices = [
  /** The definitions of these tools were refused, so the model does not have them. */
  z.object({ reason: z.literal('tools-refused'), tools: text }),
  /** These fields were refused, which contain what the user chose. */
  z.object({ reason: z.literal('params-refused'), fields: text }),
  /** The server dropped the beginning of a prompt that was longer than its context window. */
  z.object({ reason: z.literal('prompt-cut'), windowTokens: count }),
] as const
const requestNotice = z.discriminatedUnion('reason', requestNotices)
export type RequestNotice = z.infer<typeof requestNotice>

/** The limit at which an answer ended. A size that nobody reported is absent. */
const lengthLimit = z.discriminatedUnion('of', [
  /** The user's limit for the model. */
  z.object({ of: z.literal('user'), tokens: z.number() }),
  /** Parley's limit, or the one that it asks for if the model's limit is unknown. */
  z.object({ of: z.literal('parley'), tokens: count, chars: count }),
  /** The limit of the model or its server. */
  z.object({ of: z.literal('model'), tokens: count }),
])
export type LengthLimit = z.infer<typeof lengthLimit>

/** The use of tools in an answer. */
const toolMetrics = z.object({
  /** The number of requests that the model got. */
  steps: z.number(),
  /** The number of executed calls. */
  calls: z.number(),
  /** The time in which at least one call was running. */
  durationMs: z.number(),
  /** The time that the model waited between its requests, for calls and for the user. */
  waitedMs: z.number(),
  /** The model was asked without its tools, because it cannot call any. */
  areUnsupported: onlyTrue,
})
export type ToolMetrics = z.infer<typeof toolMetrics>

const growthPoint: z.ZodType<GrowthPoint> = z.tuple([z.number(), z.number()])

/** The speed at which an answer arrived. `tokensPerSecond` counts from the first token. */
export const metrics = z.object({
  ttftMs: figure,
  /** When the first word of the answer arrived, if reasoning came before it. */
  firstTextMs: count,
  tokensPerSecond: figure,
  durationMs: figure,
  /** The growth of the text and reasoning; only for answers in comparisons. */
  growth: z.array(growthPoint).readonly().exactOptional(),
  /** Only for answers of a model that was given tools. */
  tools: toolMetrics.exactOptional(),
  /** Only for answers that ended at a limit of their length. */
  limit: lengthLimit.exactOptional(),
  /** Facts about the request of this answer that the user should know. */
  notices: z.array(requestNotice).readonly().exactOptional(),
})
export type Metrics = z.infer<typeof metrics>

/** A call that a stop interrupted, and when nothing was left of it. */
const stoppedCall = z.object({
  toolCallId: text,
  /** The public name of its tool. */
  name: text,
  endedMs: figure,
})
export type StoppedCall = z.infer<typeof stoppedCall>

/**
 * The effects of a stop, and their times. `requestedAt` is in milliseconds since the epoch; the others are milliseconds
 * since then. `upstreamClosedMs` is when the socket or process was really gone. A value that does not apply or could
 * not be measured is null.
 */
export const receipt = z.object({
  requestedAt: figure,
  generatorEndedMs: figure,
  upstreamClosedMs: figure,
  savedMs: figure,
  keptChars: figure,
  /** The calls that were running. `endedMs` is null for one that did not end in time. */
  tools: z.array(stoppedCall).exactOptional(),
})
export type Receipt = z.infer<typeof receipt>
