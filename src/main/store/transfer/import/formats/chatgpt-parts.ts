import { fencedCode } from '../../../../../shared/markdown/fenced-code'
import { isRecord } from '../../../../../shared/record'
import type { AttachmentPart, Part } from '../../../../../shared/sessions/messages'
import type { ImportReasonCode } from '../../../../../shared/store/import-reasons'
import { CitationMarks } from './numbered-sources'
import {
  type Fields as Content,
  hasContent,
  joinedTexts as joined,
  listOf,
  quoted,
  readText,
  recordsIn,
  sizeOf,
  textIn,
  textOf,
} from './foreign-fields'

/** Fields that describe content without being part of it. */
const aboutContent = /^(?:content_type|language)$|_(?:id|name)$/
/** Content that ChatGPT adds to a conversation: what it knows of its user. */
const aboutUser = new Set<unknown>(['user_editable_context', 'model_editable_context'])

/**
 * The content of a ChatGPT message. The export's JSON has no pictures or sounds, so an attachment names each. Content
 * of an unknown kind is left out with a remark.
 */
export function chatgptParts(content: unknown, metadata: Content, remarks: Set<ImportReasonCode>): Part[] {
  const parts = new ContentReader(remarks).parts(content)
  // The passage of an earlier answer that the user replied to.
  const selected = textOf(metadata['targeted_reply'])
  const quote = selected === '' ? '' : `${quoted(selected)}\n\n`
  const said = [...textParts(quote), ...withSources(parts, metadata, remarks)]
  return withAttachments([...said, ...picturesOf(metadata)], attachmentsOf(metadata))
}

/** True for ChatGPT's notes about its user, which neither of them said. */
export function isAboutUser(content: unknown): boolean {
  return isRecord(content) && aboutUser.has(content['content_type'])
}

/** Replaces citation marks by numbered links, and lists the sources at the end. */
function withSources(
  parts: readonly Part[],
  metadata: Content,
  remarks: Set<ImportReasonCode>,
): readonly Part[] {
  const sources = CitationMarks.ofChatgpt(metadata)
  const cited = parts.flatMap((part) => {
    if (part.type === 'text') return textParts(sources.cited(part.text))
    return part.type === 'reasoning' ? reasoningParts(sources.cited(part.text)) : [part]
  })
  if (sources.hasLost) remarks.add('lostSources')
  const list = sources.list()
  return list === '' ? cited : [...cited, { type: 'text', text: `\n\n${list}` }]
}

/** Merges a picture in the text with the same file among the attachments, under the attachment's name. */
function withAttachments(parts: readonly Part[], attached: readonly AttachmentPart[]): Part[] {
  const named = new Map(attached.map((part) => [fileIdOf(part.attachmentId), part]))
  const shown = new Set<AttachmentPart>()
  const merged = parts.map((part) => {
    const same = part.type === 'attachment' ? named.get(fileIdOf(part.attachmentId)) : undefined
    if (part.type !== 'attachment' || same === undefined) return part
    shown.add(same)
    return { ...part, name: same.name, mediaType: same.mediaType }
  })
  return [...merged, ...attached.filter((part) => !shown.has(part))]
}

