import type { SetRunId } from '../../../../../shared/ids'
import { assertNever } from '../../../../../shared/invariant'
import type { KnowledgeExcerpt } from '../../../../../shared/knowledge/knowledge'
import type { OrUndefined } from '../../../../../shared/or-undefined'
import {
  type AnswerSource,
  type AttachmentPart,
  type ChatSummary,
  type ErrorPart,
  type FormPart,
  type Message,
  type MessageStatus,
  type Metrics,
  type Part,
  type PlanPart,
  type ReasoningPart,
  type Receipt,
  type TextPart,
  type ToolCallPart,
  type ToolResultPart,
  type Usage,
  withoutStatements,
} from '../../../../../shared/sessions/messages'
import { type ModelParams, paneLetters } from '../../../../../shared/sessions/sessions'
import {
  type ParleyComparison,
  type ParleyDraft,
  parleyFile,
  type ParleyMerge,
  type ParleyPane,
  type ParleyQueued,
} from '../../parley-format/parley-archive'
import type { CellOrigin } from '../../../votes/original-answers'
import type { ParleyVote, ParleyVotedAnswer } from '../../parley-format/parley-bundle'
import { coversText, type ParleyStatement, type ParleyVerdict } from '../../parley-format/parley-places'
import type { ParleyChatHead, ParleyMessage, ParleyPart } from '../../parley-format/parley-file'
import type { QueuedRun } from '../../../composer/queued-messages'
import { fromJson } from '../../../database/stored-json'
import type { ArchivedState, ChatHead, StoredChat } from '../contents/stored-chat'
import type { ComparisonHead, PlaceOf } from '../contents/stored-comparisons'
import type { Vote, VotedAnswer } from '../../../../../shared/votes/votes'

/**
 * The chat in Parley's own format, in pieces: one line of metadata, then one per message. The same tree gives the same
 * bytes in any store and under any ids, so importing and exporting a file reproduces it. The text of a merge names the
 * sources that have a place.
 */
export function* parleyJson({ head, tree }: StoredChat, placeOf: PlaceOf | null = null): Generator<string> {
  const keys = new Map<string, string>()
  yield `${JSON.stringify(headOf(head)).slice(0, -1)},"messages":[`
  let separator = '\n'
  for (const message of tree()) {
    const key = keyOf(keys.size + 1)
    keys.set(message.id, key)
    const isOfRun = head.archivedState !== null && message.runId !== undefined
    yield `${separator}${JSON.stringify(toFile(message, { key, keys, isOfRun, placeOf }))}`
    separator = ',\n'
  }
  yield '\n]}\n'
}

const keyOf = (position: number) => `m${position}`

function headOf(head: ChatHead): OrUndefined<ParleyChatHead> {
  const { title, titleSource, model, workspace, systemPrompt, params, pinned, archived } = head
  return {
    format: parleyFile.chat,
    version: parleyFile.version,
    title,
    titleSource: titleSource === 'none' ? undefined : titleSource,
    model,
    workspace,
    systemPrompt,
    params: inOrder<ModelParams>(params, paramsOrder),
    pinned,
    archived,
    createdAt: head.createdAt,
    updatedAt: head.updatedAt,
    leaf: head.leafPosition === null ? null : keyOf(head.leafPosition),
    project: head.project ?? undefined,
    ...(head.archivedState === null ? {} : keptOf(head.archivedState)),
  }
}

function keptOf(
  kept: ArchivedState,
): OrUndefined<Pick<ParleyChatHead, 'unseen' | 'deletedAt' | 'backgroundUsage' | 'queue' | 'drafts'>> {
  const { isUnseen, deletedAt, backgroundUsage, queue, drafts } = kept
  return {
    unseen: isUnseen ? true : undefined,
    deletedAt: deletedAt ?? undefined,
    backgroundUsage:
      backgroundUsage === null ? undefined : inOrder<Usage>(fromJson<Usage>(backgroundUsage), usageOrder),
    queue: queue.length === 0 ? undefined : queue.map(queuedOf),
    drafts: drafts.length === 0 ? undefined : drafts,
  }
}

function queuedOf({ text, attachments, model, createdAt }: QueuedRun): ParleyQueued {
  return {
    text,
    ...(attachments === undefined
      ? {}
      : { attachments: attachments.map((part) => inOrder<AttachmentPart>(part, attachmentOrder)) }),
    ...(model === undefined ? {} : { model }),
    createdAt,
  }
}

