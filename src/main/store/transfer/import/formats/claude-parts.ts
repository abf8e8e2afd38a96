import { fencedCode } from '../../../../../shared/markdown/fenced-code'
import { isRecord } from '../../../../../shared/record'
import { type Fields, joinedTexts, recordsIn, sizeOf, textOf } from './foreign-fields'
import { sourceOf } from './numbered-sources'
import { PartList, valueIn } from './part-list'
import { addTaggedText, artifactText } from './written-documents'

/** The content of a message in Claude's export. */
export interface ClaudeContent {
  /** Unique in the file; calls without an id are named after it. */
  key: string
  /** All text in one piece, even if the blocks contain it too. */
  text: unknown
  /** The blocks, in any shape. */
  content: unknown
  attachments: readonly Fields[]
  files: readonly Fields[]
}

/**
 * The parts of a Claude message. Tool results are in the same message as their calls. Of an attachment its extracted
 * text is kept; of a file only the name, which is all that the export has.
 */
export function claudeParts({ key, text, content, attachments, files }: ClaudeContent): PartList {
  const list = new PartList()
  addBlocks(list, key, blocksIn(content))
  // The text may also contain what was left out of the blocks.
  const isLost = list.parts.some((part) => part.type === 'text') || list.remarks.has('unknownParts')
  if (!isLost) addWholeText(list, text)
  for (const attachment of attachments) addAttachment(list, attachment)
  addFiles(list, files)
  return list.finish()
}

/** Claude's export writes this into the text of a message in place of each block other than text. */
const placeholder = /```\s*This block is not supported on your current device yet\.\s*```/

/** Adds the text of a message without blocks of text; what placeholders stand for is lost without the blocks. */
function addWholeText(list: PartList, given: unknown): void {
  const isEmpty = list.parts.length === 0
  const [first = '', ...others] = list.readable(given).split(placeholder)
  if (others.length === 0) list.text(first)
  else list.text(joinedTexts([first, ...others].map((text) => text.trim())))
  if (others.length > 0 && isEmpty) list.remarks.add('unknownParts')
}

/** The blocks, which some exports write as JSON text. */
function blocksIn(content: unknown): Fields[] {
  const given = typeof content === 'string' && /^\s*\[\s*\{/.test(content) ? valueIn(content) : content
  if (Array.isArray(given)) return given.flatMap(blocksIn)
  return [isRecord(given) ? given : { type: 'text', text: given }]
}

function addBlocks(list: PartList, key: string, blocks: readonly Fields[]): void {
  let lastCallId = ''
  /** The calls that became the text which they write. */
  const written = new Set<string>()
  for (const [index, block] of blocks.entries()) {
    switch (block['type']) {
      case 'text':
      case 'voice_note':
        addText(list, block)
        break
      case 'thinking':
        list.reasoningIn('thinking' in block ? block['thinking'] : { text: block['text'] })
        break
      case 'tool_use': {
        lastCallId = textOf(block['id']) || `${key}-${index}`
        const artifact = artifactText(textOf(block['name']), valueIn(block['input']))
        if (artifact === null) list.call({ id: lastCallId, name: block['name'], input: block['input'] })
        else {
          written.add(lastCallId)
          list.text(`\n\n${artifact}\n\n`)
        }
        break
      }
      case 'tool_result': {
        const toolCallId = textOf(block['tool_use_id']) || lastCallId
        const isError = block['is_error'] === true
        // Of a document that was written, it only says so.
        if (!written.has(toolCallId) || isError) list.result(toolCallId, block['content'] ?? null, isError)
        break
      }
      case 'document':
      case 'image':
        list.file({
          id: block['file_uuid'],
          name: block['title'] ?? block['type'],
          mediaType: block['type'] === 'image' ? 'image/*' : undefined,
        })
        break
      case 'token_budget':
      case 'redacted_thinking':
      case 'summaries':
        // Nothing that anyone wrote.
        break
      case undefined:
        list.textIn(block)
        break
      default:
        list.leaveOut(block)
    }
  }
}

/** Adds text with the number of its source behind each passage that cites one. */
function addText(list: PartList, block: Fields): void {
  const text = list.readable('text' in block ? block['text'] : { ...block, type: 'text' })
  const numbers = new Map<number, string>()
  for (const citation of recordsIn(block['citations'])) {
    const details = isRecord(citation['details']) ? citation['details'] : {}
    const title = textOf(citation['title']) || textOf(details['title'])
    const source = sourceOf(title, citation['url'] ?? details['url'])
    if (source === null) {
      list.source(null)
      continue
    }
    const end = placeIn(text, citation['end_index'])
    numbers.set(end, `${numbers.get(end) ?? ''}${list.sources.cite(source)}`)
  }
  let cited = ''
  let at = 0
  for (const [end, number] of [...numbers].toSorted(([one], [other]) => one - other)) {
    cited += text.slice(at, end) + number
    at = end
  }
  addTaggedText(list, cited + text.slice(at))
}

/** A valid place in the text, which is its end if none is given; never within a character. */
function placeIn(text: string, index: unknown): number {
  const isPlace = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < text.length
  const place = isPlace ? index : text.length
  return /^[\udc00-\udfff]/.test(text.slice(place, place + 1)) ? place + 1 : place
}

function addAttachment(list: PartList, given: Fields): void {
  const extracted = textOf(given['extracted_content'])
  list.file({
    id: given['id'],
    name: textOf(given['file_name']) || 'attachment',
    mediaType: given['file_type'],
    sizeBytes: given['file_size'],
  })
  if (extracted !== '') list.text(`\n\n${fencedCode(extracted)}`)
}

/** The same file may be listed in an older and in a newer form, and be a block as well. */
function addFiles(list: PartList, files: readonly Fields[]): void {
  const byId = new Map<string, Fields>()
  for (const given of files) byId.set(textOf(given['file_uuid']) || textOf(given['file_name']), given)
  for (const part of list.parts) if (part.type === 'attachment') byId.delete(part.attachmentId)
  for (const [id, given] of byId) {
    list.file({
      id,
      name: textOf(given['file_name']) || 'file',
      mediaType: given['file_kind'] === 'image' ? 'image/*' : undefined,
      sizeBytes: sizeOf(given['file_size']),
    })
  }
}
