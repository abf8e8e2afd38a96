import { z } from 'zod'

import { isRecord } from '../../../../../shared/record'
import type { ImportReasonCode } from '../../../../../shared/store/import-reasons'
import {
  type Fields,
  joinedTexts,
  linkText,
  listOf,
  nameIn,
  recordsIn,
  sizeOf,
  textIn,
  textOf,
  timeOf,
} from './foreign-fields'
import { cleanTitle, type ReadConversation, readForeign, storableName } from './imported-conversation'
import type { NodeMessage, TreeNode } from './message-tree'
import { fencedCode } from '../../../../../shared/markdown/fenced-code'
import { sourceOf } from './numbered-sources'
import { PartList, valueIn } from './part-list'
import { addTaggedText, artifactText } from './written-documents'

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

/** The content of a message in Claude's export. */
interface ClaudeContent {
  /** Unique in the file; calls without an id are named after it. */
  key: string
  /** All text in one piece, even if the blocks contain it too. */
  text: unknown
  /** The blocks, in any shape. */
  content: unknown
  attachments: readonly Fields[]
  files: readonly Fields[]
}

/**
 * The parts of a Claude message. Tool results are in the same message as their calls. Of an attachment its extracted
 * text is kept; of a file only the name, which is all that the export has.
 */
function claudeParts({ key, text, content, attachments, files }: ClaudeContent): PartList {
  const list = new PartList()
  addBlocks(list, key, blocksIn(content))
  // The text may also contain what was left out of the blocks.
  const isLost = list.parts.some((part) => part.type === 'text') || list.remarks.has('unknownParts')
  if (!isLost) addWholeText(list, text)
  for (const attachment of attachments) addAttachment(list, attachment)
  addFiles(list, files)
  return list.finish()
}

/** Claude's export writes this into the text of a message in place of each block other than text. */
const placeholder = /```\s*This block is not supported on your current device yet\.\s*```/

/** Adds the text of a message without blocks of text; what placeholders stand for is lost without the blocks. */
function addWholeText(list: PartList, given: unknown): void {
  const isEmpty = list.parts.length === 0
  const [first = '', ...others] = list.readable(given).split(placeholder)
  if (others.length === 0) list.text(first)
  else list.text(joinedTexts([first, ...others].map((text) => text.trim())))
  if (others.length > 0 && isEmpty) list.remarks.add('unknownParts')
}

