import { isRecord } from '../../../../../../shared/record'
import {
  type Fields,
  joinedTexts,
  linkText,
  listOf,
  nameIn,
  recordsIn,
  textOf,
  timeOf,
} from '../foreign-fields'
import { cleanTitle, type ImportOrigin, type ReadConversation } from '../imported-conversation'
import { CitationMarks, type Source, sourceIn, sourceOf } from '../numbered-sources'
import { foreignModelName, ForeignTree } from './foreign-tree'
import { PartList } from '../part-list'

const source = 'librechat' satisfies ImportOrigin

/** The parent of the first messages. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Endpoints that are not providers: the model, or an agent, is behind them. */
const withoutProvider = new Set(['agents', 'assistants', 'azureAssistants', 'gptPlugins'])

/** True for a conversation that LibreChat exported. */
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
  const found = new Map<string, Source>()
  for (const given of recordsIn(said['files'])) addFile(list, given)
  for (const given of recordsIn(said['attachments'])) addAttachment(list, given, found)
  for (const part of listOf(said['content'])) addPart(list, part)
  for (const used of [said['plugin'], ...listOf(said['plugins'])]) {
    if (isRecord(used)) list.leaveOut(used['inputs'])
  }
  if (!list.parts.some(({ type }) => type !== 'attachment')) {
    const text = list.readable(said['text'])
    if (said['error'] === true) list.error(text)
    else list.text(withoutDirectives(text))
  }
  citeSources(list, found)
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

const artifactStart = /^:::artifact\{([^{}\n]{0,1000})\}[ \t]*$/gm

/** The text with the title of each artifact in place of the marks around it. */
function withoutDirectives(text: string): string {
  const titled = text.replaceAll(artifactStart, (_mark, attributes: string) => {
    const title = linkText(/\btitle="([^"]*)"/.exec(attributes)?.[1] ?? '')
    return title === '' ? '' : `**${title}**\n`
  })
  return titled === text ? text : titled.replaceAll(/^:::[ \t]*$/gm, '')
}

function roleOf({ isCreatedByUser, sender }: Fields): string | null {
  if (typeof isCreatedByUser === 'boolean') return isCreatedByUser ? 'user' : 'assistant'
  return textOf(sender).toLowerCase() === 'user' ? 'user' : nameIn(sender) === null ? null : 'assistant'
}

function addFile(list: PartList, given: Fields): void {
  list.file({
    id: given['file_id'],
    name: given['filename'],
    mediaType: given['type'],
    sizeBytes: given['bytes'],
    url: given['filepath'],
  })
}

/** The lists of a web search, by the name of their entries in marks. */
const searchLists = [
  ['search', 'organic'],
  ['news', 'topStories'],
  ['image', 'images'],
  ['video', 'videos'],
  ['ref', 'references'],
] as const

/** Adds what a tool attached: the results of a search, which marks in the text refer to, or a file. */
function addAttachment(list: PartList, given: Fields, found: Map<string, Source>): void {
  const kind = textOf(given['type'])
  const data = given[kind]
  if (kind === 'web_search' && isRecord(data)) {
    for (const [word, name] of searchLists) noteSources(data[name], { data, word }, found)
  } else if (kind === 'file_search' && isRecord(data)) {
    noteSources(data['sources'], { data, word: 'file' }, found)
  } else if ('file_id' in given || 'filepath' in given) addFile(list, given)
  else list.leaveOut(given)
}

function noteSources(
  given: unknown,
  { data, word }: { data: Fields; word: string },
  found: Map<string, Source>,
): void {
  const turn = nameIn(data['turn']) ?? '0'
  for (const [index, each] of recordsIn(given).entries()) {
    const page = sourceIn(each) ?? sourceOf(textOf(each['fileName']), null)
    if (page !== null) found.set(`turn${turn}${word}${index}`, page)
  }
}

/** Replaces the marks in the text by numbers; without any mark, the pages of the search are listed. */
function citeSources(list: PartList, found: ReadonlyMap<string, Source>): void {
  const marks = new CitationMarks({ byName: found }, list.sources)
  let isCited = false
  for (const [index, part] of list.parts.entries()) {
    if (part.type !== 'text' && part.type !== 'reasoning') continue
    // Models also write a mark as the escape of its character.
    const text = part.text.replaceAll(/\\u(e20[0-6])/gi, (_escape, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    const cited = marks.cited(text)
    isCited ||= cited !== text
    if (cited !== part.text) list.parts[index] = { ...part, text: cited }
  }
  if (marks.hasLost) list.source(null)
  if (isCited) return
  for (const [name, page] of found) if (/(?:search|news|ref|file)\d+$/.test(name)) list.source(page)
}

function addPart(list: PartList, part: unknown): void {
  if (!isRecord(part)) {
    list.textIn(part)
    return
  }
  switch (part['type']) {
    case 'text':
      list.text(withoutDirectives(list.readable(part['text'])))
      break
    case 'error':
      list.error(list.readable(part['error'] ?? part['text']))
      break
    case 'think':
      list.reasoningIn(part['think'])
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
      if (part['type'] === undefined) list.textIn(part)
      else list.leaveOut(part)
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
