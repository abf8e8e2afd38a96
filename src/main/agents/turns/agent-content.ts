import { z } from 'zod'

import { assertNever } from '../../../shared/invariant'
import { lookupTable } from '../../../shared/lookup-table'
import type { SourceEvent } from '../../run-source/run-source'
import { some } from './lenient'

/** A part of an agent's answer, or of the result of a call. */
export type AgentContent =
  | { kind: 'text'; text: string }
  | { kind: 'file'; mediaType: string; bytes: Uint8Array }
  | { kind: 'link'; label: string; uri: string }
  /** A text file, or a part of one. */
  | { kind: 'resource'; label: string; text: string }
  /** A kind of content that Parley does not know, or one without content. */
  | { kind: 'unknown'; json: string }

const words = some(z.string())
const fields = z.object({
  type: words,
  text: words,
  data: words,
  mimeType: words,
  uri: words,
  name: words,
  title: words,
  /** As the Messages API writes files. */
  source: some(z.object({ data: words, media_type: words, url: words })),
  resource: some(z.object({ uri: words, mimeType: words, text: words, blob: words })),
})

/**
 * The content of a message or a result: a text, a block, or a list of blocks, as ACP, MCP and the Messages API write
 * them. @see https://agentclientprotocol.com/protocol/content
 */
export function contentIn(value: unknown): AgentContent[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'string') return [{ kind: 'text', text: value }]
  return Array.isArray(value) ? value.map(blockOf) : [blockOf(value)]
}

function blockOf(value: unknown): AgentContent {
  if (typeof value === 'string') return { kind: 'text', text: value }
  const block = fields.safeParse(value).data
  const content = block === undefined ? null : (textOf(block) ?? fileOf(block) ?? linkOf(block))
  return content ?? { kind: 'unknown', json: JSON.stringify(value) ?? '' }
}

type Block = z.output<typeof fields>

function textOf({ text, resource }: Block): AgentContent | null {
  const inResource = resource?.text ?? null
  if (inResource !== null) return { kind: 'resource', label: resource?.uri ?? '', text: inResource }
  return text === null ? null : { kind: 'text', text }
}

const usualTypes = lookupTable({ image: 'image/png', audio: 'audio/wav' })

function fileOf({ type, data, mimeType, source, resource }: Block): AgentContent | null {
  const base64 = data ?? source?.data ?? resource?.blob ?? ''
  const bytes = Buffer.from(base64.replace(/^data:[^,]*,/, ''), 'base64')
  if (bytes.length === 0) return null
  const said = mimeType ?? source?.media_type ?? resource?.mimeType ?? ''
  const usual = usualTypes.get(type ?? '') ?? 'application/octet-stream'
  return { kind: 'file', mediaType: /^[\w.+-]+\/[\w.+-]+$/.test(said) ? said : usual, bytes }
}

function linkOf({ uri, name, title, source, resource }: Block): AgentContent | null {
  const target = uri ?? source?.url ?? resource?.uri ?? ''
  return target === '' ? null : { kind: 'link', label: title ?? name ?? target, uri: target }
}

/** The content in an answer: its text in Markdown, and its files; null for unknown content. */
export function answerPiece(content: AgentContent): string | Extract<SourceEvent, { type: 'file' }> | null {
  switch (content.kind) {
    case 'text':
      return content.text
    case 'file':
      return { type: 'file', mediaType: content.mediaType, bytes: content.bytes }
    case 'link':
      return linkText(content.label, content.uri)
    case 'resource':
      return resourceText(content)
    case 'unknown':
      return null
    default:
      return assertNever(content)
  }
}

/** The result of a call: its text, and its files, which follow it. A file in the text becomes `[image]` or `[file]`. */
export function resultOf(
  content: readonly AgentContent[],
  toolCallId: string,
): { text: string; files: Extract<SourceEvent, { type: 'file' }>[] } {
  return {
    text: content.map(resultText).join('\n'),
    files: content.flatMap((each) =>
      each.kind === 'file'
        ? [{ type: 'file' as const, mediaType: each.mediaType, bytes: each.bytes, toolCallId }]
        : [],
    ),
  }
}

function resultText(content: AgentContent): string {
  switch (content.kind) {
    case 'text':
    case 'resource':
      return content.text
    case 'file':
      return content.mediaType.startsWith('image/') ? '[image]' : '[file]'
    case 'link':
      return content.label === content.uri ? content.uri : `${content.label} (${content.uri})`
    case 'unknown':
      return content.json
    default:
      return assertNever(content)
  }
}

function linkText(label: string, uri: string): string {
  return `[${label.replaceAll(/[[\]\\`<>\s]+/g, ' ').trim() || 'link'}](<${uri.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`
}

/** Returns a block of code with the name of the file, whatever the text contains. */
function resourceText({ label, text }: { label: string; text: string }): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const language = /\.(\w{1,12})$/.exec(label)?.[1] ?? ''
  const name = label === '' ? '' : `${linkText(label.split('/').at(-1) || label, label)}\n\n`
  return `\n\n${name}${fence}${language}\n${text}\n${fence}\n\n`
}
