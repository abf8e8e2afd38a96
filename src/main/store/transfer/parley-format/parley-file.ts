import { z } from 'zod'

import { knowledgeLimits } from '../../../../shared/knowledge/knowledge'
import type { ImportReason, ImportReasonCode } from '../../../../shared/store/import-reasons'
import {
  type ChatSummary,
  type Message,
  messageRoles,
  type MessageStatus,
  type Part,
  type TextPart,
  type Usage,
} from '../../../../shared/sessions/messages'
import {
  answerSource,
  attachmentPart,
  errorPart,
  formPart,
  knowledgePart,
  metrics,
  plainTextPart,
  planPart,
  reasoningPart,
  receipt,
  sourcesPart,
  toolCallPart,
  toolResultPart,
  usage,
} from '../../../../shared/sessions/schema'
import type { ModelParams } from '../../../../shared/sessions/sessions'
import { stopReasons } from '../../../../shared/sessions/stop-reasons'
import {
  draft,
  parleyFile,
  parleyFormatOf,
  type ParleyDraft,
  type ParleyQueued,
  queued,
} from './parley-archive'
import { longText, modelParams, problemWith, shape, shortText, text, time } from './parley-shapes'
import type { TitleSource } from '../../sessions/session-rows'
import { coversText, idOfPlace, type ParleyStatement, parleyStatements } from './parley-places'
import { toJson } from '../../database/stored-json'
import type { TreeMessage, TreeSession } from '../../sessions/tree-writer'
import { maxGrowthPoints } from '../../../../shared/sessions/growth'

/** A message of a file. `key` identifies it within its chat: `m1`, `m2`, … in the order in which they were stored. */
export interface ParleyMessage extends Omit<
  Message,
  | 'id'
  | 'sessionId'
  | 'parentId'
  | 'runId'
  | 'status'
  | 'hidden'
  | 'namesContestant'
  | 'isShortened'
  | 'parts'
> {
  key: string
  /** Its parent, which precedes it in the file; null starts a branch. */
  parent: string | null
  status: Exclude<MessageStatus, 'streaming'>
  hidden?: true
  /** Only in an archive of everything: a run wrote it, so its cost may be known. */
  ofRun?: true
  parts: ParleyPart[]
}

/** A part of a message; the text of a merge may name its sources. */
export type ParleyPart = Exclude<Part, TextPart> | ParleyText

type ParleyText = Omit<TextPart, 'statements'> & { statements?: ParleyStatement[] }

/** A chat of a file without its messages and without the ids of any store. */
export interface ParleyChatHead {
  format: typeof parleyFile.chat
  version: typeof parleyFile.version
  /** Null when it has none. */
  title: string | null
  /** Absent without a title; with one, absent means `user`. */
  titleSource?: Exclude<TitleSource, 'none'>
  model: string | null
  workspace: string | null
  systemPrompt: string | null
  params: ModelParams
  pinned: boolean
  archived: boolean
  createdAt: number
  updatedAt: number
  /** The last message of the shown path; null before the first. */
  leaf: string | null
  /** The name of its project, if the archive contains projects. */
  project?: string
  /** The following fields occur only in an archive of everything, when true. Its last answer has not been seen. */
  unseen?: true
  /** When it was deleted. */
  deletedAt?: number
  /** The usage of runs that left no message. */
  backgroundUsage?: Usage
  /** The queued messages, in order. */
  queue?: ParleyQueued[]
  /** The drafts. */
  drafts?: ParleyDraft[]
}

/** A chat of a file, with every branch. */
export interface ParleyChat extends ParleyChatHead {
  messages: ParleyMessage[]
}

/** Links of sources open on a click, so they must be web pages. */
const webAddress = z.url({ protocol: /^https?$/ })