/** A comparison as the first element of a list, which the chats of its panes follow. */
export function parleyComparison(
  head: ComparisonHead,
  {
    drafts = [],
    votes = [],
    merges = [],
    verdicts = [],
    runNames = new Map(),
  }: {
    drafts?: readonly ParleyDraft[]
    /** The names of the runs of prompt sets in the same archive. */
    runNames?: ReadonlyMap<SetRunId, string>
    votes?: readonly ParleyVote[]
    merges?: readonly ParleyMerge[]
    verdicts?: readonly ParleyVerdict[]
  },
): string {
  const { title, titleSource, pinned, archived, createdAt, updatedAt, deletedAt, revealedAt, panes } = head
  const project = head.project ?? undefined
  const comparison: OrUndefined<ParleyComparison> = {
    format: parleyFile.comparison,
    version: parleyFile.version,
    title,
    titleSource: titleSource === 'none' ? undefined : titleSource,
    pinned,
    archived,
    createdAt,
    updatedAt,
    deletedAt: deletedAt ?? undefined,
    isBlind: revealedAt === null ? undefined : true,
    revealedAt: revealedAt ?? undefined,
    project,
    panes: panes.map(({ position, letter, removedAt, copyOf }) => ({
      position,
      ...(letter === position % paneLetters.length ? {} : { letter }),
      ...(removedAt === null ? {} : { removedAt }),
      ...cellIn(copyOf, runNames),
    })),
    merges: merges.length === 0 ? undefined : [...merges],
    drafts: drafts.length === 0 ? undefined : [...drafts],
    votes: votes.length === 0 ? undefined : [...votes],
    verdicts: verdicts.length === 0 ? undefined : [...verdicts],
  }
  return JSON.stringify(comparison)
}

function cellIn(
  origin: CellOrigin | null,
  runNames: ReadonlyMap<SetRunId, string>,
): Pick<ParleyPane, 'copyOf'> {
  const run = origin === null ? undefined : runNames.get(origin.runId)
  if (origin === null || run === undefined) return {}
  const { prompt, repeat, model } = origin
  return { copyOf: { run, prompt, repeat, model } }
}

function toFile(
  message: Message,
  {
    key,
    keys,
    isOfRun,
    placeOf,
  }: { key: string; keys: ReadonlyMap<string, string>; isOfRun: boolean; placeOf: PlaceOf | null },
): OrUndefined<ParleyMessage> {
  const { stopReason, model, usage, metrics, receipt, summary } = message
  return {
    key,
    parent: message.parentId === null ? null : (keys.get(message.parentId) ?? null),
    role: message.role,
    status: endedStatus(message.status),
    stopReason,
    model,
    hidden: message.hidden === true ? true : undefined,
    ofRun: isOfRun ? true : undefined,
    createdAt: message.createdAt,
    usage: usage && inOrder<Usage>(usage, usageOrder),
    metrics: metrics && inOrder<Metrics>(metrics, metricsOrder),
    receipt: receipt && inOrder<Receipt>(receipt, receiptOrder),
    summary: summary && inOrder<ChatSummary>(summary, summaryOrder),
    parts: message.parts.map((part) => partInOrder(part, placeOf)),
  }
}

/** An exported message is never in progress. */
function endedStatus(status: MessageStatus): ParleyMessage['status'] {
  return status === 'streaming' ? 'partial' : status
}

function partInOrder(part: Part, placeOf: PlaceOf | null): ParleyPart {
  switch (part.type) {
    case 'text': {
      const statements = placeOf === null ? null : placedStatements(part, placeOf)
      return { ...withoutStatements(part), ...(statements === null ? {} : { statements }) }
    }
    case 'reasoning':
      return inOrder<ReasoningPart>(part, reasoningOrder)
    case 'tool-call': {
      const state = part.state === 'running' ? 'cancelled' : part.state
      return inOrder<ToolCallPart>({ ...part, state }, toolCallOrder)
    }
    case 'tool-result':
      return inOrder<ToolResultPart>(part, toolResultOrder)
    case 'attachment':
      return inOrder<AttachmentPart>(part, attachmentOrder)
    case 'form':
      return inOrder<FormPart>(part, formOrder)
    case 'plan':
      return inOrder<PlanPart>(part, planOrder)
    case 'sources':
      return { type: 'sources', sources: part.sources.map((source) => inOrder(source, sourceOrder)) }
    case 'knowledge': {
      const { type, excerpts, ...rest } = part
      return { type, excerpts: excerpts.map(excerptInOrder), ...rest }
    }
    case 'error':
      return inOrder<ErrorPart>(part, errorOrder)
    default:
      return assertNever(part)
  }
}

function excerptInOrder({ passage, ...excerpt }: KnowledgeExcerpt): KnowledgeExcerpt {
  return {
    ...inOrder(excerpt, excerptOrder),
    ...(passage === undefined ? {} : { passage: inOrder(passage, passageOrder) }),
  }
}

/**
 * The statements of a merge, with the sources that are in the file; null if none of them are or they do not cover the
 * text.
 */
