import type { AnswerSource } from '../../../../../shared/sessions/messages'
import { type Fields, linkText, recordsIn, textOf } from './foreign-fields'
import { isRecord } from '../../../../../shared/record'

/** The source of a statement: a page, or a file without an address. */
export interface Source {
  title: string
  url: string | null
}

/** More sources of one message are not listed. */
const maxSources = 200
const maxTitleChars = 200
const maxUrlChars = 4_000

/** The sources of one message, each once, numbered from 1 in the order in which they are cited or added. */
export class NumberedSources {
  readonly #numbers = new Map<string, { number: number; source: Source }>()
  #isFull = false

  /** Some sources were too many. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Adds a source; null is ignored. */
  add(source: Source | null): void {
    if (source !== null) this.#entry(source)
  }

  /** The number of a source as Markdown, with a link to its page. */
  cite(source: Source): string {
    const entry = this.#entry(source)
    if (entry === null) return ''
    return source.url === null ? `\\[${entry.number}\\]` : `[[${entry.number}]](<${source.url}>)`
  }

  /** All of them as web sources; null if one has no address, and empty without any. */
  pages(): AnswerSource[] | null {
    const pages: AnswerSource[] = []
    for (const { source } of this.#numbers.values()) {
      const { title, url } = source
      if (url === null) return null
      pages.push(title === url ? { url } : { url, title })
    }
    return pages
  }

  /** All of them as Markdown; empty without any. */
  list(): string {
    const lines = [...this.#numbers.values()].map(({ number, source: { title, url } }) =>
      url === null ? `${number}. ${linkText(title)}` : `${number}. [${linkText(title)}](<${url}>)`,
    )
    return lines.length === 0 ? '' : `Sources:\n\n${lines.join('\n')}`
  }

