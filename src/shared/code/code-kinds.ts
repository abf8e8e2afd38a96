/** The kinds that code is coloured by. `CodeRuns` refers to them by index. */
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

/** Highlighted code from start to end, in pairs: a length in characters and an index into `codeKinds`. */
export type CodeRuns = readonly number[]
