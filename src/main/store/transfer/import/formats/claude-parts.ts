import { fencedCode } from '../../../../../shared/markdown/fenced-code'
import { isRecord } from '../../../../../shared/record'
import type { Part } from '../../../../../shared/sessions/messages'
import { type Fields, sizeOf, textIn, textOf } from './foreign-fields'
import { asJson } from './markdown-text'
import { artifactText } from './written-documents'

/** The content of a message in Claude's export. */
export interface ClaudeContent {
  /** Unique in the file; calls without an id are named after it. */
  key: string
  /** All text in one piece, even if the blocks contain it too. */
  text: string
  /** The blocks, in any shape. */
  content: unknown
  attachments: readonly Fields[]
  files: readonly Fields[]
}

/**
 * The parts of a Claude message. Tool results are in the same message as their calls. Of an attachment its extracted
 * text is kept; of a file only the name, which is all that the export has.
 */
export function claudeParts({ key, text, content, attachments, files }: ClaudeContent): Part[] {
  const parts = withStates(blockParts(key, blocksIn(content)))
  const hasText = parts.some((part) => part.type === 'text')
  if (!hasText && text !== '') parts.push({ type: 'text', text })
  return [...parts, ...attachments.flatMap(attachmentParts), ...fileParts(files)]
}

function blocksIn(content: unknown): Fields[] {
  if (Array.isArray(content)) return content.flatMap(blocksIn)
  return [isRecord(content) ? content : { type: 'text', text: content }]
}

function blockParts(key: string, blocks: readonly Fields[]): Part[] {
  const parts: Part[] = []
  let lastCallId = ''
  /** The calls that became the text which they write. */
  const written = new Set<string>()
  for (const [index, block] of blocks.entries()) {
    switch (block['type']) {
      case 'text':
        addText(parts, 'text' in block ? textIn(block['text']) : textIn(block))
        break
      case 'thinking':
        addReasoning(parts, 'thinking' in block ? textIn(block['thinking']) : textIn(block))
        break
      case 'tool_use': {
        lastCallId = textOf(block['id']) || `${key}-${index}`
        const artifact = artifactText(textOf(block['name']), block['input'])
        if (artifact !== null) {
          written.add(lastCallId)
          addText(parts, `\n\n${artifact}\n\n`)
          break
        }
        parts.push({
          type: 'tool-call',
          toolCallId: lastCallId,
          toolName: textOf(block['name']) || 'tool',
          input: block['input'] ?? null,
          state: 'cancelled',
        })
        break
      }
      case 'tool_result': {
        const toolCallId = textOf(block['tool_use_id']) || lastCallId
        // Only says that the artifact was written.
        if (written.has(toolCallId)) break
        parts.push({
          type: 'tool-result',
          toolCallId,
          output: block['content'] ?? null,
          ...(block['is_error'] === true ? { isError: true } : {}),
        })
        break
      }
      case 'token_budget':
      case 'redacted_thinking':
        // Nothing readable.
        break
      default:
        addText(parts, textIn(block['text']) || (block['type'] === undefined ? textIn(block) : asJson(block)))
    }
  }
  return parts
}

/** A call with a result is done or failed. */
function withStates(parts: readonly Part[]): Part[] {
  const errors = new Map<string, boolean>()
  for (const part of parts) {
    if (part.type === 'tool-result') errors.set(part.toolCallId, part.isError === true)
  }
  return parts.map((part) => {
    if (part.type !== 'tool-call') return part
    const isError = errors.get(part.toolCallId)
    return isError === undefined ? part : { ...part, state: isError ? 'failed' : 'done' }
  })
}

function attachmentParts(given: Fields): Part[] {
  const name = textOf(given['file_name']).slice(0, 1024)
  const extracted = textOf(given['extracted_content'])
  const part: Part = {
    type: 'attachment',
    attachmentId: textOf(given['id']).slice(0, 512) || name,
    name: name || 'attachment',
    mediaType: textOf(given['file_type']).slice(0, 256) || 'application/octet-stream',
    sizeBytes: sizeOf(given['file_size']),
  }
  return extracted === '' ? [part] : [part, { type: 'text', text: `\n\n${fencedCode(extracted)}` }]
}

/** The same file may be listed in an older and in a newer form. */
function fileParts(files: readonly Fields[]): Part[] {
  const parts = new Map<string, Part>()
  for (const given of files) {
    const name = textOf(given['file_name']).slice(0, 1024)
    const attachmentId = textOf(given['file_uuid']).slice(0, 512) || name
    parts.set(attachmentId, {
      type: 'attachment',
      attachmentId,
      name: name || 'file',
      mediaType: given['file_kind'] === 'image' ? 'image/*' : 'application/octet-stream',
      sizeBytes: sizeOf(given['file_size']),
    })
  }
  return [...parts.values()]
}

function addText(parts: Part[], text: string): void {
  if (text !== '') parts.push({ type: 'text', text })
}

function addReasoning(parts: Part[], text: string): void {
  if (text !== '') parts.push({ type: 'reasoning', text })
}
