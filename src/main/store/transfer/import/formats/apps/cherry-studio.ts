import { boundDepth } from '../../../../../../shared/json-depth'
import { isRecord } from '../../../../../../shared/record'
import { type Fields, listOf, nameIn, textOf, timeOf } from '../foreign-fields'
import { cleanTitle, type ImportOrigin, type ReadConversation } from '../imported-conversation'
import { foreignModelName, ForeignTree } from './foreign-tree'
import { PartList } from '../part-list'
import { fencedCode } from '../../../../../../shared/markdown/fenced-code'
import { sourceIn, sourceOf } from '../numbered-sources'

const source = 'cherry-studio' satisfies ImportOrigin

/** Wraps each topic together with everything that belongs to it, which is elsewhere in the backup. */
const mark = 'cherry-topic'

/** True for a topic that `cherryTopics` took from a backup. */
export function isCherryTopic(value: Fields): boolean {
  return mark in value
}

/** True for the `data.json` of a backup. */
export function isCherryBackup(value: Fields): boolean {
  return 'indexedDB' in value && 'localStorage' in value
}

/** The topics of a backup, each with its blocks and what its assistant says about it. */
export function* cherryTopics(backup: Fields): Generator {
  const { indexedDB } = backup
  const tables = isRecord(indexedDB) ? indexedDB : {}
  const older = listOf(indexedDB).flatMap((row) =>
    isRecord(row) && textOf(row['key']).startsWith('topic:') ? [row['value']] : [],
  )
  const blocks = new Map<unknown, unknown>()
  for (const block of listOf(tables['message_blocks'])) if (isRecord(block)) blocks.set(block['id'], block)
  const about = topicsByAssistant(backup['localStorage'])
  for (const topic of [...older, ...listOf(tables['topics'])]) {
    const messages = isRecord(topic) ? listOf(topic['messages']) : []
    // A topic without messages is not a chat.
    if (isRecord(topic) && Array.isArray(topic['messages']) && messages.length === 0) continue
    const filled = messages.map((message) => {
      if (!isRecord(message)) return message
      const ids = listOf(message['blocks'])
      // A block that is missing from the backup is left out with a remark.
      return { ...message, blocks: ids.map((id) => blocks.get(id) ?? { missing: id }) }
    })
    const id = isRecord(topic) ? nameIn(topic['id']) : null
    yield {
      [mark]: isRecord(topic) ? { ...topic, messages: filled } : topic,
      about: about.get(id ?? '') ?? {},
    }
  }
}

/**
 * A topic of Cherry Studio. Messages follow one another; answers of several models to one question name it in `askId`
 * and are branches. Each consists of blocks; before version 4 of the backup, it contained its text itself.
 * @see https://github.com/CherryHQ/cherry-studio `src/renderer/src/types/newMessage.ts` for messages and blocks
 * @see https://github.com/CherryHQ/cherry-studio `src/renderer/src/services/BackupService.ts` for the backup up to
 * version 5
 */
export function readCherryTopic(value: Fields): ReadConversation {
  const topic = isRecord(value[mark]) ? value[mark] : {}
  const about = isRecord(value['about']) ? value['about'] : {}
  const title = cleanTitle(textOf(about['name'])) ?? cleanTitle(textOf(topic['name']))
  const { messages } = topic
  if (!Array.isArray(messages)) {
    return { status: 'skipped', source, title, reason: { code: 'damaged', value: 'messages' } }
  }
  const tree = new ForeignTree()
  const currentKey = addMessages(
    tree,
    messages.map((each: unknown): Fields => (isRecord(each) ? each : { content: each })),
  )
  return tree.finish({
    source,
    id: ForeignTree.keyOf(topic['id']),
    title,
    model: modelOf(about['model']),
    systemPrompt: textOf(about['prompt']) || null,
    isPinned: about['pinned'] === true,
    createdAt: timeOf(about['createdAt']),
    updatedAt: timeOf(about['updatedAt']),
    currentKey,
  })
}

function addMessages(tree: ForeignTree, messages: readonly Fields[]): string | null {
  let last: string | null = null
  let question: string | null = null
  let isChosen = false
  for (const said of messages) {
    const { id, role, createdAt, status, askId } = said
    const asked: string | null = role === 'assistant' ? ForeignTree.keyOf(askId) : null
    const isOther = asked !== null && asked === question
    const parentKey: string | null = isOther ? question : last
    const list = new PartList()
    if (listOf(said['blocks']).length > 0) addBlocks(list, listOf(said['blocks']))
    else addOlderContent(list, said)
    const isPartial = status === 'paused' || status === 'processing' || status === 'pending'
    const model = modelOf(said['model']) ?? foreignModelName(said['modelId'], null, source)
    const key: string = tree.add({ id, parentKey, role, list, model, time: createdAt, isPartial })
    if (!isOther) isChosen = false
    // If there are several answers, the chat continues from the chosen one.
    if (!isChosen) last = key
    isChosen ||= role === 'assistant' && (said['foldSelected'] === true || said['useful'] === true)
    if (role === 'user') question = key
  }
  return last
}

function modelOf(model: unknown): string | null {
  return isRecord(model) ? foreignModelName(model['id'], model['provider'], source) : null
}

