import { fencedCode } from '../../../../../../shared/markdown/fenced-code'
import { isRecord } from '../../../../../../shared/record'
import {
  type Fields,
  joinedTexts,
  linkText,
  listOf,
  quoted,
  recordsIn,
  textOf,
  timeOf,
} from '../foreign-fields'
import { cleanTitle, type ImportOrigin, type ReadConversation } from '../imported-conversation'
import { sourceIn } from '../numbered-sources'
import { foreignModelName, ForeignTree } from './foreign-tree'
import { PartList } from '../part-list'

const source = 'big-agi' satisfies ImportOrigin

/** True for a conversation of big-AGI, alone or in its backup of all chats. */
export function isBigAgi(value: Fields): boolean {
  return 'systemPurposeId' in value && 'messages' in value
}

/**
 * A conversation of big-AGI: a file of its own, or an element of `conversations` in a backup. Messages follow one
 * another; each has `fragments`, or `text` in files from before 2024. Pictures are only referred to.
 * @see https://github.com/enricoros/big-AGI `src/common/stores/chat/chats.converters.ts` (`DataAtRestV1`)
 * @see https://github.com/enricoros/big-AGI `src/common/stores/chat/chat.fragments.ts` for the parts
 */
export function readBigAgi(value: Fields): ReadConversation {
  const title = cleanTitle(textOf(value['userTitle'])) ?? cleanTitle(textOf(value['autoTitle']))
  const { messages } = value
  if (!Array.isArray(messages)) {
    return { status: 'skipped', source, title, reason: { code: 'damaged', value: 'messages' } }
  }
  const tree = new ForeignTree()
  const said = messages.map((each: unknown): Fields => (isRecord(each) ? each : { text: each }))
  const [first] = said
  const systemPrompt = first?.['role'] === 'system' ? promptOf(first) : ''
  let key: string | null = null
  let model: string | null = null
  for (const each of systemPrompt === '' ? said : said.slice(1)) {
    const { role, id, created, updated } = each
    const own = modelOf(each)
    model = own ?? model
    const isPartial = role === 'assistant' && updated === null
    key = tree.add({ id, parentKey: key, role, list: partsOf(each), model: own, time: created, isPartial })
  }
  return tree.finish({
    source,
    id: ForeignTree.keyOf(value['id']),
    title,
    model,
    systemPrompt: systemPrompt || null,
    createdAt: timeOf(value['created']),
    updatedAt: timeOf(value['updated']),
    currentKey: key,
  })
}

function modelOf({ generator, originLLM }: Fields): string | null {
  const { name, aix } = isRecord(generator) ? generator : {}
  const id = isRecord(aix) ? textOf(aix['mId']) : ''
  // The id begins with that of the service, such as `openai-gpt-4o`.
  const service =
    /^(openai|anthropic|googleai|ollama|openrouter|mistral|groq|deepseek|xai)(?:-\d+)?-(.+)$/.exec(id)
  if (service !== null)
    return foreignModelName(service[2], service[1] === 'googleai' ? 'google' : service[1], source)
  return foreignModelName(name ?? originLLM, null, source)
}

function promptOf(said: Fields): string {
  return joinedTexts(partsOf(said).parts.map((part) => (part.type === 'text' ? part.text : '')))
}

function partsOf(said: Fields): PartList {
  const list = new PartList()
  for (const fragment of listOf(said['fragments'])) {
    if (isRecord(fragment) && isRecord(fragment['part'])) addPart(list, fragment, fragment['part'])
    else list.leaveOut(fragment)
  }
  if (list.parts.length === 0) list.textIn(said['text'])
  const about = isRecord(said['metadata']) ? said['metadata'] : {}
  // The passages of earlier messages that the user replied to.
  const quotes = recordsIn(about['inReferenceTo']).map(({ mText: text }) => textOf(text))
  const quote = joinedTexts(quotes.map((text) => (text === '' ? '' : quoted(text))))
  if (quote !== '') list.parts.unshift({ type: 'text', text: `${quote}\n\n` })
  return list
}

function addPart(list: PartList, fragment: Fields, part: Fields): void {
  switch (part['pt']) {
    case 'text':
      list.textIn(part['text'])
      break
    case 'ma':
      list.reasoning(textOf(part['aText']))
      break
    case 'error':
      list.error(textOf(part['error']))
      break
    case 'doc':
      addDocument(list, fragment, part)
      break
    case 'image_ref':
      addPicture(list, fragment, part)
      break
    case 'reference': {
      const legacy = part['_legacyImageRefPart']
      addPicture(list, fragment, isRecord(legacy) ? legacy : part)
      break
    }
    case 'tool_invocation': {
      const call = isRecord(part['invocation']) ? part['invocation'] : {}
      list.call({ id: part['id'], name: call['name'] ?? call['type'], input: call['args'] ?? call['code'] })
      break
    }
    case 'tool_response': {
      const response = isRecord(part['response']) ? part['response'] : {}
      list.result(part['id'], response['result'], part['error'] !== false && part['error'] !== undefined)
      break
    }
    case 'annotations':
      for (const each of recordsIn(part['annotations'])) list.source(sourceIn(each))
      break
    case 'ph':
    case '_pt_sentinel':
      // Shown only while something is in progress.
      break
    default:
      list.leaveOut(part)
  }
}

/** The file contains the text of a document, so it is kept with its name. */
function addDocument(list: PartList, fragment: Fields, part: Fields): void {
  const meta = isRecord(part['meta']) ? part['meta'] : {}
  const data = isRecord(part['data']) ? part['data'] : {}
  const name = textOf(meta['srcFileName']) || textOf(part['l1Title']) || textOf(fragment['title'])
  const text = textOf(data['text'])
  const heading = linkText(name)
  list.text(joinedTexts([heading, text === '' ? '' : fencedCode(text, textOf(meta['codeLanguage']))]))
}

function addPicture(list: PartList, fragment: Fields, part: Fields): void {
  const data = isRecord(part['dataRef']) ? part['dataRef'] : {}
  list.file({
    id: data['dblobAssetId'] ?? part['zUuid'] ?? fragment['fId'],
    name: textOf(fragment['title']) || 'image',
    mediaType: data['mimeType'] ?? 'image/*',
    sizeBytes: data['bytesSize'],
    url: data['url'],
  })
}
