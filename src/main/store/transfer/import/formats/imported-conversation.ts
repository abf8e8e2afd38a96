import { createHash } from 'node:crypto'

import { messageText } from '../../../../../shared/sessions/messages'
import type { ImportReason, ImportReasonCode } from '../../../../../shared/store/import-reasons'
import type { ImportEvent } from '../../../../../shared/store/store'
import { systemClock } from '../../../../base/clock'
import { sha256 } from '../../../../base/sha256'
import type { ExchangedRow } from '../../../exchange/exchanged-rows'
import type { ParleyItem } from '../../parley-file'
import { titleFromText } from '../../../messages/title'
import type { TreeMessage, TreeSession } from '../../../sessions/tree-in-progress'
import { importLimits } from '../../../uploads/import-limits'
import type { TreeNode } from './message-tree'
import { messageTree } from './message-tree'
import { timesOf } from './single-path'

/** The program that wrote a file. */
export type ImportOrigin = Extract<ImportEvent, { type: 'summary' }>['source']

/** The session of a conversation, with its origin and a hash of its content. */
export type ConversationHead = TreeSession & { origin: string; origin_hash: string }

/** A conversation from a file, ready to be stored. */
export interface ImportedConversation {
  head: ConversationHead
  messages: readonly TreeMessage[]
  leafKey: string | null
  /** Its irregularities. */
  remarks: readonly ImportReasonCode[]
  /** The contents of files that are in the conversation itself, in base64, by attachment id. */
  contents: ReadonlyMap<string, string>
}

/** For a conversation that contains no files. */
export const noContents: ReadonlyMap<string, string> = new Map()

/** The result of reading one conversation. */
export type ReadConversation =
  | { status: 'good'; source: ImportOrigin; conversation: ImportedConversation }
  | {
      status: 'skipped'
      source: ImportOrigin
      title: string | null
      reason: ImportReason
      /** The reason applies to the rest of the file, too. */
      isWholeFile?: boolean
      /** It is not a chat. */
      isOther?: boolean
    }

/** The result of reading one element of a file. */
export type ReadElement =
  | ReadConversation
  | { status: 'item'; source: 'parley'; item: ParleyItem }
  | { status: 'row'; source: 'parley'; row: ExchangedRow }

const maxTitleChars = 500
/** Names that can be stored in a text column unchanged. */
const plainName = /^[\x21-\x7e]{1,200}$/

/** A conversation of another program, before its tree is built. */
export interface ForeignConversation {
  source: Exclude<ImportOrigin, 'parley'>
  /** Its id in the file; null without one. */
  id: string | null
  title: string | null
  model: string | null
  systemPrompt: string | null
  isPinned: boolean
  isArchived: boolean
  createdAt: number | null
  updatedAt: number | null
  nodes: TreeNode[]
  currentKey: string | null
  remarks: ImportReasonCode[]
  contents?: ReadonlyMap<string, string>
}

/** Builds the tree and identifies its origin; skipped when it is empty. */
export function readForeign(given: ForeignConversation): ReadConversation {
  const { source, title } = given
  const skipped = (reason: ImportReason): ReadConversation => ({ status: 'skipped', source, title, reason })
  const fitting = withoutOversized(given.nodes)
  const { first, last } = timesOf(fitting.nodes.flatMap(({ message }) => message ?? []))
  const createdAt = given.createdAt ?? first ?? given.updatedAt ?? systemClock.now()
  const tree = messageTree(fitting.nodes, {
    currentKey: given.currentKey,
    createdAt,
  })
  const { messages, leafKey, orphanCount, cycleCount } = tree
  const remarks = new Set(given.remarks)
  if (!fitting.isWhole) remarks.add('largeMessages')
  if (orphanCount > 0) remarks.add('orphans')
  if (cycleCount > 0) remarks.add('circle')
  if (messages.length === 0) return skipped({ code: [...remarks][0] ?? 'empty' })
  const hash = messagesHash(messages)
  return {
    status: 'good',
    source,
    conversation: {
      head: {
        ...titleColumns(title, messages),
        model: given.model,
        system_prompt: given.systemPrompt,
        pinned: given.isPinned ? 1 : 0,
        archived: given.isArchived ? 1 : 0,
        created_at: createdAt,
        updated_at: given.updatedAt ?? Math.max(createdAt, last ?? createdAt),
        origin: `${source}:${given.id === null ? hash : storableName(given.id)}`,
        origin_hash: hash,
      },
      messages,
      leafKey,
      remarks: [...remarks],
      contents: given.contents ?? noContents,
    },
  }
}

/** The nodes without messages over the size limit; a node below one follows its parent instead. */
function withoutOversized(nodes: readonly TreeNode[]): { nodes: TreeNode[]; isWhole: boolean } {
  const fitting = nodes.map((node) => {
    const fits =
      node.message === null ||
      Buffer.byteLength(JSON.stringify(node.message.parts)) <= importLimits.messageBytes
    return fits ? node : { ...node, message: null }
  })
  return { nodes: fitting, isWhole: fitting.every((node, index) => node === nodes[index]) }
}

/** A hash of the content of `messages` and their order. */
export function messagesHash(messages: readonly TreeMessage[]): string {
  const hash = createHash('sha256')
  for (const { key, parentKey, role, hidden, model, parts } of messages) {
    hash.update(JSON.stringify([key, parentKey, role, hidden ?? false, model ?? null]))
    hash.update(JSON.stringify(parts))
  }
  return hash.digest('hex')
}

/** A name from a file in a form that can be stored: itself, or its hash when it is long or unusual. */
export function storableName(name: string): string {
  if (plainName.test(name)) return name
  return `#${sha256(JSON.stringify(name))}`
}

/** A title on one line, without unprintable characters; null when nothing is left. */
export function cleanTitle(title: string | null | undefined): string | null {
  const line = (title ?? '').slice(0, maxTitleChars * 2).replace(/[\p{Cc}\s]+/gu, ' ')
  const clean = line.trim().slice(0, maxTitleChars).toWellFormed()
  return clean === '' ? null : clean
}

function titleColumns(
  title: string | null,
  messages: readonly TreeMessage[],
): Pick<TreeSession, 'title' | 'title_source'> {
  if (title !== null) return { title, title_source: 'named' }
  const question = messages.find(({ role, hidden }) => role === 'user' && hidden !== true)
  const made = question === undefined ? null : titleFromText(messageText(question))
  return made === null ? { title: null, title_source: 'none' } : { title: made, title_source: 'auto' }
}
