import type { BlockRow, GridRow } from '../../../../../shared/differences/differences'
import type { JudgedPassage } from '../../../../../shared/differences/row-judgement'
import type { VotableAnswer } from '../../answers/use-votable-answers'

/** A passage of a row, with the letters of the answers that say the same there. */
export interface RowVariant extends JudgedPassage {
  letters: string[]
}

/** The passages of two answers in a row; empty where they are equal. */
export function pairVariants(row: BlockRow, [first, second]: readonly VotableAnswer[]): RowVariant[] {
  if (first === undefined || second === undefined || row.kind === 'same' || row.kind === 'moved') return []
  const rangeOf = (side: 'first' | 'second') =>
    row.kind === 'changed' ? row[side] : row.side === side ? row.range : null
  return [
    { messageId: first.answerId, range: rangeOf('first'), letters: [first.letter] },
    { messageId: second.answerId, range: rangeOf('second'), letters: [second.letter] },
  ]
}

/** The distinct passages of three to eight answers in a row; empty where all are equal. */
export function gridVariants(
  { cells }: GridRow,
  { answers, texts }: { answers: readonly VotableAnswer[]; texts: readonly string[] },
): RowVariant[] {
  const variants = new Map<string, RowVariant>()
  for (const [position, cell] of cells.entries()) {
    const answer = answers[position]
    if (answer === undefined) continue
    const range = cell.kind === 'not-said' ? null : cell.range
    const text = range === null ? '' : (texts[position] ?? '').slice(...range).trim()
    const key = cell.kind === 'said-differently' ? `${cell.kind} ${text}` : cell.kind
    const known = variants.get(key)
    if (known === undefined)
      variants.set(key, { messageId: answer.answerId, range, letters: [answer.letter] })
    else known.letters.push(answer.letter)
  }
  return variants.size < 2 ? [] : [...variants.values()]
}
