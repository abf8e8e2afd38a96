import { documentDepth } from '../../../shared/json-depth'

const mebibyte = 1024 * 1024

/** The limits of an import. Anything larger is left out, and counted with the reason. */
export const importLimits = {
  /** One message, in UTF-8 bytes of its parts as JSON: at least the default limit of an answer. */
  messageBytes: 48 * mebibyte,
  /** One conversation, as it is in its file. */
  conversationBytes: 64 * mebibyte,
  /** The nesting of values; deeper ones are cut. Message trees are not nested values and may have any depth. */
  depth: documentDepth,
  /** A whole file, as uploaded. */
  fileBytes: 8 * 1024 * mebibyte,
  /** The total unpacked size of a ZIP. */
  unpackedBytes: 8 * 1024 * mebibyte,
  /** The compression ratio allowed for an entry larger than `freeUnpackedBytes`. */
  unpackedRatio: 200,
  freeUnpackedBytes: 64 * mebibyte,
  zipEntries: 200_000,
} as const

/** A limit in a readable unit. */
export function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / mebibyte)} MB`
}
