import type { AttachmentPart, Part } from '../../../shared/messages'
import { ChatgptSources } from './chatgpt-sources'
import { type Fields as Content, isFields, listed, sizeOf, textOf } from './foreign-fields'
import { asJson, fenced, quoted } from './markdown-text'

/**
 * What a message of ChatGPT says. Pictures and sounds are not in the export's JSON: an attachment names each. Content
 * of a kind that is not known is kept as its text, or else as it stands in the file.
 */
export function chatgptParts(content: Content, metadata: Content): Part[] {
  return withAttachments(withSources(contentParts(content), metadata), attachmentsOf(metadata))
}

/** Marks in the text become numbers with links, and the sources stand at its end. */
function withSources(parts: readonly Part[], metadata: Content): Part[] {
  const sources = new ChatgptSources(metadata)
  const cited = parts.flatMap((part) => (part.type === 'text' ? textParts(sources.cited(part.text)) : [part]))
  const list = sources.list()
  return list === '' ? cited : [...cited, { type: 'text', text: `\n\n${list}` }]
}

/** A picture in the text and an attachment may be the same file: then it is one, by the name that it was given. */
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

/** What a file is called by whatever points to it: `file-abc` for `file-service://file-abc`. */
export function fileIdOf(pointer: string): string {
  return pointer.replace(/^[\w-]+:\/\//, '').replace(/[#?].*$/s, '')
}

function contentParts(content: Content): Part[] {
  switch (content['content_type']) {
    case undefined:
      return Object.keys(content).length === 0 ? [] : unknownParts(content)
    case 'text':
    case 'multimodal_text':
      return listed(content['parts']).flatMap(mixedPart)
    case 'code':
      return textParts(codeText(content))
    case 'execution_output':
      return textParts(inFence('', textOf(content['text'])))
    case 'thoughts':
      return [content['thoughts']].flat().flatMap(thoughtPart)
    case 'reasoning_recap':
      return reasoningParts(textOf(content['content']))
    case 'tether_quote':
    case 'sonic_webpage':
      return textParts(quotation(content))
    case 'tether_browsing_display':
      return textParts(joined([textOf(content['summary']), textOf(content['result'])]))
    case 'system_error':
      return textParts(joined([textOf(content['name']), textOf(content['text'])]))
    case 'user_editable_context':
      return textParts(joined([textOf(content['user_profile']), textOf(content['user_instructions'])]))
    case 'model_editable_context':
      return textParts(textOf(content['model_set_context']))
    default:
      return unknownParts(content)
  }
}

function mixedPart(part: unknown): Part[] {
  if (typeof part === 'string') return textParts(part)
  if (!isFields(part)) return []
  switch (part['content_type']) {
    case 'image_asset_pointer':
      return [assetPart(part, 'image')]
    case 'audio_asset_pointer':
      return [assetPart(part, 'audio')]
    case 'video_container_asset_pointer':
      return [assetPart(part, 'video')]
    case 'audio_transcription':
      return textParts(textOf(part['text']))
    case 'real_time_user_audio_video_asset_pointer': {
      const sound = part['audio_asset_pointer']
      return [assetPart(isFields(sound) ? sound : part, 'audio')]
    }
    default:
      return unknownParts(part)
  }
}

/** Its text where it has one, and otherwise all of it. */
function unknownParts(content: Content): Part[] {
  const parts = listed(content['parts'])
  if (parts.some((part) => part !== '')) {
    return parts.flatMap((part) => (typeof part === 'string' ? textParts(part) : textParts(asJson(part))))
  }
  const text = textOf(content['text'])
  if (text !== '') return textParts(text)
  const { content_type: _type, parts: _parts, text: _text, ...rest } = content
  return Object.values(rest).every((value) => value === null || value === '')
    ? []
    : textParts(asJson(content))
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
  return listed(metadata['attachments']).flatMap((given): AttachmentPart[] => {
    if (!isFields(given)) return []
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
  return inFence(language === 'unknown' ? '' : language, textOf(content['text']))
}

function thoughtPart(thought: unknown): Part[] {
  if (typeof thought === 'string') return reasoningParts(thought)
  if (!isFields(thought)) return []
  return reasoningParts(joined([textOf(thought['summary']), textOf(thought['content'])]))
}

function quotation(content: Content): string {
  const place = [textOf(content['title']), textOf(content['url'] ?? content['domain'])]
  const said = joined([textOf(content['text']), textOf(content['snippet'])])
  return joined([place.filter((text) => text !== '').join(', '), said === '' ? '' : quoted(said)])
}

function inFence(language: string, text: string): string {
  return text === '' ? '' : fenced(language, text)
}

function textParts(text: string): Part[] {
  return text === '' ? [] : [{ type: 'text', text }]
}

function reasoningParts(text: string): Part[] {
  return text === '' ? [] : [{ type: 'reasoning', text }]
}

function joined(texts: string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}
