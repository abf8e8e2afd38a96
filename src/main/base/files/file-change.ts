import { isAbsolute, sep } from 'node:path'

import { structuredPatch } from 'diff'

import type { FileChange } from '../../../shared/agents/agents'
import { pathInside } from './full-path'

/** Longer texts are not compared, because that would block the event loop. In UTF-16 units. */
const maxComparedChars = 1024 * 1024
/** The longest patch that is kept; a longer one is reduced to its counts. */
const maxPatchChars = 256 * 1024
/** With more edits than this, one text is reported as a replacement of the other. */
const maxEditLength = 1_000
const contextLines = 3

/** A file before and after a change; null when it does not exist. */
export interface FileTexts {
  /** Absolute, or relative to the workspace. */
  path: string
  before: string | null
  after: string | null
}

/** The change of one file, with hunks if both texts together are short enough to be compared. */
export function fileChange(texts: FileTexts, workspace: string, maxChars = maxComparedChars): FileChange {
  const { before, after } = texts
  const change = uncomparedChange(texts, workspace)
  if ((before ?? '').length + (after ?? '').length > maxChars) return change
  const lines = hunkLines(before ?? '', after ?? '')
  const patch = lines.map((line) => `${line}\n`).join('')
  return patch.length > maxPatchChars ? change : { ...change, patch, ...countLines(lines) }
}

/** The change of one file without hunks. */
export function uncomparedChange({ path, before, after }: FileTexts, workspace: string): FileChange {
  const kind = before === null ? 'added' : after === null ? 'deleted' : 'modified'
  return { path: pathInWorkspace(path, workspace), kind }
}

/** A change with existing hunks in unified diff format; file headers before the first hunk are removed. */
export function fileChangeOfPatch(
  change: Pick<FileChange, 'path' | 'kind' | 'movedFrom'>,
  unified: string,
  workspace: string,
): FileChange {
  const { movedFrom } = change
  const named: FileChange = {
    path: pathInWorkspace(change.path, workspace),
    kind: change.kind,
    ...(movedFrom === undefined ? {} : { movedFrom: pathInWorkspace(movedFrom, workspace) }),
  }
  const start = unified.startsWith('@@') ? 0 : unified.indexOf('\n@@') + 1
  if (start === 0 && !unified.startsWith('@@')) return named
  const patch = unified.slice(start)
  if (patch.length > maxPatchChars) return named
  return { ...named, patch, ...countLines(patch.split('\n')) }
}

/** The path of a file for display: if it is in the workspace, relative and with slashes, as git names it; else absolute. */
export function pathInWorkspace(path: string, workspace: string): string {
  const way = isAbsolute(path) ? pathInside(workspace, path) : path
  return way === null || way === '' ? path : way.replaceAll(sep, '/')
}

function hunkLines(before: string, after: string): string[] {
  const compared =
    before === '' || after === ''
      ? undefined
      : structuredPatch('', '', before, after, undefined, undefined, { context: contextLines, maxEditLength })
  if (compared === undefined) return replacedLines(before, after)
  return compared.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ])
}

/** One hunk that replaces all of one text with all of another. */
function replacedLines(before: string, after: string): string[] {
  const [gone, come] = [linesOf(before, '-'), linesOf(after, '+')]
  if (gone.count === 0 && come.count === 0) return []
  return [`@@ -${placeOf(gone)} +${placeOf(come)} @@`, ...gone.lines, ...come.lines]
}

function placeOf({ count }: { count: number }): string {
  return `${count === 0 ? 0 : 1},${count}`
}

function linesOf(text: string, mark: '-' | '+'): { lines: string[]; count: number } {
  if (text === '') return { lines: [], count: 0 }
  const lines = text.split('\n')
  const hasEnd = lines.at(-1) === ''
  if (hasEnd) lines.pop()
  const marked = lines.map((line) => `${mark}${line}`)
  return {
    lines: hasEnd ? marked : [...marked, '\\ No newline at end of file'],
    count: lines.length,
  }
}

function countLines(lines: readonly string[]): { added: number; removed: number } {
  return {
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  }
}
