/** A setting that a bundle asks its user for. */
export interface BundleField {
  /** Its name in the manifest. */
  key: string
  type: 'string' | 'number' | 'boolean' | 'directory' | 'file'
  title: string
  description: string
  isRequired: boolean
  /** Its value is stored encrypted and never shown again. */
  isSensitive: boolean
  /** Several folders or files. */
  isMultiple: boolean
  /** The value unless the user changes it; null if there is none. */
  initial: BundleValue | null
  min?: number
  max?: number
}

/** The value of such a setting. */
export type BundleValue = string | number | boolean | string[]

/** The manifest of a bundle. Everything in it was written by its author. */
export interface BundleInfo {
  title: string
  version: string
  author: string
  description: string
  /** An id for the server that no other has. */
  suggestedId: string
  /** The command as the manifest writes it, with placeholders. */
  command: string
  /** The names of the tools that it announces. */
  tools: string[]
  fields: BundleField[]
}

/** Limits of bundles. */
export const bundleLimits = {
  /** The file. */
  fileBytes: 200_000_000,
  /** All of its files, unpacked. */
  unpackedBytes: 1_000_000_000,
  files: 50_000,
  manifestBytes: 1_000_000,
  fields: 50,
  valueChars: 4_096,
  /** Folders or files of one setting. */
  paths: 50,
} as const
