import { fencedCode } from '../../../../../../shared/markdown/fenced-code'
import { isRecord } from '../../../../../../shared/record'
import { type Fields, hasContent, listOf, textIn, textOf } from '../foreign-fields'
import { asJson } from '../markdown-text'
import type { PartList } from './part-list'

/** Adds the blocks of a message of Cherry Studio. */
export function addBlocks(list: PartList, blocks: readonly unknown[]): void {
  for (const block of blocks) if (isRecord(block)) addBlock(list, block)
}

/** Adds the parts that a message of an older backup contains itself. */
export function addOlderContent(list: PartList, said: Fields): void {
  for (const file of listOf(said['files'])) addFile(list, file)
  for (const image of listOf(said['images'])) addAddress(list, image)
  list.reasoning(textOf(said['reasoning_content']))
  list.text(textIn(said['content']))
}

function addBlock(list: PartList, block: Fields): void {
  switch (block['type']) {
    case 'main_text':
    case 'translation':
    case 'compact':
      list.text(textIn(block['content']))
      break
    case 'thinking':
      list.reasoning(textIn(block['content']))
      break
    case 'code': {
      const code = textIn(block['content'])
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
      list.sources(sourcesIn(isRecord(block['response']) ? block['response']['results'] : null))
      break
    case 'error':
      list.text(isRecord(block['error']) ? textOf(block['error']['message']) : '')
      break
    case 'unknown':
      // A placeholder for an answer that has not begun.
      break
    default:
      if (hasContent(block['content'])) list.text(textIn(block['content']) || asJson(block))
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

/** Each search engine lists its results in its own way. */
function sourcesIn(given: unknown): { url: unknown; title?: unknown }[] {
  const results = isRecord(given) ? (given['results'] ?? given['groundingChunks']) : given
  return listOf(results).flatMap((each) => {
    if (!isRecord(each)) return []
    const inner = isRecord(each['web'])
      ? each['web']
      : isRecord(each['url_citation'])
        ? each['url_citation']
        : each
    return [{ url: inner['url'] ?? inner['link'] ?? inner['uri'], title: inner['title'] }]
  })
}
