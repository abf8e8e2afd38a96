import { fencedCode } from '../../../../../shared/markdown/fenced-code'
import { isRecord } from '../../../../../shared/record'
import { type Fields, joinedTexts, listOf, textOf } from './foreign-fields'
import { linkText } from './markdown-text'

/** The languages of Claude's artifacts that name none; other types are Markdown or name their language. */
const artifactLanguages = new Map([
  ['application/vnd.ant.code', ''],
  ['application/vnd.ant.mermaid', 'mermaid'],
  ['application/vnd.ant.react', 'jsx'],
  ['image/svg+xml', 'svg'],
  ['text/html', 'html'],
])

/**
 * What a call of ChatGPT's canvas writes, as Markdown: a new document, or all of one. Null for other calls, and for
 * changes of a part, which mean nothing without the document.
 */
export function canvasText(recipient: string, call: string): string | null {
  if (!recipient.startsWith('canmore.')) return null
  const input = jsonIn(call)
  const { name, type, content } = input
  if (recipient === 'canmore.create_textdoc' && textOf(content) !== '') {
    const language = /^code\/(.+)$/.exec(textOf(type))?.[1] ?? null
    return titled(textOf(name), language, textOf(content))
  }
  const [update, ...others] = listOf(input['updates'])
  if (!isRecord(update) || others.length > 0 || update['pattern'] !== '.*') return null
  const text = textOf(update['replacement'])
  return text === '' ? null : fencedCode(text)
}

/** What a call of Claude's artifacts writes, as Markdown: a new artifact, or all of one. Null for other calls. */
export function artifactText(toolName: string, input: unknown): string | null {
  if (toolName !== 'artifacts' || !isRecord(input)) return null
  const { title, type, language, content } = input
  if (textOf(content) === '') return null
  const named = textOf(language) || (artifactLanguages.get(textOf(type)) ?? null)
  return titled(textOf(title), named, textOf(content))
}

/** `language` null means Markdown. */
function titled(title: string, language: string | null, content: string): string {
  const heading = title === '' ? '' : `**${linkText(title)}**`
  return joinedTexts([heading, language === null ? content : fencedCode(content, language)])
}

function jsonIn(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
