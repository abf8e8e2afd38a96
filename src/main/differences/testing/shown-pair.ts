import type {
  PairDifferences,
  SentenceRow,
  TextRange,
  WordRun,
} from '../../../shared/differences/differences'
import { assertNever } from '../../../shared/invariant'

/** The rows of two compared answers as text: `=` both, `~` changed, `-` and `+` only one, `<` and `>` moved. */
export function shownRows(first: string, second: string, { rows, moves }: PairDifferences): string[] {
  const texts = { first, second }
  const show = (row: SentenceRow): string => {
    switch (row.kind) {
      case 'same':
        return `= ${slice(first, row.first)}`
      case 'changed':
        return `~ ${row.words.map((run) => shownRun(first, second, run)).join('')}`.trimEnd()
      case 'only':
        return `${row.side === 'first' ? '-' : '+'} ${slice(texts[row.side], row.range)}`
      case 'moved':
        return `${row.side === 'first' ? '<' : '>'} ${slice(texts[row.side], row.range)}`
      default:
        return assertNever(row)
    }
  }
  return rows.flatMap((row) => {
    if (row.kind === 'changed') return row.sentences.map(show)
    if (row.kind !== 'moved') return [show(row)]
    const inside = row.side === 'first' ? (moves[row.move]?.sentences ?? []) : []
    const changed = inside.filter(({ kind }) => kind !== 'same').map((each) => `  ${show(each)}`)
    return [`${row.side === 'first' ? '<' : '>'} ${slice(texts[row.side], row.range)}`, ...changed]
  })
}

/** Facts as `number: 5 / 7` or `name: Curie / –`, by their normalized values. */
export function shownFacts({ facts }: PairDifferences): string[] {
  return facts.map(({ kind, first, second }) => `${kind}: ${first?.value ?? '–'} / ${second?.value ?? '–'}`)
}

/** Without line breaks, which belong to the last word of a line. */
function shownRun(first: string, second: string, run: WordRun): string {
  const [one, other] = [first.slice(...(run.first ?? [0, 0])), second.slice(...(run.second ?? [0, 0]))]
  if (run.second === null) return `{-${one.replaceAll('\n', '')}-}`
  return run.first === null ? `{+${other.replaceAll('\n', '')}+}` : one.replaceAll('\n', '')
}

function slice(text: string, range: TextRange): string {
  return text.slice(...range).trimEnd()
}
