import type {
  BlockMove,
  BlockRow,
  FactDifference,
  PairDifferences,
  SentenceRow,
  Side,
  WordRun,
} from '../../../shared/differences/differences'
import { differingFacts, orderFacts } from '../facts/differing-facts'
import { findFacts } from '../facts/find-facts'
import { type Matching, matchItems } from '../matching/match-items'
import { blockSimilarity } from '../matching/similarity'
import { type AnswerBlock, type AnswerText, type Sentence, splitAnswer } from '../text/answer-text'
import { Vocabulary } from '../matching/vocabulary'
import type { WorkBudget } from '../matching/work-budget'
import { compareSentences, rangeOf } from './compare-sentences'
import { walkAligned } from './walk-aligned'
import { assertNever } from '../../../shared/invariant'

/** Shorter sentences, and lines such as `return` in code, are often equal by chance. */
const leastWeight = 3

/** Compares two answers: blocks, then sentences, then words. Swapping the answers swaps the sides of the result. */
export function comparePair(first: string, second: string, budget: WorkBudget): PairDifferences {
  // Always compares in one order, because among equally good alignments the first one is taken.
  if (first <= second) {
    const found = compareInOrder(first, second, budget)
    return { ...found, facts: orderFacts(found.facts) }
  }
  const { facts, rows, moves, ...rest } = compareInOrder(second, first, budget)
  return { ...rest, facts: orderFacts(swapFacts(facts)), rows: swapRows(rows), moves: swapMoves(moves) }
}

function compareInOrder(first: string, second: string, budget: WorkBudget): PairDifferences {
  const vocabulary = new Vocabulary()
  const one = splitAnswer(first, vocabulary, budget)
  const other = splitAnswer(second, vocabulary, budget)
  const matching = matchItems(one.blocks, other.blocks, blockSimilarity, vocabulary, budget)
  const moves = compareMoves(one, other, matching, vocabulary, budget)
  const rows = blockRows(one, other, matching, vocabulary, budget)
  markMovedSentences(rows, one, other)
  const facts = differingFacts(
    { text: one, facts: findFacts(one, budget) },
    { text: other, facts: findFacts(other, budget) },
    { rows, moves },
    budget,
  )
  return { kind: 'pair', facts, rows, moves, isCut: budget.isCut }
}

function compareMoves(
  one: AnswerText,
  other: AnswerText,
  { moved }: Matching,
  vocabulary: Vocabulary,
  budget: WorkBudget,
): BlockMove[] {
  return moved.flatMap((pairing) => {
    const [first, second] = [one.blocks[pairing.first], other.blocks[pairing.second]]
    if (first === undefined || second === undefined) return []
    const sentences = compareSentences(first, second, vocabulary, budget)
    return [{ first: rangeOf(first), second: rangeOf(second), sentences }]
  })
}

function blockRows(
  one: AnswerText,
  other: AnswerText,
  { aligned, moved }: Matching,
  vocabulary: Vocabulary,
  budget: WorkBudget,
): BlockRow[] {
  const firstMoves = new Map(moved.map(({ first }, move) => [first, move]))
  const secondMoves = new Map(moved.map(({ second }, move) => [second, move]))
  const rows: BlockRow[] = []
  walkAligned(one.blocks, other.blocks, aligned, {
    onPair: (first, second) => rows.push(pairRow(first, second, vocabulary, budget)),
    onFirst: (block, index) => rows.push(oneSided('first', block, firstMoves.get(index))),
    onSecond: (block, index) => rows.push(oneSided('second', block, secondMoves.get(index))),
  })
  return rows
}

function pairRow(one: AnswerBlock, other: AnswerBlock, vocabulary: Vocabulary, budget: WorkBudget): BlockRow {
  const [first, second] = [rangeOf(one), rangeOf(other)]
  const block = one.kind === other.kind ? one.kind : 'paragraph'
  if (one.key === other.key) return { kind: 'same', block, first, second }
  return {
    kind: 'changed',
    block,
    first,
    second,
    sentences: compareSentences(one, other, vocabulary, budget),
  }
}

function oneSided(side: Side, { kind: block, from, to }: AnswerBlock, move: number | undefined): BlockRow {
  const range = rangeOf({ from, to })
  return move === undefined
    ? { kind: 'only', block, side, range }
    : { kind: 'moved', block, side, range, move }
}

