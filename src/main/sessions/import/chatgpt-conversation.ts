import { z } from 'zod'

import type { ImportReasonCode } from '../../../shared/import-reasons'
import type { MessageRole } from '../../../shared/messages'
import { chatgptParts } from './chatgpt-parts'
import {
  cleanTitle,
  type ForeignConversation,
  plainKey,
  type ReadElement,
  readForeign,
} from './imported-conversation'
import type { NodeMessage, TreeNode } from './message-tree'

const seconds = z.number().nullish().catch(null)
const flag = z.boolean().nullish().catch(null)
const word = z.string().nullish().catch(null)

const message = z.object({
  author: z.object({ role: z.string() }),
  create_time: seconds,
  status: word,
  recipient: word,
  content: z.record(z.string(), z.unknown()).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
})
type ChatgptMessage = z.output<typeof message>

const node = z.object({
  parent: z.string().nullish(),
  children: z.array(z.string()).nullish().catch(null),
  message: message.nullish(),
})

const conversation = z.object({
  id: word,
  conversation_id: word,
  title: word,
  create_time: seconds,
  update_time: seconds,
  current_node: word,
  default_model_slug: word,
  is_archived: flag,
  is_starred: flag,
  mapping: z.record(z.string(), node),
})

const roles = new Map<string, MessageRole>([
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['system', 'system'],
  ['tool', 'tool'],
])

/**
 * A conversation of ChatGPT's data export: an element of `conversations.json`, or of one of `conversations-000.json`
 * and so on. Nodes hang together by `parent`; `current_node` is the last one that was shown; times are in seconds.
 * @see https://github.com/mitkury/chatgpt-export-parser/blob/main/docs/chatgpt-data-export-format.md
 * @see https://gist.github.com/dmarx/08afeb669cdc2f974d6aca61dcce360d
 * @see https://github.com/MonkeyRun-com/monkeyrun-open-brain/issues/2 for the export in several files
 */
export function readChatgpt(value: unknown): ReadElement {
  const checked = conversation.safeParse(value)
  if (!checked.success) {
    const [issue] = checked.error.issues
    const field = issue?.path.filter((step) => typeof step === 'string').at(-1) ?? 'mapping'
    return {
      status: 'skipped',
      source: 'chatgpt',
      title: titleOf(value),
      reason: { code: 'notChatgpt', value: field },
    }
  }
  const { mapping, ...given } = checked.data
  const remarks = new Set<ImportReasonCode>()
  const ranks = ranksOf(mapping)
  const nodes = Object.entries(mapping).map(([id, { parent, message: said }]): TreeNode => ({
    key: plainKey(id),
    parentKey: parent == null ? null : plainKey(parent),
    rank: ranks.get(id) ?? 0,
    message: said == null ? null : toNodeMessage(id, said, remarks),
  }))
  const read: ForeignConversation = {
    source: 'chatgpt',
    id: given.conversation_id ?? given.id ?? null,
    title: cleanTitle(given.title),
    model: modelOf(given.default_model_slug),
    isPinned: given.is_starred === true,
    isArchived: given.is_archived === true,
    createdAt: toMilliseconds(given.create_time),
    updatedAt: toMilliseconds(given.update_time),
    nodes,
    currentKey: given.current_node == null ? null : plainKey(given.current_node),
    remarks: [],
  }
  return readForeign({ ...read, remarks: [...remarks] })
}

function titleOf(value: unknown): string | null {
  const title = typeof value === 'object' && value !== null && 'title' in value ? value.title : null
  return typeof title === 'string' ? cleanTitle(title) : null
}

/** Where each node stands among the children that its parent lists. */
function ranksOf(mapping: Record<string, z.output<typeof node>>): Map<string, number> {
  const ranks = new Map<string, number>()
  for (const { children } of Object.values(mapping)) children?.forEach((id, rank) => ranks.set(id, rank))
  return ranks
}

/** Null when it says nothing, as the one that every conversation begins with. */
function toNodeMessage(id: string, said: ChatgptMessage, remarks: Set<ImportReasonCode>): NodeMessage | null {
  const metadata = said.metadata ?? {}
  const parts = chatgptParts(said.content ?? {}, metadata)
  if (parts.length === 0) return null
  const role = roles.get(said.author.role)
  if (role === undefined) remarks.add('unknownSpeaker')
  const model = role === 'assistant' ? modelOf(metadata['model_slug']) : null
  return {
    role: role ?? 'tool',
    parts,
    status: said.status === 'in_progress' ? 'partial' : 'complete',
    ...(model === null ? {} : { model }),
    ...(metadata['is_visually_hidden_from_conversation'] === true ? { hidden: true } : {}),
    createdAt: toMilliseconds(said.create_time),
    origin: plainKey(id),
  }
}

function modelOf(slug: unknown): string | null {
  return typeof slug === 'string' && /^\S{1,200}$/.test(slug) ? `openai/${slug}` : null
}

function toMilliseconds(secondsSinceEpoch: number | null | undefined): number | null {
  if (secondsSinceEpoch == null) return null
  const time = Math.round(secondsSinceEpoch * 1000)
  return time >= 0 && time <= 8_640_000_000_000_000 ? time : null
}
