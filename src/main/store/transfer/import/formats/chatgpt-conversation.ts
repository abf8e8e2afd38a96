import { z } from 'zod'

import { isRecord } from '../../../../../shared/record'
import type { ImportReasonCode } from '../../../../../shared/store/import-reasons'
import type { MessageRole, Part } from '../../../../../shared/sessions/messages'
import { chatgptParts, isAboutUser } from './chatgpt-parts'
import { type Fields, hasContent, listOf, nameIn, textOf, timeOf } from './foreign-fields'
import {
  cleanTitle,
  type ForeignConversation,
  storableName,
  type ReadConversation,
  readForeign,
} from './imported-conversation'
import type { NodeMessage, TreeNode } from './message-tree'
import { valueIn } from './part-list'
import { canvasText } from './written-documents'

const flag = z.boolean().nullish().catch(null)
const word = z.string().nullish().catch(null)
const idField = z.unknown().optional().transform(nameIn)

const conversation = z.object({
  id: idField,
  conversation_id: idField,
  title: word,
  create_time: z.unknown().optional(),
  update_time: z.unknown().optional(),
  current_node: idField,
  default_model_slug: word,
  is_archived: flag,
  is_starred: flag,
  pinned_time: z.unknown().optional(),
  gizmo_id: word,
  gizmo_name: word,
  conversation_template_id: word,
  gizmo: z.unknown().optional(),
  mapping: z.record(z.string(), z.unknown()),
})

const roles = new Map<string, MessageRole>([
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['system', 'system'],
  ['tool', 'tool'],
])

/**
 * A conversation of ChatGPT's data export: an element of `conversations.json`, or of one of `conversations-000.json`
 * and so on. Nodes are linked by `parent`; `current_node` is the last one shown; times are in seconds.
 * @see https://github.com/mitkury/chatgpt-export-parser/blob/main/docs/chatgpt-data-export-format.md
 * @see https://gist.github.com/dmarx/08afeb669cdc2f974d6aca61dcce360d
 * @see https://github.com/MonkeyRun-com/monkeyrun-open-brain/issues/2 for the export in several files
 */
export function readChatgpt(value: unknown): ReadConversation {
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
  const read: ForeignConversation = {
    source: 'chatgpt',
    id: given.conversation_id ?? given.id ?? null,
    title: cleanTitle(given.title),
    model: modelOf(given.default_model_slug),
    systemPrompt: customGptOf(given),
    isPinned: given.is_starred === true || timeOf(given.pinned_time) !== null,
    isArchived: given.is_archived === true,
    createdAt: timeOf(given.create_time),
    updatedAt: timeOf(given.update_time),
    nodes: toNodes(mapping, remarks),
    currentKey: given.current_node == null ? null : storableName(given.current_node),
    remarks: [],
  }
  return readForeign({ ...read, remarks: [...remarks] })
}

function toNodes(mapping: Record<string, unknown>, remarks: Set<ImportReasonCode>): TreeNode[] {
  const nodes = Object.entries(mapping).map(([id, value]) => {
    if (!isRecord(value)) remarks.add('badMessages')
    const node = isRecord(value) ? value : {}
    const children = listOf(node['children']).flatMap((child) => nameIn(child) ?? [])
    return { id, given: node['parent'], parent: nameIn(node['parent']), children, said: node['message'] }
  })
  const ranks = new Map<string, number>()
  for (const { children } of nodes) children.forEach((id, rank) => ranks.set(id, rank))
  const parents = parentsByChildren(nodes)
  return nodes.map(({ id, given, parent, said }) => {
    const isThere = parent !== null && Object.hasOwn(mapping, parent)
    const parentId = isThere ? parent : (parents.get(id) ?? parent)
    if (parentId === null && hasContent(given)) remarks.add('orphans')
    return {
      key: storableName(id),
      parentKey: parentId === null ? null : storableName(parentId),
      rank: ranks.get(id) ?? 0,
      message: said == null ? null : toNodeMessage(id, said, remarks),
    }
  })
}

