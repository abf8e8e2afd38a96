import type {
  BlockMove,
  BlockRow,
  FactDifference,
  SentenceRow,
  Side,
  WordRun,
} from '../../../shared/differences/differences'
import { assertNever } from '../../../shared/invariant'

/** The same rows for the same answers in the other order. */
export function swapRows(rows: readonly BlockRow[]): BlockRow[] {
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

/** The same moves for the same answers in the other order. */
export function swapMoves(moves: readonly BlockMove[]): BlockMove[] {
  return moves.map(({ first, second, sentences }) => ({
    first: second,
    second: first,
    sentences: swapSentences(sentences),
  }))
}

/** The same facts for the same answers in the other order. */
export function swapFacts(facts: readonly FactDifference[]): FactDifference[] {
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