/** The file id in a pointer: `file-abc` for `file-service://file-abc`. */
export function fileIdOf(pointer: string): string {
  return pointer.replace(/^[\w-]+:\/\//, '').replace(/[#?].*$/s, '')
}

/** Reads the content of one message. */
class ContentReader {
  readonly #remarks: Set<ImportReasonCode>

  constructor(remarks: Set<ImportReasonCode>) {
    this.#remarks = remarks
  }

  /** Content is an object of a known kind, or whatever another program made of it. */
  parts(content: unknown): Part[] {
    if (!isRecord(content)) return this.#mixed(content)
    const parts = this.#known(content)
    if (parts.length === 0) this.#leaveOut(content)
    return parts
  }

  #known(content: Content): Part[] {
    switch (content['content_type']) {
      case undefined:
      case 'text':
      case 'multimodal_text':
        return this.#written(content)
      case 'code':
        return textParts(codeText(content))
      case 'execution_output':
        return textParts(inFence('', bodyOf(content)))
      case 'thoughts':
        return [content['thoughts']].flat().flatMap(thoughtPart)
      case 'reasoning_recap':
        return reasoningParts(textIn(content['content']))
      case 'tether_quote':
      case 'sonic_webpage':
        return textParts(quotation(content))
      case 'tether_browsing_display':
        return textParts(joined([textIn(content['summary']), textIn(content['result'])]))
      case 'system_error':
        return textParts(joined([textOf(content['name']), textIn(content['text'])]))
      case 'user_editable_context':
        return textParts(joined([textIn(content['user_profile']), textIn(content['user_instructions'])]))
      case 'model_editable_context':
        return textParts(textIn(content['model_set_context']))
      default:
        return []
    }
  }

  /** Text, or a list of texts and other parts; programs that convert exports call it differently. */
  #written({ parts, text }: Content): Part[] {
    return this.#mixed([parts, text].find(hasContent))
  }

  #mixed(part: unknown): Part[] {
    if (Array.isArray(part)) return part.flatMap((each) => this.#mixed(each))
    if (!isRecord(part)) return this.#text(part)
    switch (part['content_type']) {
      case 'image_asset_pointer':
        return [assetPart(part, 'image')]
      case 'audio_asset_pointer':
        return [assetPart(part, 'audio')]
      case 'video_container_asset_pointer':
        return [assetPart(part, 'video')]
      case 'audio_transcription':
        return textParts(textIn(part['text']))
      case 'real_time_user_audio_video_asset_pointer': {
        const sound = part['audio_asset_pointer']
        return [assetPart(isRecord(sound) ? sound : part, 'audio')]
      }
      default:
        return this.#text(part)
    }
  }

  #text(part: unknown): Part[] {
    const { text, isWhole } = readText(part)
    if (!isWhole) this.#remarks.add('unknownParts')
    return textParts(text)
  }

  #leaveOut(content: Content): void {
    const isEmpty = Object.entries(content).every(
      ([key, value]) => aboutContent.test(key) || !hasContent(value),
    )
    if (!isEmpty) this.#remarks.add('unknownParts')
  }
}

function assetPart(asset: Content, kind: 'image' | 'audio' | 'video'): Part {
  const pointer = textOf(asset['asset_pointer']).slice(0, 512)
  return {
    type: 'attachment',
    attachmentId: pointer,
    name: fileIdOf(pointer) || kind,
    mediaType: `${kind}/*`,
    sizeBytes: sizeOf(asset['size_bytes']),
  }
}

/** The pictures that code drew, which are not in the content of its output. */
function picturesOf({ aggregate_result: result }: Content): Part[] {
  const drawn = isRecord(result) ? recordsIn(result['messages']) : []
  return drawn.flatMap(({ image_url: url }) =>
    textOf(url) === '' ? [] : [assetPart({ asset_pointer: url }, 'image')],
  )
}

function attachmentsOf(metadata: Content): AttachmentPart[] {
  return listOf(metadata['attachments']).flatMap((given): AttachmentPart[] => {
    if (!isRecord(given)) return []
    const name = textOf(given['name']).slice(0, 1024)
    return [
      {
        type: 'attachment',
        attachmentId: textOf(given['id']).slice(0, 512) || name,
        name: name || 'attachment',
        mediaType:
          textOf(given['mime_type'] ?? given['mimeType']).slice(0, 256) || 'application/octet-stream',
        sizeBytes: sizeOf(given['size']),
      },
    ]
  })
}

function codeText(content: Content): string {
  const language = textOf(content['language'])
  return inFence(language === 'unknown' ? '' : language, bodyOf(content))
}

function bodyOf({ text, parts }: Content): string {
  return textIn(text) || textIn(parts)
}

function thoughtPart(thought: unknown): Part[] {
  if (typeof thought === 'string') return reasoningParts(thought)
  if (!isRecord(thought)) return []
  return reasoningParts(joined([textIn(thought['summary']), textIn(thought['content'])]))
}

function quotation(content: Content): string {
  const place = [textOf(content['title']), textOf(content['url'] ?? content['domain'])]
  const said = joined([textIn(content['text']), textIn(content['snippet'])])
  return joined([place.filter((text) => text !== '').join(', '), said === '' ? '' : quoted(said)])
}

function inFence(language: string, text: string): string {
  return text === '' ? '' : fencedCode(text, language)
}

function textParts(text: string): Part[] {
  return text === '' ? [] : [{ type: 'text', text }]
}

function reasoningParts(text: string): Part[] {
  return text === '' ? [] : [{ type: 'reasoning', text }]
}