function placedStatements({ text, statements = [] }: TextPart, placeOf: PlaceOf): ParleyStatement[] | null {
  if (statements.length === 0 || !coversText(statements, text.length)) return null
  return statements.map(({ kind, sources, from, to }) => ({
    kind,
    sources: sources.flatMap(({ messageId, sentence, from: start, to: end }) => {
      const place = placeOf(messageId)
      return place === null ? [] : [{ ...place, sentence, from: start, to: end }]
    }),
    from,
    to,
  }))
}

/** Every key of a type in the order of the file format; a key added to the type must be added here. */
type Order<Value> = Readonly<Record<keyof Required<Value>, true>>

/** The value with its keys in this order. */
export function inOrder<Value extends object>(value: Value, order: Order<Value>): Value {
  const known = Object.keys(order).filter((key) => key in value) as (keyof Value)[]
  return Object.fromEntries(known.map((key) => [key, value[key]])) as Value
}

const reasoningOrder: Order<ReasoningPart> = {
  type: true,
  text: true,
  durationMs: true,
  providerData: true,
}
const toolCallOrder: Order<ToolCallPart> = {
  type: true,
  toolCallId: true,
  toolName: true,
  input: true,
  state: true,
  title: true,
  kind: true,
  parentToolCallId: true,
  output: true,
  isOutputCut: true,
  changes: true,
  approval: true,
  isApprovalRemembered: true,
  isRunByProvider: true,
  providerData: true,
}
const toolResultOrder: Order<ToolResultPart> = {
  type: true,
  toolCallId: true,
  output: true,
  isError: true,
  isShared: true,
  durationMs: true,
}
const attachmentOrder: Order<AttachmentPart> = {
  type: true,
  attachmentId: true,
  name: true,
  mediaType: true,
  sizeBytes: true,
  width: true,
  height: true,
  pageCount: true,
  toolCallId: true,
}
const formOrder: Order<FormPart> = {
  type: true,
  formId: true,
  title: true,
  schema: true,
  serverId: true,
  values: true,
  isDeclined: true,
}
const planOrder: Order<PlanPart> = { type: true, entries: true }
const sourceOrder: Order<AnswerSource> = { url: true, title: true }
const excerptOrder: Order<Omit<KnowledgeExcerpt, 'passage'>> = { name: true, hash: true }
const passageOrder: Order<NonNullable<KnowledgeExcerpt['passage']>> = {
  firstLine: true,
  lastLine: true,
  text: true,
}
const errorOrder: Order<ErrorPart> = { type: true, code: true, message: true, data: true }
/** The order of the fields of a usage. */
export const usageOrder: Order<Usage> = {
  model: true,
  fingerprint: true,
  inputTokens: true,
  cachedInputTokens: true,
  cacheWriteTokens: true,
  outputTokens: true,
  totalTokens: true,
  reasoningTokens: true,
  costUsd: true,
  leastCostUsd: true,
  earlier: true,
  ownCostUsd: true,
}
const metricsOrder: Order<Metrics> = {
  ttftMs: true,
  firstTextMs: true,
  tokensPerSecond: true,
  durationMs: true,
  growth: true,
  tools: true,
  limit: true,
  notices: true,
}
const receiptOrder: Order<Receipt> = {
  requestedAt: true,
  generatorEndedMs: true,
  upstreamClosedMs: true,
  savedMs: true,
  keptChars: true,
  tools: true,
}
const summaryOrder: Order<ChatSummary> = {
  text: true,
  model: true,
  createdAt: true,
  changedAt: true,
  isUsed: true,
  messageCount: true,
  coveredTokens: true,
}
const paramsOrder: Order<ModelParams> = {
  temperature: true,
  topP: true,
  maxOutputTokens: true,
  seed: true,
  stop: true,
  reasoningEffort: true,
}

/** Where an answer of a vote is in its file. */
type VotedPlace = Pick<ParleyVotedAnswer, 'pane' | 'message'>

/** An answer that is in no file. */
export const nowhere: VotedPlace = { pane: null, message: null }

/** The vote without ids; `placeOf` finds the voted answers in its file. */
export function parleyVoteOf(
  { result, chosen, shown, why, tags, isBlind, how, at, source }: Vote,
  placeOf: (answer: VotedAnswer) => VotedPlace,
): ParleyVote {
  return {
    result,
    chosen,
    shown: shown.map((voted) => {
      const { paneId: _pane, messageId: _message, original: _original, ...answer } = voted
      return { ...answer, ...placeOf(voted) }
    }),
    why,
    tags,
    isBlind,
    ...(how === undefined ? {} : { how }),
    at,
    ...(source === undefined ? {} : { source }),
  }
}
