/** Limits of what a server may send. */
export const messageLimits = {
  /** One message or answer. */
  bytes: 10_000_000,
  /** Tools, prompts or resources in all pages of a list. */
  listed: 1_000,
  /** All pages of a list together; further ones are not asked for. */
  listBytes: 20_000_000,
  /** All tool definitions of a server, and what is remembered of its prompts and of its resources. */
  definitionBytes: 2_000_000,
  pages: 50,
  /** The text of one report of progress. */
  progressChars: 2_000,
} as const

/** Node fires a timer with a longer delay immediately. */
export const longestTimerMs = 2 ** 31 - 1
