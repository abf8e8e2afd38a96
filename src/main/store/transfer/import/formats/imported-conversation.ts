import { createHash } from 'node:crypto'

import { messageText } from '../../../../../shared/sessions/messages'
import type { ImportReason, ImportReasonCode } from '../../../../../shared/store/import-reasons'
import type { ImportEvent } from '../../../../../shared/store/store'
import { systemClock } from '../../../../base/clock'
import type { ParleyBeside, ParleyDraft, ParleyQueued } from '../../parley-format/parley-archive'
import { titleFromText } from '../../../messages/title'
import type { TreeMessage, TreeSession } from '../../../sessions/tree-in-progress'
import { importLimits } from '../../../uploads/import-limits'
import type { TreeNode } from './message-tree'
import { messageTree } from './message-tree'
import { timesOf } from './single-path'

/** What of a chat was written and not sent, as its file has it. */
export interface UnsentWork {
  queue: readonly ParleyQueued[]
  drafts: readonly ParleyDraft[]
}

/** Who wrote a file. */
export type ImportOrigin = Extract<ImportEvent, { type: 'summary' }>['source']

/** The session of a conversation, with where it comes from and a hash of what it holds. */
export type ConversationHead = TreeSession & { origin: string; origin_hash: string }

/** A conversation of a file as it is to be stored. */
export interface ImportedConversation {
  head: ConversationHead
  messages: TreeMessage[]
  leafKey: string | null
  /** What is odd about it. */
  remarks: ImportReasonCode[]
  unsent: UnsentWork
}

/** A conversation of others, in which nothing waits to be sent. */
export const nothingUnsent: UnsentWork = { queue: [], drafts: [] }

/** What became of one conversation of a file. */
export type ReadConversation =
  | { status: 'good'; source: ImportOrigin; conversation: ImportedConversation }
  | { status: 'skipped'; source: ImportOrigin; title: string | null; reason: ImportReason }

/** What became of one element of a file. */
export type ReadElement = ReadConversation | { status: 'beside'; source: 'parley'; beside: ParleyBeside }

const maxTitleChars = 500
/** Names that can stand in a text column as they are. */
const plainName = /^[\x21-\x7e]{1,200}$/

/** A conversation of a file of others, before its tree is built. */
export interface ForeignConversation {
  source: Exclude<ImportOrigin, 'parley'>
  /** What its file calls it; null when it does not. */
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
}

/** Builds the tree and names what it comes from; skipped when nothing is in it. */
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
  const { messages, leafKey, orphanCount, circleCount } = tree
  const remarks = new Set(given.remarks)
  if (!fitting.isWhole) remarks.add('largeMessages')
  if (orphanCount > 0) remarks.add('orphans')
  if (circleCount > 0) remarks.add('circle')
  if (messages.length === 0) return skipped({ code: [...remarks][0] ?? 'empty' })
  const hash = hashOf(messages)
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
        origin: `${source}:${given.id === null ? hash : plainKey(given.id)}`,
        origin_hash: hash,
      },
      messages,
      leafKey,
      remarks: [...remarks],
      unsent: nothingUnsent,
    },
  }
}

/** The nodes without the messages that are larger than may be; what follows one follows the message before it. */
function withoutOversized(nodes: readonly TreeNode[]): { nodes: TreeNode[]; isWhole: boolean } {
  const fitting = nodes.map((node) => {
    const fits =
      node.message === null ||
      Buffer.byteLength(JSON.stringify(node.message.parts)) <= importLimits.messageBytes
    return fits ? node : { ...node, message: null }
  })
  return { nodes: fitting, isWhole: fitting.every((node, index) => node === nodes[index]) }
}

/** A hash of what `messages` say and how they hang together. */
export function hashOf(messages: readonly TreeMessage[]): string {
  const hash = createHash('sha256')
  for (const { key, parentKey, role, hidden, model, parts } of messages) {
    hash.update(JSON.stringify([key, parentKey, role, hidden ?? false, model ?? null]))
    hash.update(JSON.stringify(parts))
  }
  return hash.digest('hex')
}

/** A name out of a file as it can be stored: itself, or when it is long or strange a hash of it. */
export function plainKey(name: string): string {
  if (plainName.test(name)) return name
  return `#${createHash('sha256').update(JSON.stringify(name)).digest('hex')}`
}

/** A title in one line, without what cannot be shown; null when nothing is left. */
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
