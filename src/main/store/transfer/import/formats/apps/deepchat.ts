import { boundDepth, valueDepth } from '../../../../../../shared/json-depth'
import { isRecord } from '../../../../../../shared/record'
import { type Fields, joinedTexts, listOf, nameIn, recordsIn, textOf, timeOf } from '../foreign-fields'
import { cleanTitle, type ImportOrigin, type ReadConversation } from '../imported-conversation'
import { sourceIn } from '../numbered-sources'
import { foreignModelName, ForeignTree } from './foreign-tree'
import { PartList } from '../part-list'
import { addTaggedText } from '../written-documents'

const source = 'deepchat' satisfies ImportOrigin

/** The keys of an object with a row of a chat and the rows of its messages, in order. */
export const deepchatKeys = { chat: 'deepchat-chat', messages: 'deepchat-messages' } as const

/** True for a chat with its messages, as they are in a database of DeepChat. */
export function isDeepchat(value: Fields): boolean {
  return deepchatKeys.chat in value && deepchatKeys.messages in value
}

/**
 * A chat of DeepChat. Older versions keep other answers to a question as variants, which name the question as their
 * parent. The content of a message is JSON: fields for a question, a list of blocks for an answer.
 * @see https://github.com/ThinkInAIXYZ/deepchat `src/shared/chat.d.ts` for the content of messages
 * @see https://github.com/ThinkInAIXYZ/deepchat `src/main/presenter/sqlitePresenter/tables` for the rows
 */
export function readDeepchat(value: Fields): ReadConversation {
  const given = value[deepchatKeys.chat]
  const chat: Fields = isRecord(given) ? given : {}
  const tree = new ForeignTree()
  const known = new Set<string>()
  let lastKey: string | null = null
  for (const said of listOf(value[deepchatKeys.messages]).filter(isRecord)) {
    const named = ForeignTree.keyOf(nameIn(said['parent_id']))
    const parentKey: string | null = named !== null && known.has(named) ? named : lastKey
    const key = addMessage(tree, said, { parentKey, chat })
    known.add(key)
    if (said['is_variant'] !== 1) lastKey = key
  }
  return tree.finish({
    source,
    id: ForeignTree.keyOf(chat['id']),
    title: cleanTitle(textOf(chat['title'])),
    model: foreignModelName(chat['model_id'], chat['provider_id'], source),
    systemPrompt: textOf(chat['system_prompt']) || null,
    isPinned: chat['is_pinned'] === 1,
    createdAt: timeOf(chat['created_at']),
    updatedAt: timeOf(chat['updated_at']),
    currentKey: lastKey,
  })
}

function addMessage(
  tree: ForeignTree,
  said: Fields,
  { parentKey, chat }: { parentKey: string | null; chat: Fields },
): string {
  const { id, role, status } = said
  const content = jsonIn(said['content'])
  const about = jsonIn(said['metadata'])
  const { model, provider } = isRecord(about) ? about : {}
  if (said['is_too_large'] === 1) tree.remark('largeMessages')
  const list = new PartList()
  if (Array.isArray(content)) for (const block of content) addBlock(list, block)
  else addQuestion(list, content)
  return tree.add({
    id,
    parentKey,
    role,
    list,
    model: foreignModelName(model ?? chat['model_id'], provider ?? chat['provider_id'], source),
    time: said['created_at'],
    isPartial: role === 'assistant' && status !== undefined && status !== 'sent',
  })
}

/** The value of JSON text; a text that is not JSON is a value itself. */
function jsonIn(given: unknown): unknown {
  try {
    return boundDepth(JSON.parse(textOf(given)) as unknown, valueDepth)
  } catch {
    return given
  }
}

function addQuestion(list: PartList, content: unknown): void {
  if (!isRecord(content)) {
    list.textIn(content)
    return
  }
  for (const file of listOf(content['files']).filter(isRecord)) {
    const inline = [file['content'], file['thumbnail']].find((each) => textOf(each).startsWith('data:'))
    const { fileSize } = isRecord(file['metadata']) ? file['metadata'] : {}
    list.file({
      id: file['path'],
      name: file['name'],
      mediaType: file['mimeType'],
      sizeBytes: fileSize,
      url: inline,
    })
  }
  const blocks = listOf(content['content']).map((block) =>
    list.readable(isRecord(block) ? block['content'] : block),
  )
  list.text(textOf(content['text']) || joinedTexts(blocks))
}

function addBlock(list: PartList, block: unknown): void {
  if (!isRecord(block)) {
    list.textIn(block)
    return
  }
  switch (block['type']) {
    case 'content':
      // DeepChat asks models for the same elements as Claude.
      addTaggedText(list, list.readable(block['content']))
      break
    case 'error':
      list.error(list.readable(block['content']))
      break
    case 'reasoning_content':
    case 'artifact-thinking':
      list.reasoningIn(block['content'])
      break
    case 'tool_call':
      addCall(list, block)
      break
    case 'image': {
      const { data, mimeType } = isRecord(block['image_data']) ? block['image_data'] : {}
      const type = textOf(mimeType) || 'image/png'
      const url = textOf(data).startsWith('data:') ? data : `data:${type};base64,${textOf(data)}`
      list.file({ name: 'image', mediaType: type, url })
      break
    }
    case 'search': {
      const { pages, total } = isRecord(block['extra']) ? block['extra'] : ({} as Fields)
      const found = recordsIn(pages)
      for (const page of found) list.source(sourceIn(page))
      if (found.length === 0 && typeof total === 'number' && total > 0) list.source(null)
      break
    }
    case 'action':
    case 'tool_call_permission':
      // Asked the user; the call itself is a block of its own.
      break
    default:
      list.leaveOut(block)
  }
}

function addCall(list: PartList, { tool_call: call, status }: Fields): void {
  const { id, name, params, response } = isRecord(call) ? call : ({} as Fields)
  const isOver = textOf(response) !== '' || status === 'success' || status === 'error'
  list.call({
    id,
    name,
    input: params,
    ...(isOver ? { output: response ?? null, isError: status === 'error' } : {}),
  })
}
