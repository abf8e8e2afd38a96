import { type Fields, isFields, listed, textOf, timeOf } from './foreign-fields'
import { cleanTitle, plainKey, type ReadConversation, readForeign } from './imported-conversation'
import { fenced, linkText } from './markdown-text'
import type { TreeNode } from './message-tree'

/** What Claude's export calls a project, beside its conversations: an element of `projects.json`. */
export function isClaudeProject(value: Fields): boolean {
  return 'prompt_template' in value || ('docs' in value && 'name' in value)
}

/** An element of `memories.json`. */
export function isClaudeMemory(value: Fields): boolean {
  return 'conversations_memory' in value || 'project_memories' in value
}

/**
 * A project of Claude as a chat: its instructions are the chat's, and each of its documents is a message, so that
 * whoever goes on in the chat has what the project had. Which conversations belong to it, the export does not say.
 */
export function readClaudeProject(value: Fields): ReadConversation {
  const description = textOf(value['description'])
  const docs = listed(value['docs']).filter(isFields)
  const texts = [...(description === '' ? [] : [description]), ...docs.map(documentText)]
  const instructions = textOf(value['prompt_template'])
  const name = cleanTitle(textOf(value['name']))
  return readTexts({
    id: `project-${textOf(value['uuid']) || (name ?? '')}`,
    title: name === null ? 'Project of Claude' : `Project: ${name}`,
    systemPrompt: instructions === '' ? null : instructions,
    texts: texts.length === 0 ? [instructions] : texts,
    createdAt: timeOf(value['created_at']),
    updatedAt: timeOf(value['updated_at']),
  })
}

/** What Claude remembers of its user, as a chat of a message each. */
export function readClaudeMemory(value: Fields): ReadConversation {
  const ofProjects = isFields(value['project_memories']) ? Object.values(value['project_memories']) : []
  return readTexts({
    id: `memory-${textOf(value['account_uuid'])}`,
    title: 'What Claude remembers',
    systemPrompt: null,
    texts: [textOf(value['conversations_memory']), ...ofProjects.map(textOf)],
    createdAt: null,
    updatedAt: null,
  })
}

function documentText(document: Fields): string {
  const name = linkText(textOf(document['filename']))
  const content = textOf(document['content'])
  return [name, content === '' ? '' : fenced('', content)].filter((text) => text !== '').join('\n\n')
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
      origin: plainKey(`${id}-${index}`),
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
