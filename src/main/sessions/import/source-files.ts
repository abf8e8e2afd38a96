import type { ImportReasonCode } from '../../../shared/import-reasons'

/** A stretch of JSON in the file that was handed in: the file itself, or one entry of a ZIP. */
export interface JsonFile {
  sizeBytes: number
  /** @throws INVALID_INPUT, with a sentence for people, when what was read so far is all that can be had */
  read(): AsyncIterable<Uint8Array>
}

/** All there is to read in a file that was handed in. */
export interface ImportSource {
  files: JsonFile[]
  /** What was left out and why. */
  remarks: ImportReasonCode[]
  close(): void
}
