import { documentDepth } from '../../../shared/json-depth'

const mebibyte = 1024 * 1024

/** How much of a file is taken in at most. What is larger is left out, and counted with the reason. */
export const importLimits = {
  /** One message, in UTF-8 bytes of its parts as JSON: no less than an answer of the default size may have. */
  messageBytes: 48 * mebibyte,
  /** One conversation, as it stands in its file. */
  conversationBytes: 64 * mebibyte,
  /** How deep values may be nested; what is deeper is cut. Trees of messages are not nested values: any depth will do. */
  depth: documentDepth,
  /** A whole file, as it is handed in. */
  fileBytes: 8 * 1024 * mebibyte,
  /** What a ZIP may unpack to, all in all. */
  unpackedBytes: 8 * 1024 * mebibyte,
  /** How many times its size an entry of a ZIP may have, once it is larger than `freeUnpackedBytes`. */
  unpackedRatio: 200,
  freeUnpackedBytes: 64 * mebibyte,
  zipEntries: 200_000,
} as const

/** A limit as people read it. */
export function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / mebibyte)} MB`
}