/** Texts of messages have no limit here: anything stored can be exported, and anything exported can be read. */
const part: z.ZodType<ParleyPart> = z.discriminatedUnion('type', [
  plainTextPart
    .extend({ statements: parleyStatements.exactOptional() })
    .refine(
      ({ text: written, statements }) => statements === undefined || coversText(statements, written.length),
      { path: ['statements'], message: 'do not cover the text' },
    ),
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

const message: z.ZodType<ParleyMessage> = shape<ParleyMessage>()({
  key: text.min(1),
  parent: text.min(1).nullable(),
  role: z.enum(messageRoles),
  status: z.enum(['complete', 'partial', 'failed']),
  stopReason: z.enum(stopReasons).exactOptional(),
  model: shortText.exactOptional(),
  hidden: z.literal(true).exactOptional(),
  ofRun: z.literal(true).exactOptional(),
  createdAt: time,
  usage: usage.exactOptional(),
  metrics: metrics
    .refine(({ growth = [], notices = [] }) => growth.length <= maxGrowthPoints + 1 && notices.length <= 10)
    .exactOptional(),
  receipt: receipt.exactOptional(),
  summary: shape<ChatSummary>()({
    text: longText,
    model: shortText,
    createdAt: time,
    changedAt: time,
    isUsed: z.boolean(),
    messageCount: z.number().int().nonnegative(),
    coveredTokens: z.number().int().nonnegative(),
  }).exactOptional(),
  parts: z.array(part),
})

const chat: z.ZodType<ParleyChat> = shape<ParleyChat>()({
  format: z.literal(parleyFile.chat),
  version: z.literal(parleyFile.version),
  title: shortText.nullable(),
  titleSource: z.enum(['auto', 'named', 'user']).exactOptional(),
  model: shortText.nullable(),
  workspace: shortText.nullable(),
  systemPrompt: longText.nullable(),
  params: modelParams,
  pinned: z.boolean(),
  archived: z.boolean(),
  createdAt: time,
  updatedAt: time,
  leaf: text.nullable(),
  project: shortText.exactOptional(),
  unseen: z.literal(true).exactOptional(),
  deletedAt: time.exactOptional(),
  backgroundUsage: usage.exactOptional(),
  queue: z.array(queued).exactOptional(),
  drafts: z.array(draft).exactOptional(),
  messages: z.array(message),
})

/** The result of reading a value: a chat, or why it is not one. */
export type ReadChat = { chat: ParleyChat; problem?: never } | { chat?: never; problem: ImportReason }

/** True if a parsed `value` claims to be a Parley chat, of any version and even if it is invalid. */
export function claimsToBeChat(value: unknown): boolean {
  return parleyFormatOf(value) === parleyFile.chat
}

/** Checks a whole chat: its shape, that keys are unique, and that every parent precedes its children. */
export function readChat(value: unknown): ReadChat {
  if (!claimsToBeChat(value)) return { problem: { code: 'notParley' } }
  const { version } = value as { version?: unknown }
  if (typeof version === 'number' && version > parleyFile.version) {
    return { problem: { code: 'newerVersion' } }
  }
  const checked = chat.safeParse(value)
  if (!checked.success) {
    const { value: field = '', ...problem } = problemWith(value, checked.error)
    // Without indexes, so that the same error in many messages is one reason.
    return { problem: { ...problem, value: field.replaceAll(/\[\d+\]/g, '') } }
  }
  const code = treeProblem(checked.data)
  return code === null ? { chat: checked.data } : { problem: { code } }
}

function treeProblem({ leaf, messages }: ParleyChat): ImportReasonCode | null {
  const keys = new Set<string>()
  for (const { key, parent } of messages) {
    if (keys.has(key)) return 'twice'
    if (parent !== null && !keys.has(parent)) return 'strayMessage'
    keys.add(key)
  }
  return leaf === null || keys.has(leaf) ? null : 'shownMissing'
}

/** A chat accepted by `readChat`, as input for `TreeWriter`. */
export function toTree(file: ParleyChat): {
  session: TreeSession
  /** State that may differ the next time and does not identify a chat. */
  state: Pick<TreeSession, 'unseen' | 'deleted_at' | 'background_usage'>
  messages: TreeMessage[]
  leafKey: string | null
} {
  return {
    session: {
      title: file.title,
      title_source: file.title === null ? 'none' : (file.titleSource ?? 'user'),
      model: file.model,
      workspace: file.workspace,
      folder_imported: file.workspace === null ? 0 : 1,
      system_prompt: file.systemPrompt,
      params: toJson(file.params),
      pinned: file.pinned ? 1 : 0,
      archived: file.archived ? 1 : 0,
      created_at: file.createdAt,
      updated_at: file.updatedAt,
    },
    state: {
      unseen: file.unseen === true ? 1 : 0,
      deleted_at: file.deletedAt ?? null,
      background_usage: file.backgroundUsage === undefined ? null : toJson(file.backgroundUsage),
    },
    messages: file.messages.map(({ parent, ofRun, parts, ...content }) => ({
      ...content,
      parts: parts.map(storedPart),
      parentKey: parent,
      ...(ofRun === true ? { isOfRun: true } : {}),
    })),
    leafKey: file.leaf,
  }
}

/** The sources of a merge are still places in its file. */
function storedPart(given: ParleyPart): Part {
  if (given.type !== 'text' || given.statements === undefined)
    return given as Exclude<ParleyPart, ParleyText> | TextPart
  const statements = given.statements.map(({ kind, sources, ...stretch }) => ({
    kind,
    sources: sources.map(({ pane, message: key, ...place }) => ({
      messageId: idOfPlace({ pane, message: key }),
      ...place,
    })),
    ...stretch,
  }))
  return { ...given, statements }
}
