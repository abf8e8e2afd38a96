import { boundDepth, valueDepth } from '../../../../../shared/json-depth'
import { isRecord } from '../../../../../shared/record'
import type { AttachmentPart, Part } from '../../../../../shared/sessions/messages'
import type { ImportReasonCode } from '../../../../../shared/store/import-reasons'
import { sha256 } from '../../../../base/sha256'
import { hasContent, readText, sizeOf, textOf } from './foreign-fields'
import { NumberedSources, type Source } from './numbered-sources'

/** A call of a tool in another program's file, with its result if there is one. */
interface ForeignCall {
  id: unknown
  name: unknown
  /** A value, or its JSON as text. */
  input: unknown
  /** Undefined without a result. */
  output?: unknown
  isError?: boolean
}

/** A file in another program's message; `url` may contain its bytes. */
interface ForeignFile {
  id?: unknown
  name?: unknown
  mediaType?: unknown
  sizeBytes?: unknown
  url?: unknown
}

/** Reasoning in the tags of a model, or in LibreChat's older block. */
const leadingReasoning = /^\s*(?:<think>([^]*?)<\/think>|:::thinking\n([^]*?)\n:::(?:\n|$))\s*/

/**
 * The parts of a message of another program, in order. Whatever is empty is left out; whatever is not understood is left
 * out with a remark, so that it is never shown as somebody's words.
 */
export class PartList {
  readonly parts: Part[] = []
  /** The contents of files that the message contains, in base64, by attachment id. */
  readonly contents = new Map<string, string>()
  /** Reasons why something was left out, for the result of the import. */
  readonly remarks = new Set<ImportReasonCode>()
  /** The sources that the text cites, which `finish` lists. */
  readonly sources = new NumberedSources()

  /** Adds text. */
  text(text: string): void {
    if (text !== '') this.parts.push({ type: 'text', text })
  }

  /** Adds the text in a value of any shape. */
  textIn(value: unknown): void {
    this.text(this.readable(value))
  }

  /** Adds the thinking in a value of any shape. */
  reasoningIn(value: unknown): void {
    this.reasoning(this.readable(value))
  }

  /** The text in a value of any shape. */
  readable(value: unknown): string {
    const { text, isWhole } = readText(value)
    if (!isWhole) this.remarks.add('unknownParts')
    return text
  }

  /** Adds thinking. */
  reasoning(text: string): void {
    if (text !== '') this.parts.push({ type: 'reasoning', text })
  }

  /** Adds what the other program said about a failure. */
  error(message: string): void {
    if (message !== '') this.parts.push({ type: 'error', code: 'PROVIDER_PROTOCOL', message })
  }

  /** Separates the reasoning that some models and programs write at the beginning of the text of an answer. */
  splitReasoning(): void {
    const index = this.parts.findIndex(({ type }) => type === 'text')
    const part = this.parts[index]
    const written = part?.type === 'text' ? leadingReasoning.exec(part.text) : null
    if (part?.type !== 'text' || written === null) return
    const [all, tagged, fenced = ''] = written
    const texts: Part[] = [
      { type: 'reasoning', text: (tagged ?? fenced).trim() },
      { type: 'text', text: part.text.slice(all.length) },
    ]
    this.parts.splice(index, 1, ...texts.filter((each) => 'text' in each && each.text !== ''))
  }

  /** Adds a part as most programs write it, which is text or thinking in `text`. */
  plain(part: unknown): void {
    if (isRecord(part) && part['type'] === 'reasoning') this.reasoningIn(part['text'])
    else this.textIn(part)
  }

  /** Leaves out what is not understood. */
  leaveOut(value: unknown): void {
    if (hasContent(value)) this.remarks.add('unknownParts')
  }

  /** Adds the call of a tool, and its result. */
  call({ id, name, input, output, isError = false }: ForeignCall): void {
    const toolCallId = textOf(id).slice(0, 512) || `call-${this.parts.length + 1}`
    const toolName = textOf(name).slice(0, 512) || 'tool'
    const state = output === undefined ? 'cancelled' : isError ? 'failed' : 'done'
    this.parts.push({ type: 'tool-call', toolCallId, toolName, input: valueIn(input), state })
    if (output !== undefined) this.result(toolCallId, output, isError)
  }

  /** Adds the result of a call that is listed separately. */
  result(id: unknown, output: unknown, isError = false): void {
    const toolCallId = textOf(id).slice(0, 512)
    const called = this.parts.find((part) => part.type === 'tool-call' && part.toolCallId === toolCallId)
    if (called?.type === 'tool-call') called.state = isError ? 'failed' : 'done'
    this.parts.push({
      type: 'tool-result',
      toolCallId,
      output: valueIn(output),
      ...(isError ? { isError } : {}),
    })
  }

  /** Adds a file: with its bytes if its address contains them, otherwise by name. */
  file({ id, name, mediaType, sizeBytes, url }: ForeignFile): void {
    const inline = inlineContent(textOf(url))
    const given = textOf(name).slice(0, 1024)
    if (inline !== null) this.contents.set(inline.attachmentId, inline.base64)
    const part: AttachmentPart = {
      type: 'attachment',
      attachmentId: inline?.attachmentId ?? (textOf(id) || textOf(url) || given).slice(0, 512),
      name: given || (inline?.mediaType.startsWith('image/') === true ? 'image' : 'attachment'),
      mediaType: textOf(mediaType).slice(0, 256) || inline?.mediaType || 'application/octet-stream',
      sizeBytes: inline?.sizeBytes ?? sizeOf(sizeBytes),
    }
    if (part.attachmentId === '') this.remarks.add('unknownParts')
    else this.parts.push(part)
  }

  /** Notes a source, which `finish` lists; null is one that cannot be identified. */
  source(source: Source | null): void {
    if (source === null) this.remarks.add('lostSources')
    else this.sources.add(source)
  }

  /** Adds the list of the sources, as pages or, if some are files, as text. */
  finish(): this {
    if (this.sources.isFull) this.remarks.add('lostSources')
    const pages = this.sources.pages()
    if (pages === null) this.text(`\n\n${this.sources.list()}`)
    else if (pages.length > 0) this.parts.push({ type: 'sources', sources: pages })
    return this
  }
}

/** A value that may be given as JSON text, as the arguments of calls often are. */
export function valueIn(given: unknown): unknown {
  if (given === undefined) return null
  if (typeof given !== 'string' || !/^\s*[[{]/.test(given)) return given
  try {
    return boundDepth(JSON.parse(given) as unknown, valueDepth)
  } catch {
    // Plain text that only starts like JSON.
    return given
  }
}

/** The bytes in a `data:` address; its id is made from them, so that the same file always has the same one. */
function inlineContent(
  url: string,
): { attachmentId: string; base64: string; mediaType: string; sizeBytes: number } | null {
  const head = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w.+=-]+)*;base64,/i.exec(url.slice(0, 512))
  if (head === null) return null
  const base64 = url.slice(head[0].length)
  if (base64 === '') return null
  const attachmentId = `inline-${sha256(base64)}`
  const mediaType = (head[1] ?? 'application/octet-stream').toLowerCase()
  return { attachmentId, base64, mediaType, sizeBytes: Math.floor((base64.length * 3) / 4) }
}
