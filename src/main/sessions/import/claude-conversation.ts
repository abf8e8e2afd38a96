import { z } from 'zod'

import type { ImportReasonCode } from '../../../shared/import-reasons'
import { claudeParts } from './claude-parts'
import { isFields, timeOf } from './foreign-fields'
import { cleanTitle, plainKey, type ReadConversation, readForeign } from './imported-conversation'
import type { NodeMessage, TreeNode } from './message-tree'

const word = z.string().nullish().catch(null)
/** What is no object in it is left out. */
const list = z
  .array(z.unknown())
  .transform((items) => items.filter(isFields))
  .nullish()
  .catch(null)

const message = z.object({
  uuid: z.string().min(1),
  parent_message_uuid: word,
  sender: z.string(),
  created_at: z.unknown().optional(),
  text: word,
  content: list,
  attachments: list,
  files: list,
  files_v2: list,
})
type ClaudeMessage = z.output<typeof message>

const conversation = z.object({
  uuid: word,
  name: word,
  model: word,
  created_at: z.unknown().optional(),
  updated_at: z.unknown().optional(),
  is_starred: z.boolean().nullish().catch(null),
  current_leaf_message_uuid: word,
  chat_messages: z.array(z.unknown()),
})

/** What the first messages of a conversation are said to follow. */
const nobody = '00000000-0000-4000-8000-000000000000'

/**
 * A conversation of Claude's data export: an element of `conversations.json`. Messages hang together by
 * `parent_message_uuid`; where none has it, as in older exports, each follows the one before it.
 * @see https://github.com/CherryHQ/cherry-studio/pull/16164 for the tree and the calls of tools
 * @see https://github.com/CherryHQ/cherry-studio/pull/18135 for exports with `model` and `current_leaf_message_uuid`
 */
export function readClaude(value: unknown): ReadConversation {
  const checked = conversation.safeParse(value)
  if (!checked.success) {
    const [issue] = checked.error.issues
    const field = issue?.path.filter((step) => typeof step === 'string').at(-1) ?? 'chat_messages'
    return {
      status: 'skipped',
      source: 'claude',
      title: titleOf(value),
      reason: { code: 'notClaude', value: field },
    }
  }
  const { chat_messages: messages, ...given } = checked.data
  const model = modelOf(given.model)
  const remarks = new Set<ImportReasonCode>()
  const said = messages.flatMap((each) => {
    const { data } = message.safeParse(each)
    if (data === undefined) remarks.add('badMessages')
    return data ?? []
  })
  const nodes = toNodes(said, model, remarks)
  const last = nodes.at(-1)
  return readForeign({
    source: 'claude',
    id: given.uuid ?? null,
    title: cleanTitle(given.name),
    model,
    systemPrompt: null,
    isPinned: given.is_starred === true,
    isArchived: false,
    createdAt: timeOf(given.created_at),
    updatedAt: timeOf(given.updated_at),
    nodes,
    currentKey:
      given.current_leaf_message_uuid == null
        ? (last?.key ?? null)
        : plainKey(given.current_leaf_message_uuid),
    remarks: [...remarks],
  })
}

function titleOf(value: unknown): string | null {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : null
  return typeof name === 'string' ? cleanTitle(name) : null
}

function toNodes(
  said: readonly ClaudeMessage[],
  model: string | null,
  remarks: Set<ImportReasonCode>,
): TreeNode[] {
  const isTree = said.some(({ parent_message_uuid: parent }) => parent != null)
  const nodes = new Map<string, TreeNode>()
  let previousKey: string | null = null
  said.forEach((each, rank) => {
    const key = plainKey(each.uuid)
    if (nodes.has(key)) {
      remarks.add('twiceFirstKept')
      return
    }
    const parentKey: string | null = isTree ? parentOf(each) : previousKey
    nodes.set(key, { key, parentKey, rank, message: toNodeMessage(each, key, model, remarks) })
    previousKey = key
  })
  return [...nodes.values()]
}

function parentOf({ parent_message_uuid: parent }: ClaudeMessage): string | null {
  return parent == null || parent === nobody ? null : plainKey(parent)
}

function toNodeMessage(
  said: ClaudeMessage,
  origin: string,
  model: string | null,
  remarks: Set<ImportReasonCode>,
): NodeMessage | null {
  const parts = claudeParts({
    key: origin,
    text: said.text ?? '',
    blocks: said.content ?? [],
    attachments: said.attachments ?? [],
    files: [...(said.files ?? []), ...(said.files_v2 ?? [])],
  })
  if (parts.length === 0) return null
  const isAnswer = said.sender === 'assistant'
  const isKnown = isAnswer || said.sender === 'human' || said.sender === 'user'
  if (!isKnown) remarks.add('unknownSpeaker')
  return {
    role: isAnswer ? 'assistant' : isKnown ? 'user' : 'tool',
    parts,
    status: 'complete',
    ...(isAnswer && model !== null ? { model } : {}),
    createdAt: timeOf(said.created_at),
    origin,
  }
}

function modelOf(name: string | null | undefined): string | null {
  return name != null && /^\S{1,200}$/.test(name) ? `anthropic/${name}` : null
}
