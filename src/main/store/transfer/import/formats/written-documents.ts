import { fencedCode } from '../../../../../shared/markdown/fenced-code'
import { isRecord } from '../../../../../shared/record'
import { type Fields, joinedTexts, linkText, listOf, textOf } from './foreign-fields'
import type { PartList } from './part-list'

/** The languages of Claude's artifacts that name none; other types are Markdown or name their language. */
const artifactLanguages = new Map([
  ['application/vnd.ant.code', ''],
  ['application/vnd.ant.mermaid', 'mermaid'],
  ['application/vnd.ant.react', 'jsx'],
  ['image/svg+xml', 'svg'],
  ['text/html', 'html'],
])

/**
 * The document that a call of ChatGPT's canvas writes, as Markdown: new, or in full. Null for other calls, and for
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

/** The tools of Claude that write a whole file. */
const fileTools = new Set(['create_file', 'str_replace_based_edit_tool', 'str_replace_editor'])

/**
 * The artifact or file that a call of Claude writes, as Markdown: new, or in full. Null for other calls, and for
 * changes of a part.
 */
export function artifactText(toolName: string, input: unknown): string | null {
  if (!isRecord(input)) return null
  if (fileTools.has(toolName)) return fileText(input)
  return toolName === 'artifacts' ? artifactOf(input, textOf(input['content'])) : null
}

function fileText({ command, path, file_text: text }: Fields): string | null {
  if (textOf(text) === '' || (command !== undefined && command !== 'create')) return null
  const name = textOf(path).split(/[/\\]/).at(-1) ?? ''
  const extension = /\.(\w{1,20})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return titled(name, /^(?:md|markdown)$/.test(extension) ? null : extension, textOf(text))
}

function artifactOf({ title, type, language }: Fields, content: string): string | null {
  if (content === '') return null
  const named = textOf(language) || (artifactLanguages.get(textOf(type)) ?? null)
  return titled(textOf(title), named, content)
}

const tagged = /<ant(Artifact|Thinking)\b([^<>]{0,2000})>/g

/**
 * Adds a text of Claude in which older exports keep artifacts and thinking as elements. An element that is not closed
 * stays text.
 */
export function addTaggedText(list: PartList, text: string): void {
  let at = 0
  /** No element of these kinds ends after this place. */
  const unclosed = new Set<string>()
  for (const { 0: head, 1: name = '', 2: given = '', index } of text.matchAll(tagged)) {
    if (index < at || unclosed.has(name)) continue
    const end = `</ant${name}>`
    const to = text.indexOf(end, index)
    if (to === -1) {
      unclosed.add(name)
      continue
    }
    list.text(text.slice(at, index))
    const inside = text.slice(index + head.length, to).trim()
    if (name === 'Thinking') list.reasoning(inside)
    else list.text(`\n\n${artifactOf(attributesIn(given), inside) ?? ''}\n\n`)
    at = to + end.length
  }
  list.text(text.slice(at))
}

function attributesIn(head: string): Fields {
  return Object.fromEntries(
    [...head.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
  )
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
