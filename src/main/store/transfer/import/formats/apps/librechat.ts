import { isRecord } from '../../../../../../shared/record'
import {
  type Fields,
  hasContent,
  joinedTexts,
  listOf,
  nameIn,
  textIn,
  textOf,
  timeOf,
} from '../foreign-fields'
import { cleanTitle, type ImportOrigin, type ReadConversation } from '../imported-conversation'
import { asJson } from '../markdown-text'
import { ForeignTree } from './foreign-tree'
import { foreignModelName } from './model-name'
import { PartList } from './part-list'

const source = 'librechat' satisfies ImportOrigin

/** The parent of the first messages. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Endpoints that are not providers: the model, or an agent, is behind them. */
const withoutProvider = new Set(['agents', 'assistants', 'azureAssistants', 'gptPlugins'])

/** Whether it is a conversation that LibreChat exported. */
export function isLibrechat(value: Fields): boolean {
  return 'conversationId' in value && ('messages' in value || 'messagesTree' in value)
}

/**
 * The same value with its messages in one list. LibreChat can nest replies in what they reply to, as deep as the chat
 * is long, which is deeper than values may be nested. This uses a loop, since the nesting may be deeper than the call
 * stack.
 */
export function flattenLibrechat(value: unknown): unknown {
  if (!isRecord(value) || !isLibrechat(value)) return value
  const { messagesTree, messages, ...rest } = value
  const given = listOf(messagesTree ?? messages)
  if (!given.some((message) => isRecord(message) && 'children' in message)) return value
  const flat: unknown[] = []
  const waiting = given.map((message) => ({ message, parent: null as string | null })).reverse()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { message, parent } = next
    if (!isRecord(message)) {
      flat.push(message)
      continue
    }
    const { children, ...fields } = message
    const messageId = nameIn(fields['messageId']) ?? `message-${flat.length + 1}`
    flat.push({ ...fields, messageId, ...(parent === null ? {} : { parentMessageId: parent }) })
    for (const child of listOf(children).toReversed()) waiting.push({ message: child, parent: messageId })
  }
  return { ...rest, messages: flat }
}

/**
 * A conversation of LibreChat: the JSON file of “Export conversation”, with or without branches. Messages are linked by
 * `parentMessageId`; one of an agent has its parts in `content`.
 * @see https://github.com/danny-avila/LibreChat `client/src/hooks/Conversations/useExportConversation.ts`
 * @see https://github.com/danny-avila/LibreChat `packages/data-provider/src/types/assistants.ts` for the parts
 */
export function readLibrechat(value: Fields): ReadConversation {
  const title = cleanTitle(textOf(value['title']))
  const { messages } = value
  if (!Array.isArray(messages)) {
    return { status: 'skipped', source, title, reason: { code: 'damaged', value: 'messages' } }
  }
  const options = isRecord(value['options']) ? value['options'] : {}
  const endpoint = value['endpoint'] ?? options['endpoint']
  const tree = new ForeignTree()
  for (const said of messages) addMessage(tree, isRecord(said) ? said : { text: said }, endpoint)
  const prompts = [options['promptPrefix'], options['system'], options['instructions']].map(textOf)
  return tree.finish({
    source,
    id: ForeignTree.keyOf(value['conversationId']),
    title,
    model: modelOf(options['model'], endpoint),
    systemPrompt: joinedTexts([...new Set(prompts)]) || null,
    createdAt: timeOf(options['createdAt']),
    updatedAt: timeOf(options['updatedAt']),
    currentKey: null,
  })
}

function addMessage(tree: ForeignTree, said: Fields, endpoint: unknown): void {
  const list = new PartList()
  for (const given of [...listOf(said['files']), ...listOf(said['attachments'])].filter(isRecord)) {
    list.file({
      id: given['file_id'],
      name: given['filename'],
      mediaType: given['type'],
      sizeBytes: given['bytes'],
      url: given['filepath'],
    })
  }
  for (const part of listOf(said['content'])) addPart(list, part)
  if (!list.parts.some(({ type }) => type !== 'attachment')) list.text(textIn(said['text']))
  const parent = nameIn(said['parentMessageId'])
  tree.add({
    id: said['messageId'],
    parentKey: parent === null || parent === nobody ? null : ForeignTree.keyOf(parent),
    role: roleOf(said),
    list,
    model: modelOf(said['model'], said['endpoint'] ?? endpoint),
    time: said['createdAt'],
    isPartial: said['unfinished'] === true,
  })
}

function roleOf({ isCreatedByUser, sender }: Fields): string | null {
  if (typeof isCreatedByUser === 'boolean') return isCreatedByUser ? 'user' : 'assistant'
  return textOf(sender).toLowerCase() === 'user' ? 'user' : nameIn(sender) === null ? null : 'assistant'
}

function addPart(list: PartList, part: unknown): void {
  if (!isRecord(part)) {
    list.text(textIn(part))
    return
  }
  switch (part['type']) {
    case 'text':
    case 'error':
      list.text(textIn(part['text'] ?? part['error']))
      break
    case 'think':
      list.reasoning(textIn(part['think']))
      break
    case 'tool_call':
      addCall(list, isRecord(part['tool_call']) ? part['tool_call'] : {})
      break
    case 'image_file': {
      const image = isRecord(part['image_file']) ? part['image_file'] : {}
      list.file({
        id: image['file_id'],
        name: image['filename'],
        mediaType: image['type'] ?? 'image/*',
        sizeBytes: image['bytes'],
        url: image['filepath'],
      })
      break
    }
    case 'image_url': {
      const image = part['image_url']
      list.file({ name: 'image', mediaType: 'image/*', url: isRecord(image) ? image['url'] : image })
      break
    }
    case 'agent_update':
      // Only says which agent continues.
      break
    default:
      if (hasContent(part)) list.text(asJson(part))
  }
}

/** A call has its fields either itself or below the kind of its tool. */
function addCall(list: PartList, call: Fields): void {
  const kind = textOf(call['type'])
  const inner = isRecord(call[kind]) ? call[kind] : {}
  const output = call['output'] ?? inner['output'] ?? inner['outputs'] ?? undefined
  list.call({
    id: call['id'],
    name: call['name'] ?? inner['name'] ?? (kind === 'tool_call' ? undefined : kind),
    input: call['args'] ?? inner['arguments'] ?? inner['input'],
    ...(output === undefined || output === '' ? {} : { output }),
  })
}

function modelOf(model: unknown, endpoint: unknown): string | null {
  // The id of an agent or assistant does not name a model.
  if (/^(?:agent|asst)_/.test(textOf(model))) return null
  return foreignModelName(model, withoutProvider.has(textOf(endpoint)) ? null : endpoint, source)
}
