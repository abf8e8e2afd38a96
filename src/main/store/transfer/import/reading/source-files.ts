import type { ImportReasonCode } from '../../../../../shared/store/import-reasons'

/** What can be read from its start to its end: the file that was handed in itself, or one entry of a ZIP. */
export interface SourceFile {
  sizeBytes: number
  /** @throws INVALID_INPUT, with a sentence for people, when what was read so far is all that can be had */
  read(): AsyncIterable<Uint8Array>
}

/** A file that a message refers to. */
export interface FileBeside {
  /** What it is called where it was found; null where a message knows better. */
  name: string | null
  file: SourceFile
}

/** Files that messages refer to, beside the conversations. */
export interface FilesBeside {
  /** The file that `attachmentId` of a message points to; null when it is not there. */
  find(attachmentId: string): FileBeside | null
  /** How many nobody has asked for. */
  unusedCount(): number
}

/** How many chats and comparisons a file says it holds; chats of comparisons are not among the chats. */
export interface AnnouncedCounts {
  chatCount: number
  comparisonCount: number
}

/** All there is to read in a file that was handed in. */
export interface ImportSource {
  files: SourceFile[]
  beside: FilesBeside
  /** Null where the file does not say. */
  announced: AnnouncedCounts | null
  /** What was left out and why, and how many. */
  remarks: ReadonlyMap<ImportReasonCode, number>
  close(): void
}

export const nothingBeside: FilesBeside = { find: () => null, unusedCount: () => 0 }
