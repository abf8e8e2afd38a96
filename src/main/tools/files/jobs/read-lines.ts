import { textOf } from '../../../base/files/text-encoding'
import { pageLimits } from '../../../../shared/pages/page'
import { fileRefusal, shown } from '../places/file-failure'
import { type FolderPlace, rootOf } from '../places/held-folder'
import { readFileOf } from '../places/open-file'
import { namesInFolder } from '../places/relative-path'

/** The lines to read, and their file. */
export interface ReadLines {
  place: FolderPlace
  names: readonly string[]
  /** The first line, starting at 1. */
  offset: number
  limit: number
}

const maxFileBytes = 16 * 1024 * 1024
const maxLineChars = 4_000
const maxChars = 100_000

/** The lines of a text file as text for a model; a file that is not text is only named. @throws NOT_FOUND, INVALID_INPUT */
export function readFileLines({ place, names, offset, limit }: ReadLines): string {
  const { bytes } = readFileOf(place, names, maxFileBytes)
  const name = shown(names)
  if (bytes.length === 0) return `[${name} is empty.]`
  const text = textOf(bytes)
  if (text === null) return `[${name} is not a text file (${bytes.length.toLocaleString('en')} bytes).]`
  const lines = linesOf(text)
  if (offset > lines.length) return `[${name} has ${lines.length} lines, none from ${offset} on.]`
  const taken: string[] = []
  let chars = 0
  for (const line of lines.slice(offset - 1, offset - 1 + limit)) {
    const cut =
      line.length > maxLineChars ? `${line.slice(0, maxLineChars)}… [${line.length} characters]` : line
    chars += cut.length + 1
    if (chars > maxChars && taken.length > 0) break
    taken.push(cut)
  }
  const last = offset + taken.length - 1
  const more = last < lines.length ? ` To read on, use offset ${last + 1}.` : ''
  return [`[${name}: lines ${offset}–${last} of ${lines.length}.${more}]`, ...taken].join('\n')
}

/**
 * A text file in the folder of an agent, which may be part of Parley's own data, as a whole.
 * @throws NOT_FOUND, INVALID_INPUT
 */
export function readWholeText({ folder, path }: { folder: string; path: string }): string {
  const root = rootOf(folder)
  const names = namesInFolder(path, root)
  const { bytes } = readFileOf({ root, closedFolders: [] }, names, pageLimits.sourceChars)
  const text = textOf(bytes)
  if (text === null) throw fileRefusal('not-text', names)
  return text
}

/** The lines of a text, without their ends. A line end at the end of a file begins no further line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}
