import { fencedCode } from '../../../../../../shared/markdown/fenced-code'
import { isRecord } from '../../../../../../shared/record'
import { type Fields, listOf, textOf } from '../foreign-fields'
import { sourceIn, sourceOf } from '../numbered-sources'
import type { PartList } from '../part-list'

/** Adds the blocks of a message of Cherry Studio. */
export function addBlocks(list: PartList, blocks: readonly unknown[]): void {
  for (const block of blocks) {
    if (isRecord(block)) addBlock(list, block)
    else list.leaveOut(block)
  }
}

/** Adds the parts that a message of an older backup contains itself. */
export function addOlderContent(list: PartList, said: Fields): void {
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
