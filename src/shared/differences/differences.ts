/** Answers that can be compared at once. */
export const maxComparedAnswers = 8
/** The start of an answer that is compared, in UTF-16 units. */
export const maxComparedChars = 400_000
/** The most conflicts that are listed. */
export const maxConflicts = 200
/** The most groups of values that are listed. */
export const maxValueGroups = 50

/** A piece of an answer's text, from the first UTF-16 unit up to and without the second: `text.slice(from, to)`. */
export type TextRange = readonly [from: number, to: number]

/** The kinds of Markdown blocks. Each item of a list is a block, also in a quote; a table is one block. */
export type BlockKind = 'heading' | 'paragraph' | 'item' | 'quote' | 'table' | 'code' | 'math' | 'rule'

/** What answers disagree about: `unit` if only the units of equal numbers differ. */
export type ConflictKind = 'number' | 'unit' | 'date' | 'version' | 'name' | 'negation' | 'recommendation'

/** What an answer says about a point on which answers disagree. */
export interface ConflictPassage {
  /** The position of the answer. */
  answer: number
  /** The words that differ, within `sentence`. */
  value: TextRange
  sentence: TextRange
}

/** A point on which answers disagree: at least two sides, each with the answers that agree with one another. */
export interface Conflict {
  kind: ConflictKind
  sides: ConflictPassage[][]
}

/** Values of one kind that only some answers state. Nothing says that they are about the same thing. */
export interface ValueGroup {
  kind: 'number' | 'date' | 'time' | 'version'
  /** Of numbers: the unit, or what is counted, as an answer writes it; otherwise empty. */
  of: string
  /** Equal values together, in ascending order. */
  values: ConflictPassage[][]
}

/** Statements of one answer whose words no other answer has, below one of its headings. */
export interface UnsharedTopic {
  /** Empty above the first heading. */
  heading: string
  statements: { block: BlockKind; range: TextRange }[]
}

/** The differences among two to eight answers. */
export interface AnswerDifferences {
  /** In the order of the first answer that takes part. */
  conflicts: Conflict[]
  /** Of values that two answers state differently; those with the fewest values first. */
  values: ValueGroup[]
  /** For each answer what is found only there. */
  unshared: UnsharedTopic[][]
  /** Something is missing: an answer is too long, there are too many statements, or comparing took too long. */
  isCut: boolean
}