  #entry(source: Source): { number: number; source: Source } | null {
    const key = source.url ?? `file ${source.title}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    if (this.#numbers.size === maxSources) {
      this.#isFull = true
      return null
    }
    const entry = { number: this.#numbers.size + 1, source }
    this.#numbers.set(key, entry)
    return entry
  }
}

/** A source from fields with the usual names; null when it has neither an address nor a title. */
export function sourceIn(given: Fields): Source | null {
  const title = textOf(given['title']) || textOf(given['name'])
  return sourceOf(title, given['url'] ?? given['link'] ?? given['uri'])
}

/** A source with this title and address; null when it has neither. */
export function sourceOf(title: string, url: unknown): Source | null {
  const address = webAddress(textOf(url))
  const name = title.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() || (address ?? '')
  return name === '' ? null : { title: name.slice(0, maxTitleChars).toWellFormed(), url: address }
}

/** A web address that is valid between `<` and `>`; null for any other. */
function webAddress(given: string): string | null {
  if (given.length > maxUrlChars || !URL.canParse(given)) return null
  const { protocol, href } = new URL(given)
  return protocol === 'https:' || protocol === 'http:'
    ? href.replaceAll('<', '%3C').replaceAll('>', '%3E')
    : null
}

/**
 * A mark with words separated by U+E202, the same without its start and end, or an older one such as `【3†source】` or
 * `:contentReference[oaicite:3]{index=3}`.
 */
const marks =
  /\ue200[^\ue200\ue201]*\ue201|(?:\ue202turn\d+[a-z_]+\d+)+|【[^【】]{1,300}】|:contentReference\[oaicite:\d{1,4}\](?:\{index=\d{1,4}\})?/g
const mayHoldMarks = /[\ue200-\ue206]|†|oaicite/
const olderMark = /^(?:【([\w:.-]{1,60})†([^】]*)】|(?:【|:contentReference\[)oaicite:\d+.*)$/
/** Remains of marks without an end, and the brackets around what a source is about. */
const strayMarks = /\ue200[a-z_]*(?:\ue202[\w-]*)*|[\ue200-\ue206]/g
/** Marks that cite something; others show pictures, names or links. */
const citingKinds = new Set(['', 'cite', 'filecite', 'navlist'])

/** The sources that marks in the texts of a message refer to. */
interface KnownSources {
  /** By the name in a mark, such as `turn0search3`. */
  byName: ReadonlyMap<string, Source>
  /** ChatGPT's references, by the whole mark. */
  byMark?: ReadonlyMap<string, Fields>
  /** Citations of older exports of ChatGPT. */
  citations?: readonly Fields[]
  /** The sources of an answer without marks. */
  unmarked?: readonly Source[]
}

/**
 * The citations in the texts of one message. ChatGPT and LibreChat mark them with private-use characters; each mark
 * becomes the number of its source, with a link.
 * @see https://github.com/pionxzh/chatgpt-exporter/issues/259 for the marks
 * @see https://github.com/Laumss/loominary/issues/17 for `content_references`
 */
export class CitationMarks {
  readonly #known: KnownSources
  readonly #sources: NumberedSources
  #hasLost = false

  constructor(known: KnownSources, sources = new NumberedSources()) {
    this.#known = known
    this.#sources = sources
  }

  /** Those of a message of ChatGPT. */
  static ofChatgpt(metadata: Fields): CitationMarks {
    const references = recordsIn(metadata['content_references'])
    return new CitationMarks({
      byMark: new Map(references.map((reference) => [textOf(reference['matched_text']), reference])),
      byName: new Map([...namedByReferences(references), ...namedBySearches(metadata)]),
      citations: recordsIn(metadata['citations']),
      unmarked: references
        .filter(({ type }) => type === 'sources_footnote')
        .flatMap(({ sources }) => recordsIn(sources).flatMap((each) => sourceIn(each) ?? [])),
    })
  }

  /** Some marks cite something that the file does not name. */
  get hasLost(): boolean {
    return this.#hasLost || this.#sources.isFull
  }

  /** The text with numbered links in place of marks. */
  cited(text: string): string {
    if (!mayHoldMarks.test(text)) return text
    const cited = this.#citedAt(text)
    return text
      .replaceAll(marks, (mark) => this.#replacement(mark, cited.get(mark) ?? []))
      .replaceAll(strayMarks, '')
  }

  /** The sources that texts referred to, or those of an answer without marks, as Markdown; empty without any. */
  list(): string {
    const cited = this.#sources.list()
    if (cited !== '') return cited
    for (const source of this.#known.unmarked ?? []) this.#sources.add(source)
    return this.#sources.list()
  }

  /** Citations of older exports, by position, counted in code points as in Python. */
  #citedAt(text: string): Map<string, Source[]> {
    const cited = new Map<string, Source[]>()
    const { citations = [] } = this.#known
    if (citations.length === 0) return cited
    const characters = Array.from(text)
    for (const { start_ix: start, end_ix: end, metadata } of citations) {
      if (typeof start !== 'number' || typeof end !== 'number' || end - start > 300) continue
      const source = isRecord(metadata) ? sourceIn(metadata) : null
      const mark = characters.slice(start, end).join('')
      if (source !== null) cited.set(mark, [...(cited.get(mark) ?? []), source])
    }
    return cited
  }

  #replacement(mark: string, cited: readonly Source[]): string {
    const older = olderMark.exec(mark)
    if (older === null && mark.startsWith('【')) return mark
    const reference = this.#known.byMark?.get(mark)
    const known = reference === undefined ? [] : sourcesOf(reference)
    const words = older === null ? wordsOf(mark) : [older[1] ?? '']
    const byName = words.flatMap((word) => this.#known.byName.get(word) ?? [])
    const sources = [known, cited, byName].find((found) => found.length > 0)
    if (sources !== undefined) return sources.map((source) => this.#sources.cite(source)).join('')
    const label = older?.[2] ?? ''
    // The mark itself names an uploaded file.
    if (/\.\w+$/.test(label)) return this.#sources.cite({ title: label, url: null })
    const text = older === null ? textOfMark(words, textOf(reference?.['alt'])) : ''
    if (text === '' && (older !== null || citingKinds.has(words[0] ?? ''))) this.#hasLost = true
    return text
  }
}

/** The words of a mark. Those of LibreChat name only sources, so the kind of the mark is empty. */
function wordsOf(mark: string): string[] {
  const words = mark.replaceAll(/[\ue200\ue201]/g, '').split('\ue202')
  return /^turn\d/.test(words[0] ?? '') ? ['', ...words] : words
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
  const found = recordsIn(reference['items']).flatMap((item) => sourceIn(item) ?? [])
  if (found.length > 0) return found
  const own = sourceIn(reference)
  if (own !== null) return [own]
  const { safe_urls: urls } = reference
  return Array.isArray(urls) ? urls.flatMap((url) => sourceIn({ url }) ?? []) : []
}

/** Sources named `turn0search3` in marks, from the references. */
function namedByReferences(references: readonly Fields[]): [string, Source][] {
  return references.flatMap((reference) =>
    [reference, ...recordsIn(reference['items'])].flatMap((item) => named(item, item['refs'])),
  )
}

/** The same from the searches behind the answer. */
function namedBySearches(metadata: Fields): [string, Source][] {
  return recordsIn(metadata['search_result_groups'])
    .flatMap((group) => recordsIn(group['entries']))
    .flatMap((entry) => named(entry, [entry['ref_id']]))
}

function named(item: Fields, references: unknown): [string, Source][] {
  const source = sourceIn(item)
  if (source === null) return []
  return recordsIn(references).map((reference) => [
    `turn${String(reference['turn_index'])}${textOf(reference['ref_type'])}${String(reference['ref_index'])}`,
    source,
  ])
}
