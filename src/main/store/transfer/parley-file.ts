import { z } from 'zod'

import { modelPreferenceLimits } from '../../../shared/models/models'
import { jsonObject } from '../../../shared/schema'
import type { ImportReason, ImportReasonCode } from '../../../shared/store/import-reasons'
import {
  type Message,
  messageRoles,
  type MessageStatus,
  withoutStatements,
} from '../../../shared/sessions/messages'
import { receipt, usage } from '../../../shared/sessions/schema'
import type { ModelParams } from '../../../shared/sessions/sessions'
import { stopReasons } from '../../../shared/sessions/stop-reasons'
import {
  fieldOf,
  longText,
  modelParams,
  problemWith,
  shape,
  shortText,
  text,
  time,
} from '../exchange/file-shapes'
import { storedMetrics, storedPart, storedSummary } from '../exchange/row-shapes'
import type { TitleSource } from '../sessions/session-rows'
import { toJson } from '../database/stored-json'
import type { TreeMessage, TreeSession } from '../sessions/tree-in-progress'

/** The format names in Parley's own files. */
export const parleyFile = {
  /** One chat: a separate file, or one of many in an archive. */
  chat: 'parley-chat',
  version: 1,
  /** The file `archiveEntry` in a ZIP. */
  archive: 'parley-archive',
  archiveEntry: 'parley.json',
  /** Maps the attachments of chats to files of the ZIP; in the folder `filesFolder` each is named by its hash. */
  files: 'parley-files',
  filesEntry: 'parley-files.json',
  filesFolder: 'files',
  /** Rows of the store: the first element of a page's data, and of an archive, whose rows are in `rowsFolder`. */
  rows: 'parley-rows',
  rowsVersion: 1,
  rowsFolder: 'rows',
  settings: 'parley-settings',
  settingsEntry: 'parley-settings.json',
} as const

/** The data in a page: the element that contains it, a JSON list, as it is written, and where its hash follows. */
export const pageData = {
  start: '<script type="application/json" id="parley-bundle">',
  end: '</script>',
  /** Precedes the SHA-256 of the data, in hexadecimal digits. */
  hashStart: '<code id="parley-bundle-hash">',
} as const

/** The metadata of a ZIP of chats, each a file in this format. */
export interface ParleyArchive {
  format: typeof parleyFile.archive
  version: typeof parleyFile.version
  /** Only `json` can be imported. */
  content: 'json' | 'markdown' | 'html'
  chatCount: number
  exportedAt: number
}

/** Precedes rows of the store. */
export interface ParleyRows {
  format: typeof parleyFile.rows
  version: typeof parleyFile.rowsVersion
  exportedAt: number
  /** The file is meant for others: its votes are those of its sender, under this name. */
  sharedAs?: string
}

/** Settings that differ from their defaults, and providers without keys. What agents and models may do is in no file. */
export interface ParleySettings {
  format: typeof parleyFile.settings
  version: typeof parleyFile.version
  /** By name, as in `AppSettings`; the importer checks each of them. */
  settings: Record<string, unknown>
  /** Likewise. */
  providers: unknown[]
  /** Likewise; missing in files of older versions. */
  models?: unknown[]
}

/** A message of a file. `key` identifies it within its chat: `m1`, `m2`, … in the order in which they were stored. */
export interface ParleyMessage extends Omit<
  Message,
  'id' | 'sessionId' | 'parentId' | 'runId' | 'status' | 'hidden' | 'namesContestant' | 'isShortened'
> {
  key: string
  /** Its parent, which precedes it in the file; null starts a branch. */
  parent: string | null
  status: Exclude<MessageStatus, 'streaming'>
  hidden?: true
}

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
}

/** A chat of a file, with every branch. */
export interface ParleyChat extends ParleyChatHead {
  messages: ParleyMessage[]
}

const message: z.ZodType<ParleyMessage> = shape<ParleyMessage>()({
  key: text.min(1),
  parent: text.min(1).nullable(),
  role: z.enum(messageRoles),
  status: z.enum(['complete', 'partial', 'failed']),
  stopReason: z.enum(stopReasons).exactOptional(),
  model: shortText.exactOptional(),
  hidden: z.literal(true).exactOptional(),
  createdAt: time,
  usage: usage.exactOptional(),
  metrics: storedMetrics.exactOptional(),
  receipt: receipt.exactOptional(),
  summary: storedSummary.exactOptional(),
  parts: z.array(storedPart),
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
    // The sources of a merge are in other chats.
    messages: file.messages.map(({ parent, parts, ...content }) => ({
      ...content,
      parts: parts.map((part) => (part.type === 'text' ? withoutStatements(part) : part)),
      parentKey: parent,
    })),
    leafKey: file.leaf,
  }
}

const settings: z.ZodType<ParleySettings> = shape<ParleySettings>()({
  format: z.literal(parleyFile.settings),
  version: z.literal(parleyFile.version),
  settings: jsonObject,
  providers: z.array(z.unknown()).max(1_000),
  models: z.array(z.unknown()).max(modelPreferenceLimits.models).exactOptional(),
})

const rows: z.ZodType<ParleyRows> = shape<ParleyRows>()({
  format: z.literal(parleyFile.rows),
  version: z.literal(parleyFile.rowsVersion),
  exportedAt: time,
  sharedAs: shortText.exactOptional(),
})

/** What a file of Parley has besides chats and rows. */
export type ParleyItem = ParleySettings | ParleyRows

/** The result of reading such an item. */
export type ReadItem = { item: ParleyItem; problem?: never } | { item?: never; problem: ImportReason }

/** The format named in a Parley file. */
export function parleyFormatOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined
}

/** True if `value` claims to be content of one of Parley's files other than a chat or a row, even if it is invalid. */
export function claimsToBeItem(value: unknown): boolean {
  const format = parleyFormatOf(value)
  return typeof format === 'string' && format.startsWith('parley-') && format !== parleyFile.chat
}

/** Reads what claims to be such content. */
export function readItem(value: Readonly<Record<string, unknown>>): ReadItem {
  const format = parleyFormatOf(value)
  const schema = format === parleyFile.settings ? settings : format === parleyFile.rows ? rows : null
  // The result of a run is for other programs.
  if (format === 'parley-set-run') return { problem: { code: 'resultFile' } }
  if (schema === null) return { problem: { code: 'unknownKind', value: fieldOf([String(format)]) } }
  const newest = format === parleyFile.rows ? parleyFile.rowsVersion : parleyFile.version
  if (typeof value['version'] === 'number' && value['version'] > newest)
    return { problem: { code: 'newerVersion' } }
  const checked = schema.safeParse(value)
  if (checked.success) return { item: checked.data }
  const problem = problemWith(value, checked.error)
  // Damaged content does not count as a chat.
  return { problem: problem.code === 'damaged' ? { ...problem, code: 'damagedEntry' } : problem }
}
