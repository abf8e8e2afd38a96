import { fencedCode } from '../../../../../../shared/markdown/fenced-code'
import { isRecord } from '../../../../../../shared/record'
import type { ImportOrigin, ReadConversation } from '../imported-conversation'
import { cleanTitle } from '../imported-conversation'
import {
  type Fields,
  joinedTexts,
  linkText,
  listOf,
  nameIn,
  readText,
  recordsIn,
  textOf,
  timeOf,
} from '../foreign-fields'
import { sourceIn, sourceOf } from '../numbered-sources'
import { foreignModelName, ForeignTree } from './foreign-tree'
import { PartList } from '../part-list'

const source = 'open-webui' satisfies ImportOrigin

const detailsStart = '<details type="'
const detailsEnd = '</details>'

/** True for a chat of Open WebUI, alone or in its export of all chats. */
export function isOpenWebui(value: Fields): boolean {
  const { chat } = value
  return isRecord(chat) ? 'history' in chat || 'messages' in chat : 'chat' in value && 'user_id' in value
}

/**
 * A chat of Open WebUI: an element of the list that “Export Chats” and “Download” write. `chat.history.messages` is a
 * tree by id, `chat.history.currentId` the message that is shown; older chats have only the list `chat.messages`. Times
 * are in seconds.
 * @see https://docs.openwebui.com/features/chat-conversations/data-controls/import-export/ for the format
 * @see https://github.com/danny-avila/LibreChat `api/server/utils/import/__data__/openwebui-export.json` for `output`
 */
export function readOpenWebui(value: Fields): ReadConversation {
  const title = cleanTitle(textOf(value['title']))
  const { chat } = value
  if (!isRecord(chat)) return { status: 'skipped', source, title, reason: { code: 'damaged', value: 'chat' } }
  const history = isRecord(chat['history']) ? chat['history'] : {}
  const params = isRecord(chat['params']) ? chat['params'] : {}
  const tree = new ForeignTree()
  const lastKey = addMessages(tree, history['messages'], chat['messages'])
  const [model] = [chat['models']].flat()
  return tree.finish({
    source,
    id: ForeignTree.keyOf(value['id']),
    title: title ?? cleanTitle(textOf(chat['title'])),
    model: foreignModelName(model, null, source),
    systemPrompt: textOf(params['system']) || textOf(chat['system']) || null,
    isPinned: value['pinned'] === true,
    isArchived: value['archived'] === true,
    createdAt: timeOf(value['created_at']) ?? timeOf(chat['timestamp']),
    updatedAt: timeOf(value['updated_at']),
    currentKey: ForeignTree.keyOf(history['currentId']) ?? lastKey,
  })
}

/** Adds the tree, or the list of an older chat, in which each message follows the one before. */
function addMessages(tree: ForeignTree, byId: unknown, list: unknown): string | null {
  if (isRecord(byId)) {
    for (const [id, said] of Object.entries(byId)) {
      addMessage(tree, isRecord(said) ? said : { content: said }, id, null)
    }
    return null
  }
  let key: string | null = null
  for (const said of listOf(list)) {
    const fields: Fields = isRecord(said) ? said : { content: said }
    key = addMessage(tree, fields, fields['id'], key)
  }
  return key
}

function addMessage(tree: ForeignTree, said: Fields, id: unknown, previousKey: string | null): string {
  const list = new PartList()
  addFiles(list, said['files'])
  // The list of what the model did is more complete than the text, which repeats it.
  for (const item of listOf(said['output'])) addOutput(list, item)
  if (!list.parts.some(({ type }) => type === 'text')) addDetails(list, list.readable(said['content']))
  addError(list, said['error'])
  for (const each of recordsIn(said['code_executions'])) addExecution(list, each)
  for (const file of recordsIn(said['files'])) addFileText(list, file)
  // Pages that tools show in a frame.
  list.leaveOut(said['embeds'])
  addSources(list, said)
  const model = foreignModelName(said['model'], null, source)
  const isPartial = said['done'] === false
  const parentKey = ForeignTree.keyOf(said['parentId']) ?? previousKey
  addMerged(tree, said, { id, parentKey })
  return tree.add({ id, parentKey, role: said['role'], list, model, time: said['timestamp'], isPartial })
}

