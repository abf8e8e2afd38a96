/** What pieces of code are coloured as. Their order is that of the numbers in `CodeRuns`. */
export const codeKinds = [
  'plain',
  'comment',
  'keyword',
  'string',
  'number',
  'title',
  'type',
  'attribute',
  'meta',
  'added',
  'removed',
] as const

export type CodeKind = (typeof codeKinds)[number]

/** A code from its beginning to its end, in pairs: how many characters, and which of `codeKinds` they are. */
export type CodeRuns = readonly number[]
