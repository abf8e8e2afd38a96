import { assertNever } from '../../../shared/invariant'
import type { AttachmentPart, Message } from '../../../shared/sessions/messages'
import type { AttachmentContent, RunRequest } from '../../run-source/run-source'

/** The files that are attached to the last message. */
export function attachedFiles(messages: readonly Message[]): AttachmentPart[] {
  const parts = messages.findLast(({ role }) => role === 'user')?.parts ?? []
  return parts.filter((part) => part.type === 'attachment')
}

/** Describes the attached files as a model would receive them. */
export async function filesText(
  parts: readonly AttachmentPart[],
  { readAttachment }: Pick<RunRequest, 'readAttachment'>,
): Promise<string> {
  const lines: string[] = []
  for (const part of parts) {
    lines.push(`- ${inline(part.name)}: ${whatItIs(part, (await readAttachment?.(part)) ?? null)}`)
  }
  return `Your message included ${lines.length === 1 ? 'one file' : `${lines.length} files`}:\n\n${lines.join('\n')}`
}

function whatItIs({ width, height, pageCount }: AttachmentPart, content: AttachmentContent | null): string {
  if (content === null) return 'no longer available'
  switch (content.kind) {
    case 'image':
      return `an image of ${width ?? '?'} × ${height ?? '?'} pixels, ${count(content.bytes.length, 'byte')}`
    case 'audio':
      return `a sound of ${count(content.bytes.length, 'byte')}`
    case 'text':
      return `text of ${count(content.text.length, 'character')}`
    case 'pdf':
      return content.text === ''
        ? `a PDF of ${count(pageCount ?? 0, 'page')} without any text`
        : `a PDF of ${count(pageCount ?? 0, 'page')} with ${count(content.text.length, 'character')} of text`
    default:
      return assertNever(content)
  }
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`
}

/** A name with Markdown characters escaped. */
function inline(name: string): string {
  return name.replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&')
}