/** The merged text of the answers of several models is one more answer. */
function addMerged(
  tree: ForeignTree,
  { merged, timestamp }: Fields,
  { id, parentKey }: { id: unknown; parentKey: string | null },
): void {
  if (!isRecord(merged)) return
  const list = new PartList()
  addDetails(list, list.readable(merged['content']))
  if (list.parts.length === 0) return
  const isPartial = merged['status'] === false
  const name = `${nameIn(id) ?? ''}-merged`
  tree.add({
    id: name,
    parentKey,
    role: 'assistant',
    list,
    time: merged['timestamp'] ?? timestamp,
    isPartial,
  })
}

/** Code that ran, of which newer chats keep only this. */
function addExecution(list: PartList, { id, name, code, language, result }: Fields): void {
  const { output, error } = isRecord(result) ? result : ({} as Fields)
  list.call({
    id,
    name: textOf(name) || 'code',
    input: { language, code },
    ...(isRecord(result) ? { output: error ?? output ?? null, isError: error != null } : {}),
  })
}

/**
 * Adds the sources in the order in which `[1]` and so on in the text refer to them: passages of one page or document are
 * one source. Without any, the pages that a search visited.
 */
function addSources(list: PartList, said: Fields): void {
  const given = [...recordsIn(said['sources']), ...recordsIn(said['citations'])]
  for (const each of given) {
    const origin = isRecord(each['source']) ? each['source'] : {}
    const passages = recordsIn(each['metadata'])
    const pages = passages.length > 0 ? passages : [origin]
    for (const { source: id, name, url } of pages) {
      const address = [url, id, origin['url'], origin['id'], origin['name']].find(isWebAddress)
      const title = [name, origin['name'], id].map(textOf).find((text) => text !== '') ?? ''
      list.source(sourceOf(title, address))
    }
  }
  if (given.length > 0) return
  for (const status of recordsIn(said['statusHistory'])) {
    for (const item of recordsIn(status['items'])) list.source(sourceIn(item))
    for (const url of listOf(status['urls'])) list.source(sourceOf('', url))
  }
}

function isWebAddress(value: unknown): boolean {
  return /^https?:/i.test(textOf(value))
}

/** The address of a picture contains its bytes or the id of a file; other files have both in `file`. */
function addFiles(list: PartList, files: unknown): void {
  for (const given of listOf(files).filter(isRecord)) {
    const inner = isRecord(given['file']) ? given['file'] : {}
    const meta = isRecord(inner['meta']) ? inner['meta'] : {}
    list.file({
      id: given['id'] ?? inner['id'],
      name: given['name'] ?? inner['filename'],
      mediaType: meta['content_type'] ?? (given['type'] === 'image' ? 'image/*' : undefined),
      sizeBytes: given['size'] ?? meta['size'],
      url: given['url'],
    })
  }
}

/** Of a document, the file contains the text that was read from it. */
function addFileText(list: PartList, { file, name, type }: Fields): void {
  const { data, filename } = isRecord(file) ? file : ({} as Fields)
  const text = isRecord(data) ? textOf(data['content']) : ''
  if (text === '' || type === 'image') return
  const heading = linkText(textOf(name) || textOf(filename))
  list.text(`\n\n${joinedTexts([heading, fencedCode(text)])}`)
}

function addError(list: PartList, error: unknown): void {
  const { content, message } = isRecord(error) ? error : { content: error, message: null }
  list.error(textOf(content) || textOf(message) || textOf(isRecord(content) ? content['message'] : null))
}

/** The kinds of calls: of functions, of other tools and of those of a provider, such as `web_search_call`. */
const callKind = /^(?:open_webui:)?(\w+?)_call(_output)?$/

