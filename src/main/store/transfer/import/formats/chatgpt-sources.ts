import { isRecord } from '../../../../../shared/record'
import { listOf, textOf, type Fields } from './foreign-fields'
import { linkText } from './markdown-text'

/** The source of a statement: a page, or a file without an address. */
interface Source {
  title: string
  url: string | null
}

/** A current mark, with words separated by U+E202, or an older one such as `【3†source】`. */
const marks = /\ue200[^\ue200\ue201]*\ue201|【[^【】]{1,300}】/g
const mayHoldMarks = /[\ue200-\ue206]|†/
const olderMark = /^【([\w:.-]{1,60})†([^】]*)】$/
/** Remains of marks without an end, and the brackets around what a source is about. */
const strayMarks = /\ue200[a-z_]*(?:\ue202[\w-]*)*|[\ue200-\ue206]/g
const maxTitleChars = 200

/**
 * The sources of one ChatGPT message. Its texts refer to them by marks; each mark becomes the number of its source,
 * with a link, and the sources are listed at the end.
 * @see https://github.com/pionxzh/chatgpt-exporter/issues/259 for the marks
 * @see https://github.com/Laumss/loominary/issues/17 for `content_references`
 */
export class ChatgptSources {
  readonly #byMark: Map<string, Fields>
  readonly #byName: Map<string, Source>
  readonly #citations: readonly Fields[]
  readonly #numbers = new Map<string, { number: number; source: Source }>()

  constructor(metadata: Fields) {
    const references = listOf(metadata['content_references']).filter(isRecord)
    this.#byMark = new Map(references.map((reference) => [textOf(reference['matched_text']), reference]))
    this.#byName = new Map([...namedByReferences(references), ...namedBySearches(metadata)])
    this.#citations = listOf(metadata['citations']).filter(isRecord)
  }

  /** The text with numbered links in place of marks. */
  cited(text: string): string {
    if (!mayHoldMarks.test(text)) return text
    const cited = this.#citedAt(text)
    return text
      .replaceAll(marks, (mark) => this.#replacement(mark, cited.get(mark) ?? []))
      .replaceAll(strayMarks, '')
  }

  /** The sources that texts referred to, as Markdown; empty without any. */
  list(): string {
    const lines = [...this.#numbers.values()].map(({ number, source: { title, url } }) =>
      url === null ? `${number}. ${linkText(title)}` : `${number}. [${linkText(title)}](<${url}>)`,
    )
    return lines.length === 0 ? '' : `Sources:\n\n${lines.join('\n')}`
  }

  /** Citations of older exports, by position, counted in code points as in Python. */
  #citedAt(text: string): Map<string, Source[]> {
    const cited = new Map<string, Source[]>()
    if (this.#citations.length === 0) return cited
    const characters = Array.from(text)
    for (const { start_ix: start, end_ix: end, metadata } of this.#citations) {
      if (typeof start !== 'number' || typeof end !== 'number' || end - start > 300) continue
      const source = isRecord(metadata) ? sourceOf(metadata) : null
      const mark = characters.slice(start, end).join('')
      if (source !== null) cited.set(mark, [...(cited.get(mark) ?? []), source])
    }
    return cited
  }

  #replacement(mark: string, cited: readonly Source[]): string {
    const older = olderMark.exec(mark)
    if (older === null && mark.startsWith('【')) return mark
    const reference = this.#byMark.get(mark)
    const known = reference === undefined ? [] : sourcesOf(reference)
    const words = older === null ? mark.slice(1, -1).split('\ue202') : [older[1] ?? '']
    const byName = words.flatMap((word) => this.#byName.get(word) ?? [])
    const sources = [known, cited, byName].find((found) => found.length > 0)
    if (sources !== undefined) return sources.map((source) => this.#numbered(source)).join('')
    const label = older?.[2] ?? ''
    // The mark itself names an uploaded file.
    if (/\.\w+$/.test(label)) return this.#numbered({ title: label, url: null })
    return older === null ? textOfMark(words, textOf(reference?.['alt'])) : ''
  }

  #numbered(source: Source): string {
    const key = source.url ?? `file ${source.title}`
    const known = this.#numbers.get(key) ?? { number: this.#numbers.size + 1, source }
    this.#numbers.set(key, known)
    return source.url === null ? `\\[${known.number}\\]` : `[[${known.number}]](<${source.url}>)`
  }
}

/** The text represented by a mark without a source: the name of something, a link, or nothing. */
function textOfMark([kind = '', first = '', second = '']: readonly string[], alt: string): string {
  if (alt !== '') return alt
  if (kind === 'entity') {
    const name = /^\["[^"]*","([^"]*)"/.exec(first)?.[1] ?? ''
    return linkText(name)
  }
  const url = kind === 'url' ? webAddress(second) : null
  return url === null ? '' : `[${linkText(first)}](<${url}>)`
}

function sourcesOf(reference: Fields): Source[] {
  const items = listOf(reference['items']).filter(isRecord)
  const found = items.flatMap((item) => sourceOf(item) ?? [])
  if (found.length > 0) return found
  const own = sourceOf(reference)
  if (own !== null) return [own]
  return listOf(reference['safe_urls']).flatMap((url) => sourceOf({ url }) ?? [])
}

function sourceOf(given: Fields): Source | null {
  const title = textOf(given['title']) || textOf(given['name'])
  const url = webAddress(textOf(given['url']))
  if (url === null && title === '') return null
  return { title: (title || (url ?? '')).slice(0, maxTitleChars), url }
}

/** Sources named `turn0search3` in marks, from the references. */
function namedByReferences(references: readonly Fields[]): [string, Source][] {
  return references.flatMap((reference) =>
    [reference, ...listOf(reference['items']).filter(isRecord)].flatMap((item) => named(item, item['refs'])),
  )
}

/** The same from the searches behind the answer. */
function namedBySearches(metadata: Fields): [string, Source][] {
  return listOf(metadata['search_result_groups'])
    .filter(isRecord)
    .flatMap((group) => listOf(group['entries']).filter(isRecord))
    .flatMap((entry) => named(entry, [entry['ref_id']]))
}

function named(item: Fields, references: unknown): [string, Source][] {
  const source = sourceOf(item)
  if (source === null) return []
  return listOf(references)
    .filter(isRecord)
    .map((reference) => [
      `turn${String(reference['turn_index'])}${textOf(reference['ref_type'])}${String(reference['ref_index'])}`,
      source,
    ])
}

/** A web address that is valid between `<` and `>`; null for any other. */
function webAddress(given: string): string | null {
  if (!URL.canParse(given)) return null
  const { protocol, href } = new URL(given)
  return protocol === 'https:' || protocol === 'http:'
    ? href.replaceAll('<', '%3C').replaceAll('>', '%3E')
    : null
}
