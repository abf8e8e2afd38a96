import { fencedCode } from '../../../../../../shared/markdown/fenced-code'
import { isRecord } from '../../../../../../shared/record'
import type { ImportOrigin, ReadConversation } from '../imported-conversation'
import { cleanTitle } from '../imported-conversation'
import { type Fields, joinedTexts, listOf, textIn, textOf, timeOf } from '../foreign-fields'
import { ForeignTree } from './foreign-tree'
import { foreignModelName } from './model-name'
import { PartList } from './part-list'

const source = 'open-webui' satisfies ImportOrigin

const detailsStart = '<details type="'
const detailsEnd = '</details>'

/** Whether it is a chat of Open WebUI, alone or in its export of all chats. */
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
  if (!list.parts.some(({ type }) => type === 'text')) addDetails(list, textIn(said['content']))
  if (list.parts.length === 0 && isRecord(said['error'])) list.text(textOf(said['error']['content']))
  const model = foreignModelName(said['model'], null, source)
  const isPartial = said['done'] === false
  const parentKey = ForeignTree.keyOf(said['parentId']) ?? previousKey
  return tree.add({ id, parentKey, role: said['role'], list, model, time: said['timestamp'], isPartial })
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

function addOutput(list: PartList, item: unknown): void {
  if (!isRecord(item)) return
  switch (item['type']) {
    case 'message':
      list.text(textIn(item['content']))
      break
    case 'reasoning':
      list.reasoning(joinedTexts([textIn(item['summary']), textIn(item['content'])]))
      break
    case 'function_call':
      list.call({ id: item['call_id'] ?? item['id'], name: item['name'], input: item['arguments'] })
      break
    case 'function_call_output':
      list.result(item['call_id'], textIn(item['output']), item['status'] === 'failed')
      break
    default:
      list.text(textIn(item['content']))
  }
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