function addOutput(list: PartList, item: unknown): void {
  if (!isRecord(item)) {
    list.leaveOut(item)
    return
  }
  switch (item['type']) {
    case 'message':
      list.textIn(item['content'])
      for (const part of recordsIn(item['content'])) {
        for (const { url_citation: citation, ...own } of recordsIn(part['annotations'])) {
          list.source(sourceIn(isRecord(citation) ? citation : own))
        }
      }
      break
    case 'reasoning':
      list.reasoning(joinedTexts([list.readable(item['summary']), list.readable(item['content'])]))
      break
    case 'open_webui:code_interpreter':
      addCode(list, item)
      break
    default:
      addToolItem(list, item)
  }
}

function addToolItem(list: PartList, item: Fields): void {
  const [, kind, isOutput] = callKind.exec(textOf(item['type'])) ?? []
  const id = item['call_id'] ?? item['id']
  if (kind === undefined) list.leaveOut(item)
  else if (isOutput !== undefined) list.result(id, outputOf(item['output']), item['status'] === 'failed')
  else {
    const { name, arguments: given, input, action, queries, output, results } = item
    const result = output ?? results
    list.call({
      id,
      name: name ?? kind,
      input: given ?? input ?? action ?? queries,
      ...(result == null ? {} : { output: outputOf(result) }),
    })
    for (const each of isRecord(action) ? recordsIn(action['sources']) : []) list.source(sourceIn(each))
  }
}

function addCode(list: PartList, { id, code, lang, output }: Fields): void {
  list.call({
    id,
    name: 'code',
    input: { language: lang, code: list.readable(code) },
    ...(output == null ? {} : { output }),
  })
}

/** The text of an output that is all text; else the output. */
function outputOf(given: unknown): unknown {
  const { text, isWhole } = readText(given)
  return isWhole ? text : given
}

/**
 * Adds text in which Open WebUI keeps thinking, calls of tools and code that ran as `<details>` elements. An element
 * that is not closed stays text.
 * @see https://github.com/open-webui/open-webui `src/lib/utils/index.ts` for the elements and their attributes
 */
function addDetails(list: PartList, text: string): void {
  let at = 0
  for (let from = text.indexOf(detailsStart); from !== -1; from = text.indexOf(detailsStart, at)) {
    const headEnd = text.indexOf('>', from)
    const to = headEnd === -1 ? -1 : text.indexOf(detailsEnd, headEnd)
    if (to === -1) break
    addText(list, text.slice(at, from))
    addElement(list, text.slice(from, headEnd), text.slice(headEnd + 1, to))
    at = to + detailsEnd.length
  }
  addText(list, text.slice(at))
}

function addText(list: PartList, text: string): void {
  if (text.trim() !== '') list.text(list.parts.length === 0 ? text : text.trimStart())
}

function addElement(list: PartList, head: string, inside: string): void {
  const attributes = new Map(
    [...head.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
  )
  const summaryEnd = inside.indexOf('</summary>')
  const body = unescaped((summaryEnd === -1 ? inside : inside.slice(summaryEnd + 10)).trim())
  switch (attributes.get('type') ?? '') {
    case 'reasoning':
      list.reasoning(body.replaceAll(/^> ?/gm, ''))
      break
    case 'tool_calls': {
      const result = unescaped(attributes.get('result') ?? '') || body
      list.call({
        id: attributes.get('id'),
        name: unescaped(attributes.get('name') ?? ''),
        input: unescaped(attributes.get('arguments') ?? ''),
        ...(result === '' && attributes.get('done') !== 'true' ? {} : { output: result }),
      })
      break
    }
    default: {
      const output = unescaped(attributes.get('output') ?? '')
      list.text(body)
      if (output !== '') list.text(`\n\n${fencedCode(output)}`)
    }
  }
}

const entities = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#x27;', "'"],
  ['&#39;', "'"],
  ['&amp;', '&'],
])

function unescaped(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|#x27|#39|amp);/g, (entity) => entities.get(entity) ?? entity)
}
