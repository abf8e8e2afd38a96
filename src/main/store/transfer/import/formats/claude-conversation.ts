import { z } from 'zod'

import { isRecord } from '../../../../../shared/record'
import type { ImportReasonCode } from '../../../../../shared/store/import-reasons'
import { claudeParts } from './claude-parts'
import { type Fields, listOf, nameIn, textOf, timeOf } from './foreign-fields'
import { cleanTitle, storableName, type ReadConversation, readForeign } from './imported-conversation'
import type { NodeMessage, TreeNode } from './message-tree'

const word = z.string().nullish().catch(null)
const idField = z.unknown().optional().transform(nameIn)

const conversation = z.object({
  uuid: idField,
  name: word,
  model: word,
  created_at: z.unknown().optional(),
  updated_at: z.unknown().optional(),
  is_starred: z.boolean().nullish().catch(null),
  current_leaf_message_uuid: idField,
  chat_messages: z.array(z.unknown()),
})

/** The parent id of the first messages of a conversation. */
const nobody = '00000000-0000-4000-8000-000000000000'

/**
 * A conversation of Claude's data export: an element of `conversations.json`. Messages are linked by
 * `parent_message_uuid`; if none has it, as in older exports, each follows the one before it.
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
  const said = messages.map((each) => (isRecord(each) ? each : { content: each }))
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
        : storableName(given.current_leaf_message_uuid),
    remarks: [...remarks],
  })
}

function titleOf(value: unknown): string | null {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : null
  return typeof name === 'string' ? cleanTitle(name) : null
}

function toNodes(said: readonly Fields[], model: string | null, remarks: Set<ImportReasonCode>): TreeNode[] {
  const isTree = said.some(({ parent_message_uuid: parent }) => nameIn(parent) !== null)
  const nodes = new Map<string, TreeNode>()
  let previousKey: string | null = null
  said.forEach((each, rank) => {
    const key = storableName(nameIn(each['uuid']) ?? `message-${rank + 1}`)
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

function parentOf({ parent_message_uuid: given }: Fields): string | null {
  const parent = nameIn(given)
  return parent === null || parent === nobody ? null : storableName(parent)
}

/** Each field is read separately, so that an invalid one does not cost the others. */
function toNodeMessage(
  said: Fields,
  origin: string,
  model: string | null,
  remarks: Set<ImportReasonCode>,
): NodeMessage | null {
  const list = claudeParts({
    key: origin,
    text: said['text'],
    content: said['content'],
    attachments: fieldsIn(said['attachments']),
    files: [...fieldsIn(said['files']), ...fieldsIn(said['files_v2'])],
  })
  const { parts } = list
  for (const code of list.remarks) remarks.add(code)
  const sender = textOf(said['sender'])
  if (parts.length === 0) {
    if (sender === '') remarks.add('badMessages')
    return null
  }
  const isAnswer = sender === 'assistant'
  const isKnown = isAnswer || sender === 'human' || sender === 'user'
  if (!isKnown) remarks.add('unknownSpeaker')
  return {
    role: isAnswer ? 'assistant' : isKnown ? 'user' : 'tool',
    parts,
    status: 'complete',
    ...(isAnswer && model !== null ? { model } : {}),
    createdAt: timeOf(said['created_at']),
    origin,
  }
}

function fieldsIn(value: unknown): Fields[] {
  return (isRecord(value) ? [value] : listOf(value)).filter(isRecord)
}

function modelOf(name: string | null | undefined): string | null {
  return name != null && /^\S{1,200}$/.test(name) ? `anthropic/${name}` : null
}
