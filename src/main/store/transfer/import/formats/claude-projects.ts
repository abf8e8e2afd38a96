import { fencedCode } from '../../../../../shared/markdown/fenced-code'
import { isRecord } from '../../../../../shared/record'
import { type Fields, joinedTexts, nameIn, textIn, textOf, timeOf } from './foreign-fields'
import { cleanTitle, storableName, type ReadConversation, readForeign } from './imported-conversation'
import { linkText } from './markdown-text'
import type { TreeNode } from './message-tree'

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