/** The topics that assistants list, by the topic's id. They are JSON within JSON within JSON. */
function topicsByAssistant(storage: unknown): Map<string, Fields> {
  const state = parsed(isRecord(storage) ? storage['persist:cherry-studio'] : null)
  const { assistants, defaultAssistant } = parsed(state['assistants'])
  const topics = new Map<string, Fields>()
  for (const assistant of [defaultAssistant, ...listOf(assistants)]) {
    if (!isRecord(assistant)) continue
    const { prompt, model } = assistant
    for (const topic of listOf(assistant['topics'])) {
      const id = isRecord(topic) ? nameIn(topic['id']) : null
      if (id !== null && isRecord(topic)) {
        const { name, pinned, createdAt, updatedAt } = topic
        topics.set(id, { name, pinned, createdAt, updatedAt, model, prompt: topic['prompt'] ?? prompt })
      }
    }
  }
  return topics
}

function parsed(json: unknown): Fields {
  if (typeof json !== 'string') return isRecord(json) ? json : {}
  try {
    const value = boundDepth(JSON.parse(json) as unknown)
    return isRecord(value) ? value : {}
  } catch {
    // Without it, the topics have no names but can still be read.
    return {}
  }
}

/** Adds the blocks of a message of Cherry Studio. */
function addBlocks(list: PartList, blocks: readonly unknown[]): void {
  for (const block of blocks) {
    if (isRecord(block)) addBlock(list, block)
    else list.leaveOut(block)
  }
}

/** Adds the parts that a message of an older backup contains itself. */
function addOlderContent(list: PartList, said: Fields): void {
  for (const file of listOf(said['files'])) addFile(list, file)
  for (const image of listOf(said['images'])) addAddress(list, image)
  list.reasoning(textOf(said['reasoning_content']))
  list.textIn(said['content'])
  const about = isRecord(said['metadata']) ? said['metadata'] : {}
  const found = [about['webSearch'], about['webSearchInfo'], about['groundingMetadata'], about['annotations']]
  for (const each of [...found, about['citations']]) addSources(list, each)
}

function addBlock(list: PartList, block: Fields): void {
  switch (block['type']) {
    case 'main_text':
    case 'translation':
    case 'compact':
      list.textIn(block['content'])
      break
    case 'thinking':
      list.reasoningIn(block['content'])
      break
    case 'code': {
      const code = list.readable(block['content'])
      if (code !== '') list.text(fencedCode(code, textOf(block['language'])))
      break
    }
    case 'image':
      addImage(list, block)
      break
    case 'file':
      addFile(list, block['file'])
      break
    case 'video':
      list.file({ id: block['filePath'], name: 'video', mediaType: 'video/*', url: block['url'] })
      break
    case 'tool':
      addCall(list, block)
      break
    case 'citation':
      addSources(list, isRecord(block['response']) ? block['response']['results'] : null)
      addSources(list, block['knowledge'])
      list.leaveOut(block['memories'])
      break
    case 'error':
      list.error(isRecord(block['error']) ? textOf(block['error']['message']) : '')
      break
    case 'unknown':
      // A placeholder for an answer that has not begun.
      break
    default:
      list.leaveOut(block)
  }
}

function addImage(list: PartList, block: Fields): void {
  if (isRecord(block['file'])) addFile(list, block['file'])
  else if (textOf(block['url']) !== '') addAddress(list, block['url'])
  const metadata = isRecord(block['metadata']) ? block['metadata'] : {}
  const response = metadata['generateImageResponse']
  for (const image of isRecord(response) ? listOf(response['images']) : []) addAddress(list, image)
}

function addAddress(list: PartList, url: unknown): void {
  list.file({ name: 'image', mediaType: 'image/*', url })
}

/** In the backup a file is named by its id and its extension, below `Data/Files`. */
function addFile(list: PartList, file: unknown): void {
  if (!isRecord(file)) return
  const id = textOf(file['id'])
  list.file({
    id: id === '' ? undefined : `${id}${textOf(file['ext'])}`,
    name: file['origin_name'] ?? file['name'],
    mediaType: file['type'] === 'image' ? 'image/*' : undefined,
    sizeBytes: file['size'],
  })
}

function addCall(list: PartList, block: Fields): void {
  const metadata = isRecord(block['metadata']) ? block['metadata'] : {}
  const raw = isRecord(metadata['rawMcpToolResponse']) ? metadata['rawMcpToolResponse'] : {}
  const tool = isRecord(raw['tool']) ? raw['tool'] : {}
  const output = raw['response'] ?? block['content'] ?? undefined
  list.call({
    id: block['toolId'],
    name: block['toolName'] ?? tool['name'],
    input: block['arguments'] ?? raw['arguments'],
    ...(output === undefined
      ? {}
      : { output, isError: raw['status'] === 'error' || block['status'] === 'error' }),
  })
}

/** Each search engine lists its results in its own way; those of a knowledge base are files or addresses. */
function addSources(list: PartList, given: unknown): void {
  const results = isRecord(given) ? (given['results'] ?? given['groundingChunks']) : given
  for (const each of listOf(results)) {
    if (!isRecord(each)) {
      list.source(sourceOf('', each))
      continue
    }
    const { web, url_citation: citation, file, sourceUrl } = each
    const inner = [web, citation].find(isRecord) ?? each
    const named = isRecord(file) ? sourceOf(textOf(file['origin_name']) || textOf(file['name']), null) : null
    list.source(named ?? sourceIn(inner) ?? sourceOf(nameOf(textOf(sourceUrl)), sourceUrl))
  }
}

/** The name at the end of a path. */
function nameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? ''
}
