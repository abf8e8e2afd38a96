import type { MessageId } from '../ids'
import type { TextRange } from './differences'

/** The most characters that a judge of a row reads in its passages. */
export const maxJudgedChars = 100_000

/** The number of characters of a passage that are shown beside a verdict. */
const shownChars = 300

/**
 * The beginning of a passage, without the Markdown mark of a heading, a list or a quotation. It never ends within a
 * character.
 */
export function passageBeginning(passage: string): string {
  const text = passage.replace(/^\s*(?:#{1,6}|[-*+>]|\d{1,9}[.)])\s+/, '')
  if (text.length <= shownChars) return text
  return `${text.slice(0, shownChars).replace(/[\uD800-\uDBFF]$/u, '')}…`
}

/** An answer's passage in a conflict. Older verdicts may have one without a range: the answer said nothing there. */
export interface JudgedPassage {
  messageId: MessageId
  range: TextRange | null
}

/** A judge's reply in which no verdict was found: it declined to judge, was an error, or said something else. */
export interface UnreadReply {
  kind: 'refusal' | 'error' | 'no-verdict'
  /** The beginning of the reply; empty if there was none. */
  text: string
}

/** Kinds of verdicts. */
export const rowVerdictKinds = ['best', 'tie', 'contradiction', 'unreadable'] as const

/**
 * A model's verdict on a row after reading its passages in both orders. `contradiction`: it chose another passage in
 * the other order; `unreadable`: a reply was no verdict.
 */
export interface RowJudgement {
  verdict: (typeof rowVerdictKinds)[number]
  /** The index of the best passage; null for the other verdicts. */
  best: number | null
  /** The judge's reasons, one for each order. */
  whys: string[]
  /** The cost of both requests in US dollars; null if it is unknown. */
  costUsd: number | null
  /** The replies without a verdict, for people to read; absent if both had one, or in a file. */
  unread?: UnreadReply[]
}

/** A stored verdict: what a model said about these passages. */
export interface RowVerdict {
  passages: JudgedPassage[]
  /** `provider/model` */
  model: string
  judgement: RowJudgement
  /** Epoch milliseconds. */
  judgedAt: number
}
