import type { ImportReason, ImportReasonCode } from '../../../../../shared/store/import-reasons'
import { isRecord } from '../../../../../shared/record'

/** A file that can be read sequentially: the upload itself, or one entry of a ZIP. */
export interface SourceFile {
  /** Its name in a ZIP; absent for the upload itself. */
  name?: string
  sizeBytes: number
  /** @throws INVALID_INPUT, with an explanation, when nothing more can be read */
  read(): AsyncIterable<Uint8Array>
}

/** A file that a message refers to. */
export interface ReferencedFile {
  /** Its name where it was found; null when the message has a better one. */
  name: string | null
  /** The name that its export lists for it, where it is named by its id. */
  title?: string
  file: SourceFile
}

/** Files in the upload that messages refer to. */
export interface ReferencedFiles {
  /** The file that `attachmentId` of a message refers to; null when it is missing. */
  find(attachmentId: string): ReferencedFile | null
  /** The number of files that were not requested. */
  unusedCount(): number
}

/** Everything readable in an upload. */
export interface ReadableUpload {
  files: SourceFile[]
  referencedFiles: ReferencedFiles
  /** The number of chats that a ZIP of chats claims to contain; null in any other file. */
  announcedChats: number | null
  /** It is a page, which people share. */
  isPage: boolean
  /** The reasons why something was left out, with counts. */
  remarks: ReadonlyMap<ImportReasonCode, number>
  /** Files that Parley does not open but that may contain chats, with what to do about them; null without any. */
  closed: ImportReason | null
  close(): void
}

/** For formats whose conversations refer to no files. */
export const noReferencedFiles: ReferencedFiles = { find: () => null, unusedCount: () => 0 }

/** Names that a remark shows. */
const shownCount = 3
const maxNameChars = 100
/** Values that are inspected; a list of the files of an export is short. */
const maxValues = 10_000

/** The name of a ZIP or of a file of conversations, perhaps at the end of an address. */
const fileName = /([^/\\?#]{1,200}\.zip|conversations[^/\\?#]{0,40}\.json)(?:[?#].*)?$/is

/**
 * The names of files with chats that a value lists, as the manifest of an export does. Empty for most values. A loop,
 * because the value may be nested deeper than the call stack.
 */
export function listedFiles(value: unknown): string[] {
  const names = new Set<string>()
  const waiting: unknown[] = [value]
  for (let count = 0; waiting.length > 0 && count < maxValues; count += 1) {
    const next = waiting.pop()
    if (typeof next === 'string') {
      const name = fileName.exec(next.slice(-2_000))?.[1]
      if (name !== undefined) names.add(name)
    } else if (Array.isArray(next)) waiting.push(...next.slice(0, maxValues))
    else if (isRecord(next)) waiting.push(...Object.entries(next).slice(0, maxValues).flat())
  }
  return [...names]
}

/** The first names for a remark, those of chats first. */
export function shownNames(names: readonly string[]): string {
  const sorted = names.toSorted((one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1))
  const shown = sorted
    .slice(0, shownCount)
    .map((name) => name.replaceAll(/[\p{C}\s]+/gu, ' ').slice(0, maxNameChars))
  return sorted.length > shownCount ? `${shown.join(', ')} …` : shown.join(', ')
}

function rankOf(name: string): number {
  return /conversation|chat/i.test(name) ? 0 : 1
}
