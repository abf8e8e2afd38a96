import type { ImportReason, ImportReasonCode } from '../../../../../shared/store/import-reasons'

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

/** The numbers of chats, comparisons and prompt sets that a file claims to contain; chats of comparisons are not counted as chats. */
export interface AnnouncedCounts {
  chatCount: number
  comparisonCount: number
  setCount: number
}

/** Everything readable in an upload. */
export interface ReadableUpload {
  files: SourceFile[]
  referencedFiles: ReferencedFiles
  /** Null when the file has no counts. */
  announced: AnnouncedCounts | null
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
