import { ParleyError } from '../../../../shared/errors'
import { textOf } from '../../../base/files/text-encoding'
import { toolRefusal } from '../../tool-refusal'
import { shown } from '../places/file-failure'
import type { FolderPlace } from '../places/held-folder'
import { readFileOf } from '../places/open-file'
import { type FoundEntry, walk } from '../places/walk'
import { linesOf } from './read-lines'

/** The paths or text to search for, and where. */
export interface FileSearch {
  place: FolderPlace
  /** The folder or file to search. */
  names: readonly string[]
  /** Null to find files by their path alone. */
  query: string | null
  isPattern: boolean
  ignoresCase: boolean
  /** Only files whose path matches. */
  include: string | null
  /** The first match, starting at 1. */
  offset: number
  limit: number
}

/** Larger files are rarely written by people. */
const maxFileBytes = 4 * 1024 * 1024
const maxTotalBytes = 512 * 1024 * 1024
const limits = { entries: 200_000, depth: 60 }
/** The search ends by itself after this time, before its thread is ended. */
const maxMs = 15_000
const shownLineChars = 300

/**
 * Searches the text files of a folder, line by line, as text for a model. A pattern may take forever: call this in a
 * thread that can be terminated.
 * @throws NOT_FOUND, INVALID_INPUT
 */
export function searchFiles(search: FileSearch): string {
  const { place, names, query, include, offset, limit } = search
  const matches = query === null ? null : matcherOf(search, query)
  const isIncluded = include === null ? null : pathPattern(include)
  const hits: string[] = []
  let count = 0
  let end: string | null = null
  const scan = filesOf(place, names)
  for (let next = scan.next(); ; next = scan.next()) {
    if (next.done === true) {
      end = next.value
      break
    }
    const { path, read } = next.value
    if (isIncluded?.test(path) === false) continue
    for (const hit of matches === null ? [path] : hitsIn(path, read(), matches)) {
      count += 1
      if (count >= offset) hits.push(hit)
      if (hits.length > limit) break
    }
    if (hits.length > limit) break
  }
  const isMore = hits.length > limit
  return [
    `[${headOf({ ...search, count: isMore ? count - 1 : count, isMore, end })}]`,
    ...hits.slice(0, limit),
  ].join('\n')
}

/** The files to search and their texts; at the end, why not all of them were searched. */
function* filesOf(
  place: FolderPlace,
  names: readonly string[],
): Generator<{ path: string; read: () => string | null }, string | null> {
  const started = performance.now()
  let totalBytes = 0
  const textAt = (file: readonly string[]) => textOf(readFileOf(place, file, maxFileBytes).bytes)
  const found = walk(place, names, limits)
  let next: IteratorResult<FoundEntry, { isCut: boolean }>
  try {
    next = found.next()
  } catch (error) {
    // The path may be that of a file.
    if (!(error instanceof ParleyError) || names.length === 0) throw error
    yield { path: shown(names), read: () => textAt(names) }
    return null
  }
  for (; next.done !== true; next = found.next()) {
    const { names: file, kind, sizeBytes } = next.value
    if (kind !== 'file') continue
    if (performance.now() - started > maxMs) return 'it took too long'
    const read = () => {
      totalBytes += sizeBytes
      return sizeBytes > maxFileBytes ? null : unlessRefused(() => textAt(file))
    }
    yield { path: file.join('/'), read }
    if (totalBytes > maxTotalBytes) return 'the files are too large'
  }
  return next.value.isCut ? 'there are too many files' : null
}

/** One file that cannot be read does not end a search. */
function unlessRefused(read: () => string | null): string | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof ParleyError) return null
    throw error
  }
}

type Matcher = (line: string) => { at: number } | null

function matcherOf({ isPattern, ignoresCase }: FileSearch, query: string): Matcher {
  if (!isPattern) {
    const wanted = ignoresCase ? query.toLowerCase() : query
    return (line) => {
      const at = (ignoresCase ? line.toLowerCase() : line).indexOf(wanted)
      return at === -1 ? null : { at }
    }
  }
  const expression = expressionOf(query, ignoresCase ? 'i' : '')
  return (line) => {
    const match = expression.exec(line)
    return match === null ? null : { at: match.index }
  }
}

/** Models write `\-`, which Unicode mode rejects. */
function expressionOf(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`)
  } catch {
    try {
      return new RegExp(source, flags)
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      throw toolRefusal(`The pattern is not valid: ${detail}`, error)
    }
  }
}

function* hitsIn(path: string, text: string | null, matches: Matcher): Generator<string> {
  if (text === null) return
  for (const [index, line] of linesOf(text).entries()) {
    const match = matches(line)
    if (match !== null) yield `${path}:${index + 1}: ${around(line, match.at)}`
  }
}

/** The part of a long line around its match. */
function around(line: string, at: number): string {
  if (line.length <= shownLineChars) return line.trim()
  const from = Math.max(0, at - shownLineChars / 3)
  const to = from + shownLineChars
  return `${from > 0 ? '…' : ''}${line.slice(from, to).trim()}${to < line.length ? '…' : ''}`
}

function headOf(found: FileSearch & { count: number; isMore: boolean; end: string | null }): string {
  const { names, query, offset, limit, count, isMore, end } = found
  const what = query === null ? 'files' : 'matches'
  const where = names.length === 0 ? '' : ` in ${shown(names)}`
  const cut = end === null ? '' : ` The search ended early because ${end}; search a smaller folder.`
  if (count === 0) return `No ${what}${where}.${cut}`
  if (count < offset) return `${count} ${what}${where}, none from ${offset} on.${cut}`
  const last = Math.min(count, offset + limit - 1)
  const more = isMore ? ` There are more; use offset ${last + 1}.` : ''
  return `${query === null ? 'Files' : 'Matches'} ${offset}–${last}${where}.${more}${cut}`
}

/**
 * A pattern of paths, such as `src/**` with a name like `*.ts`: `*` and `?` match within a name, `**` any folders, and
 * `{a,b}` either. Without a slash it matches names in any folder.
 */
function pathPattern(pattern: string): RegExp {
  const anywhere = pattern.includes('/') ? pattern.replace(/^\//, '') : `**/${pattern}`
  let depth = 0
  const source = anywhere.replaceAll(/\*\*\/|\*+|\?|[{},]|[.+^$()|[\]\\]/g, (part) => {
    if (part === '**/') return '(?:[^/]+/)*'
    if (part.startsWith('*')) return part.length > 1 ? '.*' : '[^/]*'
    if (part === '?') return '[^/]'
    if (part === '{') {
      depth += 1
      return '(?:'
    }
    if (part === '}' && depth > 0) {
      depth -= 1
      return ')'
    }
    if (part === ',') return depth > 0 ? '|' : ','
    return `\\${part}`
  })
  return new RegExp(`^${source}${')'.repeat(depth)}$`, 'su')
}