/** Marks sentences as moved that are only in one of two matched blocks, and in the same words in another block. */
function markMovedSentences(rows: BlockRow[], one: AnswerText, other: AnswerText): void {
  const firsts = lonelySentences(rows, 'first', one)
  const seconds = lonelySentences(rows, 'second', other)
  for (const [key, first] of firsts) {
    const second = seconds.get(key)
    if (second === undefined) continue
    first.sentences[first.index] = {
      kind: 'moved',
      side: 'first',
      range: [first.sentence.from, first.sentence.to],
      elsewhere: [second.sentence.from, second.sentence.to],
    }
    second.sentences[second.index] = {
      kind: 'moved',
      side: 'second',
      range: [second.sentence.from, second.sentence.to],
      elsewhere: [first.sentence.from, first.sentence.to],
    }
  }
}

interface LonelySentence {
  sentence: Sentence
  sentences: SentenceRow[]
  index: number
}

/** The first sentence of each wording that is only on this side. */
function lonelySentences(
  rows: readonly BlockRow[],
  side: Side,
  { blocks }: AnswerText,
): Map<string, LonelySentence> {
  const byStart = new Map(blocks.flatMap(({ sentences }) => sentences.map((each) => [each.from, each])))
  const lonely = new Map<string, LonelySentence>()
  for (const row of rows) {
    if (row.kind !== 'changed') continue
    for (const [index, { kind, ...rest }] of row.sentences.entries()) {
      if (kind !== 'only' || !('side' in rest) || rest.side !== side) continue
      const sentence = byStart.get(rest.range[0])
      if (sentence === undefined || sentence.weight < leastWeight || lonely.has(sentence.key)) continue
      lonely.set(sentence.key, { sentence, sentences: row.sentences, index })
    }
  }
  return lonely
}

/** Rows for the answers in the other order. */
function swapRows(rows: readonly BlockRow[]): BlockRow[] {
  const swapped = rows.map((row): BlockRow => {
    switch (row.kind) {
      case 'same':
        return { ...row, first: row.second, second: row.first }
      case 'changed':
        return { ...row, first: row.second, second: row.first, sentences: swapSentences(row.sentences) }
      case 'only':
      case 'moved':
        return { ...row, side: otherSide(row.side) }
      default:
        return assertNever(row)
    }
  })
  return firstsBeforeSeconds(swapped, (row) => ('side' in row ? row.side : null))
}

/** Moves for the answers in the other order. */
function swapMoves(moves: readonly BlockMove[]): BlockMove[] {
  return moves.map(({ first, second, sentences }) => ({
    first: second,
    second: first,
    sentences: swapSentences(sentences),
  }))
}

/** Facts for the answers in the other order. */
function swapFacts(facts: readonly FactDifference[]): FactDifference[] {
  return facts.map(({ kind, first, second }) => ({ kind, first: second, second: first }))
}

function swapSentences(rows: readonly SentenceRow[]): SentenceRow[] {
  const swapped = rows.map((row): SentenceRow => {
    switch (row.kind) {
      case 'same':
        return { ...row, first: row.second, second: row.first }
      case 'changed':
        return { ...row, first: row.second, second: row.first, words: swapWords(row.words) }
      case 'only':
      case 'moved':
        return { ...row, side: otherSide(row.side) }
      default:
        return assertNever(row)
    }
  })
  return firstsBeforeSeconds(swapped, (row) => ('side' in row ? row.side : null))
}

function swapWords(runs: readonly WordRun[]): WordRun[] {
  const swapped = runs.map(({ first, second }) => ({ first: second, second: first }))
  return firstsBeforeSeconds(swapped, ({ first, second }) =>
    second === null ? 'first' : first === null ? 'second' : null,
  )
}

function otherSide(side: Side): Side {
  return side === 'first' ? 'second' : 'first'
}

/** Reorders each run of items that are on one side: those of the first side come first. */
function firstsBeforeSeconds<Item>(items: readonly Item[], sideOf: (item: Item) => Side | null): Item[] {
  const ordered: Item[] = []
  let seconds: Item[] = []
  for (const item of items) {
    const side = sideOf(item)
    if (side === 'second') {
      seconds.push(item)
      continue
    }
    if (side === null) {
      ordered.push(...seconds)
      seconds = []
    }
    ordered.push(item)
  }
  return [...ordered, ...seconds]
}
