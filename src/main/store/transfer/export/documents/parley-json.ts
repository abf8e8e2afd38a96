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
  type ToolCallPart,
  type ToolResultPart,
  type Usage,
  withoutStatements,
} from '../../../../../shared/sessions/messages'
import type { ModelParams } from '../../../../../shared/sessions/sessions'
import { type ParleyChatHead, parleyFile, type ParleyMessage } from '../../parley-file'
import type { ChatHead, StoredChat } from '../contents/stored-chat'

/**
 * The chat in Parley's own format, in pieces: one line of metadata, then one per message. The same tree gives the same
 * bytes in any store and under any ids, so importing and exporting a file reproduces it.
 */
export function* parleyJson({ head, tree }: StoredChat): Generator<string> {
  const keys = new Map<string, string>()
  yield `${JSON.stringify(headOf(head)).slice(0, -1)},"messages":[`
  let separator = '\n'
  for (const message of tree()) {
    const key = keyOf(keys.size + 1)
    keys.set(message.id, key)
    yield `${separator}${JSON.stringify(toFile(message, key, keys))}`
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
  }
}

function toFile(
  message: Message,
  key: string,
  keys: ReadonlyMap<string, string>,
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
    createdAt: message.createdAt,
    usage: usage && inOrder<Usage>(usage, usageOrder),
    metrics: metrics && inOrder<Metrics>(metrics, metricsOrder),
    receipt: receipt && inOrder<Receipt>(receipt, receiptOrder),
    summary: summary && inOrder<ChatSummary>(summary, summaryOrder),
    parts: message.parts.map(partInOrder),
  }
}

/** An exported message is never in progress. */
function endedStatus(status: MessageStatus): ParleyMessage['status'] {
  return status === 'streaming' ? 'partial' : status
}

function partInOrder(part: Part): Part {
  switch (part.type) {
    case 'text':
      return withoutStatements(part)
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

/** Every key of a type in the order of the file format; a key added to the type must be added here. */
type Order<Value> = Readonly<Record<keyof Required<Value>, true>>

/** The value with its keys in this order. */
function inOrder<Value extends object>(value: Value, order: Order<Value>): Value {
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
const usageOrder: Order<Usage> = {
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
