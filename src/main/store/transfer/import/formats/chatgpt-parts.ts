import { fencedCode } from '../../../../../shared/markdown/fenced-code'
import { isRecord } from '../../../../../shared/record'
import type { AttachmentPart, Part } from '../../../../../shared/sessions/messages'
import { ChatgptSources } from './chatgpt-sources'
import {
  type Fields as Content,
  hasContent,
  joinedTexts as joined,
  listOf,
  sizeOf,
  textIn,
  textOf,
} from './foreign-fields'
import { asJson, quoted } from './markdown-text'

/** Fields that describe content without being part of it. */
const aboutContent = /^(?:content_type|language)$|_(?:id|name)$/

/**
 * The content of a ChatGPT message. The export's JSON has no pictures or sounds, so an attachment names each. Content
 * of an unknown kind is kept as its text, or else as it is in the file.
 */
export function chatgptParts(content: unknown, metadata: Content): Part[] {
  return withAttachments(withSources(anyParts(content), metadata), attachmentsOf(metadata))
}

/** Whether content without parts is nonetheless not empty. */
export function isUnread(content: unknown): boolean {
  if (!isRecord(content)) return hasContent(content)
  return Object.entries(content).some(([key, value]) => !aboutContent.test(key) && hasContent(value))
}

/** Replaces citation marks by numbered links, and lists the sources at the end. */
function withSources(parts: readonly Part[], metadata: Content): Part[] {
  const sources = new ChatgptSources(metadata)
  const cited = parts.flatMap((part) => {
    if (part.type === 'text') return textParts(sources.cited(part.text))
    return part.type === 'reasoning' ? reasoningParts(sources.cited(part.text)) : [part]
  })
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

/** Content is an object of a known kind, or whatever another program made of it. */
function anyParts(content: unknown): Part[] {
  if (!isRecord(content)) return mixedPart(content)
  const parts = contentParts(content)
  return parts.length > 0 ? parts : textParts(joined([textIn(content['parts']), textIn(content['text'])]))
}

function contentParts(content: Content): Part[] {
  switch (content['content_type']) {
    case undefined:
      return Object.keys(content).length === 0 ? [] : unknownParts(content)
    case 'text':
    case 'multimodal_text':
      return content['parts'] === undefined ? unknownParts(content) : mixedPart(content['parts'])
    case 'code':
      return textParts(codeText(content))
    case 'execution_output':
      return textParts(inFence('', textIn(content['text'])))
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
      return unknownParts(content)
  }
}

function mixedPart(part: unknown): Part[] {
  if (Array.isArray(part)) return part.flatMap(mixedPart)
  if (!isRecord(part)) return textParts(textIn(part))
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
      return unknownParts(part)
  }
}

/** Its text if it has one, otherwise all of it. */
function unknownParts(content: Content): Part[] {
  const parts = listOf(content['parts'])
  if (parts.some(hasContent)) {
    return parts.flatMap((part) => textParts(typeof part === 'string' ? part : asJson(part)))
  }
  const text = textIn(content['text'])
  if (text !== '') return textParts(text)
  return isUnread(content) ? textParts(asJson(content)) : []
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
  return inFence(language === 'unknown' ? '' : language, textIn(content['text']))
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
