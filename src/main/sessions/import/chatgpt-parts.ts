import type { Part } from '../../../shared/messages'
import { asJson, fenced, quoted } from './markdown-text'

type Content = Record<string, unknown>

/**
 * What a message of ChatGPT says. Pictures and sounds are not in the export's JSON: an attachment names each. Content
 * of a kind that is not known is kept as its text, or else as it stands in the file.
 */
export function chatgptParts(content: Content, metadata: Content): Part[] {
  return [...contentParts(content), ...attachmentsOf(metadata)]
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
      return listed(content['thoughts']).flatMap(thoughtPart)
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
  if (!isObject(part)) return []
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
      return [assetPart(isObject(sound) ? sound : part, 'audio')]
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
    name: pointer.replace(/^[\w-]+:\/\//, '') || kind,
    mediaType: `${kind}/*`,
    sizeBytes: sizeOf(asset['size_bytes']),
  }
}

function attachmentsOf(metadata: Content): Part[] {
  return listed(metadata['attachments']).flatMap((given): Part[] => {
    if (!isObject(given)) return []
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
  if (!isObject(thought)) return []
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

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function sizeOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}

function isObject(value: unknown): value is Content {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
