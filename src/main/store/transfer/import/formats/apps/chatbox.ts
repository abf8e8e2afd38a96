import { isRecord } from '../../../../../../shared/record'
import { type Fields, joinedTexts, listOf, recordsIn, textOf } from '../foreign-fields'
import { cleanTitle, type ImportOrigin, type ReadConversation } from '../imported-conversation'
import { sourceIn } from '../numbered-sources'
import { foreignModelName, ForeignTree } from './foreign-tree'
import { PartList } from '../part-list'

const source = 'chatbox' satisfies ImportOrigin

/** Wraps each session, which does not identify its app. */
const mark = 'chatbox-session'

/** True for a session that `chatboxSessions` took from an export. */
export function isChatbox(value: Fields): boolean {
  return mark in value
}

/** True for an export of Chatbox: an object with its stored values by key. */
export function isChatboxExport(value: Fields): boolean {
  return '__exported_items' in value || 'chat-sessions-list' in value || 'chat-sessions' in value
}

/** The sessions of an export, and earlier threads of each as conversations of their own. */
export function* chatboxSessions(value: Fields): Generator {
  const older = listOf(value['chat-sessions'])
  const newer = Object.entries(value).flatMap(([key, each]) => (key.startsWith('session:') ? [each] : []))
  for (const session of [...older, ...newer]) {
    const threads = isRecord(session) ? listOf(session['threads']) : []
    for (const thread of threads) {
      if (!isRecord(session) || !isRecord(thread) || listOf(thread['messages']).length === 0) continue
      const { id, name, messages } = thread
      const title = joinedTexts([textOf(session['name']), textOf(name)]).replace('\n\n', ': ')
      yield { [mark]: { ...session, id: `${textOf(session['id'])}-${textOf(id)}`, name: title, messages } }
    }
    // A session whose last thread has only just begun has no messages of its own.
    const isEmpty = isRecord(session) && threads.length > 0 && listOf(session['messages']).length === 0
    if (!isEmpty) yield { [mark]: session }
  }
}

/**
 * A session of Chatbox. Messages follow one another; `messageForksHash` has the other branches below a message. Pictures
 * and files are not in the export.
 * @see https://github.com/chatboxai/chatbox `src/shared/types/session.ts` for sessions and messages
 * @see https://github.com/chatboxai/chatbox `src/renderer/routes/settings/general.tsx` for the export
 */
export function readChatbox(value: Fields): ReadConversation {
  const session = isRecord(value[mark]) ? value[mark] : {}
  const title = cleanTitle(textOf(session['name']))
  const { messages } = session
  if (!Array.isArray(messages)) {
    return { status: 'skipped', source, title, reason: { code: 'damaged', value: 'messages' } }
  }
  const settings = isRecord(session['settings']) ? session['settings'] : {}
  const said = messages.map((each: unknown): Fields => (isRecord(each) ? each : { content: each }))
  const [first] = said
  const systemPrompt = first?.['role'] === 'system' ? promptOf(first) : ''
  const tree = new ForeignTree()
  const start = systemPrompt === '' ? null : ForeignTree.keyOf(first?.['id'])
  const key = addAll(tree, systemPrompt === '' ? said : said.slice(1), null)
  const forks = isRecord(session['messageForksHash']) ? session['messageForksHash'] : {}
  for (const [id, fork] of Object.entries(forks)) {
    const below = ForeignTree.keyOf(id)
    for (const branch of isRecord(fork) ? listOf(fork['lists']) : []) {
      const list = isRecord(branch) ? listOf(branch['messages']).filter(isRecord) : []
      addAll(tree, list, below === start ? null : below)
    }
  }
  return tree.finish({
    source,
    id: ForeignTree.keyOf(session['id']),
    title,
    model: foreignModelName(settings['modelId'] ?? settings['model'], settings['provider'], source),
    systemPrompt: systemPrompt || null,
    isPinned: session['starred'] === true,
    createdAt: null,
    updatedAt: null,
    currentKey: key,
  })
}

function promptOf(said: Fields): string {
  return joinedTexts(partsOf(said).parts.map((part) => (part.type === 'text' ? part.text : '')))
}

/** Adds messages that follow one another, and returns the key of the last. */
function addAll(tree: ForeignTree, messages: readonly Fields[], parentKey: string | null): string | null {
  let key = parentKey
  for (const said of messages) {
    const model = modelOf(said)
    const { id, role, timestamp } = said
    const isPartial = said['generating'] === true
    key = tree.add({ id, parentKey: key, role, list: partsOf(said), model, time: timestamp, isPartial })
  }
  return key
}

/** Names for people, such as `OpenAI API (gpt-4o)`, have the model in brackets. */
function modelOf({ model, aiProvider }: Fields): string | null {
  const inner = /\(([^()\s]+)\)$/.exec(textOf(model))?.[1]
  return foreignModelName(inner ?? model, aiProvider, source)
}

function partsOf(said: Fields): PartList {
  const list = new PartList()
  for (const file of listOf(said['files']).filter(isRecord)) {
    list.file({
      id: file['storageKey'] ?? file['id'],
      name: file['name'],
      mediaType: file['fileType'],
      sizeBytes: file['byteLength'],
      url: file['url'],
    })
  }
  for (const picture of listOf(said['pictures']).filter(isRecord)) addPicture(list, picture)
  const thinking = textOf(said['reasoningContent'])
  const parts = listOf(said['contentParts'])
  if (!parts.some((part) => isRecord(part) && part['type'] === 'reasoning')) list.reasoning(thinking)
  if (parts.length === 0) list.textIn(said['content'])
  for (const part of parts) addPart(list, part)
  const browsed = isRecord(said['webBrowsing']) ? said['webBrowsing']['links'] : null
  for (const link of [...recordsIn(said['links']), ...recordsIn(browsed)]) list.source(sourceIn(link))
  list.error(textOf(said['error']))
  return list
}

function addPicture(list: PartList, { storageKey, url }: Fields): void {
  list.file({ id: storageKey, name: 'image', mediaType: 'image/*', url })
}

function addPart(list: PartList, part: unknown): void {
  if (!isRecord(part)) {
    list.plain(part)
    return
  }
  switch (part['type']) {
    case 'image':
      addPicture(list, part)
      break
    case 'tool-call': {
      const isOver = part['state'] === 'result' || part['state'] === 'error'
      list.call({
        id: part['toolCallId'],
        name: part['toolName'],
        input: part['args'],
        ...(isOver ? { output: part['result'] ?? null, isError: part['state'] === 'error' } : {}),
      })
      break
    }
    case 'info':
      // Says what the app did; nobody wrote it.
      break
    default:
      list.plain(part)
  }
}
