import { boundDepth, valueDepth } from '../../../../../../shared/json-depth'
import type { AnswerSource, AttachmentPart, Part } from '../../../../../../shared/sessions/messages'
import { sha256 } from '../../../../../base/sha256'
import { isRecord } from '../../../../../../shared/record'
import { hasContent, sizeOf, textIn, textOf } from '../foreign-fields'
import { cleanTitle } from '../imported-conversation'
import { asJson } from '../markdown-text'

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

const maxSources = 200

/** The parts of a message of another program, in order. Whatever is empty is left out. */
export class PartList {
  readonly parts: Part[] = []
  /** The contents of files that the message contains, in base64, by attachment id. */
  readonly contents = new Map<string, string>()

  /** Adds text. */
  text(text: string): void {
    if (text !== '') this.parts.push({ type: 'text', text })
  }

  /** Adds thinking. */
  reasoning(text: string): void {
    if (text !== '') this.parts.push({ type: 'reasoning', text })
  }

  /** Adds a part as most programs write it: text or thinking in `text`, anything else as what it contains. */
  plain(part: unknown): void {
    if (!isRecord(part)) {
      this.text(textIn(part))
      return
    }
    const text = textIn(part['text'])
    if (part['type'] === 'reasoning') this.reasoning(text)
    else if (part['type'] === 'text') this.text(text)
    else if (hasContent(part)) this.text(text || asJson(part))
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
    if (part.attachmentId !== '') this.parts.push(part)
  }

  /** Adds web sources; those without a web address are left out. */
  sources(given: readonly { url: unknown; title?: unknown }[]): void {
    const sources = new Map<string, AnswerSource>()
    for (const each of given) {
      const url = webAddress(textOf(each.url))
      if (url === null || sources.has(url) || sources.size === maxSources) continue
      const title = cleanTitle(textOf(each.title))
      sources.set(url, title === null ? { url } : { url, title })
    }
    if (sources.size > 0) this.parts.push({ type: 'sources', sources: [...sources.values()] })
  }
}

/** A value that may be given as JSON text, as the arguments of calls often are. */
function valueIn(given: unknown): unknown {
  if (given === undefined) return null
  if (typeof given !== 'string' || !/^\s*[[{]/.test(given)) return given
  try {
    return boundDepth(JSON.parse(given) as unknown, valueDepth)
  } catch {
    // Plain text that only starts like JSON.
    return given
  }
}

function webAddress(text: string): string | null {
  if (!/^https?:\/\/\S{1,4000}$/i.test(text)) return null
  return URL.parse(text)?.href ?? null
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
