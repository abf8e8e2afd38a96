/** Answers that can be compared at once. */
export const maxComparedAnswers = 8
/** The start of an answer that is compared, in UTF-16 units. */
export const maxComparedChars = 400_000
/** The most differing facts that are listed. */
export const maxListedFacts = 2_000
/** The most statements in a grid. */
export const maxGridRows = 4_000

/** A piece of an answer's text, from the first UTF-16 unit up to and without the second: `text.slice(from, to)`. */
export type TextRange = readonly [from: number, to: number]

/** One of two answers. */
export type Side = 'first' | 'second'

/** The kinds of Markdown blocks. Each item of a list is a block, also in a quote; a table is one block. */
export type BlockKind = 'heading' | 'paragraph' | 'item' | 'quote' | 'table' | 'code' | 'math' | 'rule'

/**
 * The kinds of facts: `unit` if only the units of two numbers differ; `code` for identifiers, paths and inline code.
 */
export type FactKind = 'number' | 'date' | 'unit' | 'name' | 'code'

/** A place where one answer states a fact. */
export interface FactMention {
  /**
   * The value however it is written: `1000` for `1,000`, `1800 s` for `30 min`, `2024-03-05` for `March 5, 2024`. To show a
   * fact, use the text of its first range.
   */
  value: string
  /** Its first mentions, at most five. */
  ranges: TextRange[]
}

/** A fact on which two answers differ: another value in the same place, or null for the answer that lacks it. */
export interface FactDifference {
  kind: FactKind
  first: FactMention | null
  second: FactMention | null
}

/** A run of words in both answers, or in one of them if the other range is null. */
export interface WordRun {
  first: TextRange | null
  second: TextRange | null
}

/**
 * A sentence of a block, or a line of code or of a table. `same` has the same words; spaces and emphasis may differ. The
 * runs of a `changed` one cover both ranges. A `moved` one is also elsewhere in the other answer, at `elsewhere`.
 */
export type SentenceRow =
  | { kind: 'same'; first: TextRange; second: TextRange }
  | { kind: 'changed'; first: TextRange; second: TextRange; words: WordRun[] }
  | { kind: 'only'; side: Side; range: TextRange }
  | { kind: 'moved'; side: Side; range: TextRange; elsewhere: TextRange }

/**
 * One row of two answers side by side. Two blocks of different kinds are a `paragraph`. The sentences of a `changed`
 * block cover both ranges. A `moved` block has a row in its place in each answer; both refer to the same one of
 * `moves`.
 */
export type BlockRow =
  | { kind: 'same'; block: BlockKind; first: TextRange; second: TextRange }
  | { kind: 'changed'; block: BlockKind; first: TextRange; second: TextRange; sentences: SentenceRow[] }
  | { kind: 'only'; block: BlockKind; side: Side; range: TextRange }
  | { kind: 'moved'; block: BlockKind; side: Side; range: TextRange; move: number }

/** A block at different places of the two answers, with its sentences compared. */
export interface BlockMove {
  first: TextRange
  second: TextRange
  sentences: SentenceRow[]
}

/**
 * The differences between two answers. In the order of the rows, the ranges of one side cover that answer's text (up to
 * its limit) without gaps.
 */
export interface PairDifferences {
  kind: 'pair'
  facts: FactDifference[]
  rows: BlockRow[]
  moves: BlockMove[]
  /** Something is missing: an answer is too long, there are too many facts, or comparing took too long. */
  isCut: boolean
}

/** Why a statement is said differently: the kind of fact that differs, or that only one of the two is negated. */
export type StatementDifference = FactKind | 'negation'

/** One answer's version of a statement, and its place. */
export type GridCell =
  | { kind: 'not-said' }
  | { kind: 'said'; range: TextRange }
  | { kind: 'said-differently'; range: TextRange; differs: StatementDifference[] }

/** A statement and what each answer says about it. Cells differ from the first one that is `said`. */
export interface GridRow {
  block: BlockKind
  cells: GridCell[]
}

/** The statements of three to eight answers, in the order in which the answers make them. */
export interface GridDifferences {
  kind: 'grid'
  rows: GridRow[]
  /** Not everything was compared: an answer is too long, there are too many statements, or comparing took too long. */
  isCut: boolean
}

/** The differences between two answers, or among three to eight. */
export type AnswerDifferences = PairDifferences | GridDifferences