/** The blocks, which some exports write as JSON text. */
function blocksIn(content: unknown): Fields[] {
  const given = typeof content === 'string' && /^\s*\[\s*\{/.test(content) ? valueIn(content) : content
  if (Array.isArray(given)) return given.flatMap(blocksIn)
  return [isRecord(given) ? given : { type: 'text', text: given }]
}

function addBlocks(list: PartList, key: string, blocks: readonly Fields[]): void {
  let lastCallId = ''
  /** The calls that became the text which they write. */
  const written = new Set<string>()
  for (const [index, block] of blocks.entries()) {
    switch (block['type']) {
      case 'text':
      case 'voice_note':
        addText(list, block)
        break
      case 'thinking':
        list.reasoningIn('thinking' in block ? block['thinking'] : { text: block['text'] })
        break
      case 'tool_use': {
        lastCallId = textOf(block['id']) || `${key}-${index}`
        const artifact = artifactText(textOf(block['name']), valueIn(block['input']))
        if (artifact === null) list.call({ id: lastCallId, name: block['name'], input: block['input'] })
        else {
          written.add(lastCallId)
          list.text(`\n\n${artifact}\n\n`)
        }
        break
      }
      case 'tool_result': {
        const toolCallId = textOf(block['tool_use_id']) || lastCallId
        const isError = block['is_error'] === true
        // Of a document that was written, it only says so.
        if (!written.has(toolCallId) || isError) list.result(toolCallId, block['content'] ?? null, isError)
        break
      }
      case 'document':
      case 'image':
        list.file({
          id: block['file_uuid'],
          name: block['title'] ?? block['type'],
          mediaType: block['type'] === 'image' ? 'image/*' : undefined,
        })
        break
      case 'token_budget':
      case 'redacted_thinking':
      case 'summaries':
        // Nothing that anyone wrote.
        break
      case undefined:
        list.textIn(block)
        break
      default:
        list.leaveOut(block)
    }
  }
}

/** Adds text with the number of its source behind each passage that cites one. */
function addText(list: PartList, block: Fields): void {
  const text = list.readable('text' in block ? block['text'] : { ...block, type: 'text' })
  const numbers = new Map<number, string>()
  for (const citation of recordsIn(block['citations'])) {
    const details = isRecord(citation['details']) ? citation['details'] : {}
    const title = textOf(citation['title']) || textOf(details['title'])
    const source = sourceOf(title, citation['url'] ?? details['url'])
    if (source === null) {
      list.source(null)
      continue
    }
    const end = placeIn(text, citation['end_index'])
    numbers.set(end, `${numbers.get(end) ?? ''}${list.sources.cite(source)}`)
  }
  let cited = ''
  let at = 0
  for (const [end, number] of [...numbers].toSorted(([one], [other]) => one - other)) {
    cited += text.slice(at, end) + number
    at = end
  }
  addTaggedText(list, cited + text.slice(at))
}

/** A valid place in the text, which is its end if none is given; never within a character. */
function placeIn(text: string, index: unknown): number {
  const isPlace = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < text.length
  const place = isPlace ? index : text.length
  return /^[\udc00-\udfff]/.test(text.slice(place, place + 1)) ? place + 1 : place
}

function addAttachment(list: PartList, given: Fields): void {
  const extracted = textOf(given['extracted_content'])
  list.file({
    id: given['id'],
    name: textOf(given['file_name']) || 'attachment',
    mediaType: given['file_type'],
    sizeBytes: given['file_size'],
  })
  if (extracted !== '') list.text(`\n\n${fencedCode(extracted)}`)
}

/** The same file may be listed in an older and in a newer form, and be a block as well. */
function addFiles(list: PartList, files: readonly Fields[]): void {
  const byId = new Map<string, Fields>()
  for (const given of files) byId.set(textOf(given['file_uuid']) || textOf(given['file_name']), given)
  for (const part of list.parts) if (part.type === 'attachment') byId.delete(part.attachmentId)
  for (const [id, given] of byId) {
    list.file({
      id,
      name: textOf(given['file_name']) || 'file',
      mediaType: given['file_kind'] === 'image' ? 'image/*' : undefined,
      sizeBytes: sizeOf(given['file_size']),
    })
  }
}

/** True for a project of Claude's export: an element of `projects.json`. */
export function isClaudeProject(value: Fields): boolean {
  return 'prompt_template' in value || ('docs' in value && 'name' in value)
}

/** True for an element of `memories.json`. */
export function isClaudeMemory(value: Fields): boolean {
  return 'conversations_memory' in value || 'project_memories' in value
}

/**
 * A Claude project as a chat: its instructions become the chat's, and each document becomes a message, so that
 * continuing the chat has the project's context. The export does not say which conversations belong to it.
 */
export function readClaudeProject(value: Fields): ReadConversation {
  const texts = [textIn(value['description']), ...documentTexts(value['docs'])]
  const instructions = textIn(value['prompt_template'])
  const name = cleanTitle(textOf(value['name']))
  return readTexts({
    id: `project-${nameIn(value['uuid']) ?? name ?? ''}`,
    title: name === null ? 'Claude project' : `Project: ${name}`,
    systemPrompt: instructions === '' ? null : instructions,
    texts: texts.every((text) => text === '') ? [instructions] : texts,
    createdAt: timeOf(value['created_at']),
    updatedAt: timeOf(value['updated_at']),
  })
}

/** Claude's memories of its user, as a chat with one message each. */
export function readClaudeMemory(value: Fields): ReadConversation {
  return readTexts({
    id: `memory-${nameIn(value['account_uuid']) ?? ''}`,
    title: 'Claude’s memory',
    systemPrompt: null,
    texts: [...memoryTexts(value['conversations_memory']), ...memoryTexts(value['project_memories'])],
    createdAt: null,
    updatedAt: null,
  })
}

/** One text, a list of texts, or texts by topic. */
function memoryTexts(given: unknown): string[] {
  return typeof given === 'object' && given !== null
    ? Object.values(given).flatMap(memoryTexts)
    : [textIn(given)]
}

/** One document, a list of documents, or documents by name. */
function documentTexts(given: unknown): string[] {
  if (Array.isArray(given)) return given.flatMap(documentTexts)
  if (!isRecord(given)) return [textIn(given)]
  if (!('filename' in given || 'content' in given)) return Object.values(given).flatMap(documentTexts)
  const name = linkText(textOf(given['filename']))
  const content = textIn(given['content'])
  return [joinedTexts([name, content === '' ? '' : fencedCode(content)])]
}

function readTexts(given: {
  id: string
  title: string
  systemPrompt: string | null
  texts: readonly string[]
  createdAt: number | null
  updatedAt: number | null
}): ReadConversation {
  const { id, texts, ...head } = given
  const said = texts.filter((text) => text !== '')
  const nodes = said.map((text, index): TreeNode => ({
    key: String(index),
    parentKey: index === 0 ? null : String(index - 1),
    rank: 0,
    message: {
      role: 'user',
      parts: [{ type: 'text', text }],
      status: 'complete',
      createdAt: head.createdAt,
      origin: storableName(`${id}-${index}`),
    },
  }))
  return readForeign({
    ...head,
    id,
    source: 'claude',
    model: null,
    isPinned: false,
    isArchived: false,
    nodes,
    currentKey: nodes.at(-1)?.key ?? null,
    remarks: [],
  })
}