/** The parent of each node according to the lists of children, for nodes that do not name it. */
function parentsByChildren(nodes: readonly { id: string; children: readonly string[] }[]) {
  const parents = new Map<string, string>()
  for (const { id, children } of nodes) {
    for (const child of children) if (child !== id) parents.set(child, id)
  }
  return parents
}

/** The custom GPT that answered, as the chat's system prompt: its name, or its id if that is all there is. */
function customGptOf(
  given: Pick<
    z.output<typeof conversation>,
    'conversation_template_id' | 'gizmo' | 'gizmo_id' | 'gizmo_name'
  >,
): string | null {
  const gizmo = isRecord(given.gizmo) ? given.gizmo : {}
  const display = isRecord(gizmo['display']) ? gizmo['display'] : {}
  const name = given.gizmo_name ?? (textOf(display['name']) || textOf(gizmo['name']))
  // A project has an id of the same form, which is meaningless without its name.
  const id = [given.gizmo_id, given.conversation_template_id].find((each) => /^g-(?!p-)/.test(each ?? ''))
  const said = cleanTitle(name) ?? cleanTitle(id)
  return said === null ? null : `ChatGPT custom GPT: ${said}`
}

function titleOf(value: unknown): string | null {
  const title = typeof value === 'object' && value !== null && 'title' in value ? value.title : null
  return typeof title === 'string' ? cleanTitle(title) : null
}

/**
 * Null when it is empty, like the first message of every conversation. Each field is read separately, so that an
 * invalid one does not cost the others.
 */
function toNodeMessage(id: string, given: unknown, remarks: Set<ImportReasonCode>): NodeMessage | null {
  const said = isRecord(given) ? given : { content: given }
  const metadata = isRecord(said['metadata']) ? said['metadata'] : {}
  const canvas = canvasText(textOf(said['recipient']), callText(said['content']))
  const parts: Part[] =
    canvas === null
      ? (callOf(id, said) ?? chatgptParts(said['content'], metadata, remarks))
      : [{ type: 'text', text: canvas }]
  const author = textOf(isRecord(said['author']) ? said['author']['role'] : said['author'])
  if (parts.length === 0) {
    if (author === '' && !hasContent(said['content'])) remarks.add('badMessages')
    return null
  }
  const role = roles.get(author)
  if (role === undefined) remarks.add('unknownSpeaker')
  const model = role === 'assistant' ? modelOf(metadata['model_slug']) : null
  return {
    role: role ?? 'tool',
    parts,
    status: said['status'] === 'in_progress' ? 'partial' : 'complete',
    ...(model === null ? {} : { model }),
    ...(metadata['is_visually_hidden_from_conversation'] === true || isAboutUser(said['content'])
      ? { hidden: true }
      : {}),
    createdAt: timeOf(said['create_time']),
    origin: storableName(id),
  }
}

/**
 * A call of one of ChatGPT's own tools, whose result is a message of its own; null for code that ran, and for what was
 * said to the user.
 */
function callOf(id: string, { recipient, author, content }: Fields): Part[] | null {
  const tool = textOf(recipient)
  if (tool === '' || tool === 'all' || !isRecord(author) || author['role'] !== 'assistant') return null
  const input = valueIn(callText(content))
  if (input === '' || (typeof input === 'string' && isRecord(content) && content['content_type'] === 'code'))
    return null
  const [toolCallId, toolName] = [id.slice(0, 512), tool.slice(0, 512)]
  return [{ type: 'tool-call', toolCallId, toolName, input, state: 'done', isRunByProvider: true }]
}

/** The text of a call, which is the only part of its message. */
function callText(content: unknown): string {
  if (!isRecord(content)) return ''
  const { text, parts } = content
  return textOf(text) || textOf(listOf(parts)[0])
}

function modelOf(slug: unknown): string | null {
  return typeof slug === 'string' && /^\S{1,200}$/.test(slug) ? `openai/${slug}` : null
}
