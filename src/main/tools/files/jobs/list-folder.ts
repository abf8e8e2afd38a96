import { assertNever } from '../../../../shared/invariant'
import { shown } from '../places/file-failure'
import type { FolderPlace } from '../places/held-folder'
import { type FoundEntry, skippedFolders, walk } from '../places/walk'

/** The folder to list, and the part of its list to return. */
export interface ListedFolder {
  place: FolderPlace
  names: readonly string[]
  /** The number of folder levels. */
  depth: number
  /** The first entry, starting at 1. */
  offset: number
  limit: number
}

const maxEntries = 20_000

/** Lists a folder as text for a model, one entry per line. @throws NOT_FOUND, INVALID_INPUT */
export function listFolder({ place, names, depth, offset, limit }: ListedFolder): string {
  const found = walk(place, names, { entries: maxEntries, depth })
  const lines: string[] = []
  let count = 0
  let next = found.next()
  for (; next.done !== true; next = found.next()) {
    count += 1
    if (count >= offset && lines.length < limit) lines.push(lineOf(next.value, names))
  }
  return [
    `[${headOf({ names, count, offset, shownCount: lines.length, isCut: next.value.isCut })}]`,
    ...lines,
  ].join('\n')
}

function headOf(listed: {
  names: readonly string[]
  count: number
  offset: number
  shownCount: number
  isCut: boolean
}): string {
  const { names, count, offset, shownCount, isCut } = listed
  const folder = shown(names)
  const all = isCut ? `more than ${count}` : String(count)
  if (count === 0) return `${folder} is empty.`
  if (shownCount === 0) return `${folder} has ${all} entries, none from ${offset} on.`
  const last = offset + shownCount - 1
  const more = last < count ? ` To see more, use offset ${last + 1}.` : ''
  const cut = isCut ? ' The rest was not looked at; list one of the folders in it.' : ''
  return `${folder}: entries ${offset}–${last} of ${all}.${more}${cut}`
}

function lineOf({ names, kind, sizeBytes }: FoundEntry, from: readonly string[]): string {
  const path = names.slice(from.length).join('/')
  switch (kind) {
    case 'file':
      return `${path} (${sizeBytes.toLocaleString('en')} bytes)`
    case 'folder':
      return skippedFolders.has(names.at(-1) ?? '') ? `${path}/ (not listed)` : `${path}/`
    case 'link':
      return `${path} (a link, which is not followed)`
    case 'special':
      return `${path} (not a file)`
    default:
      return assertNever(kind)
  }
}
