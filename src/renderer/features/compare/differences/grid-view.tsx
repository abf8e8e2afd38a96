import type {
  BlockKind,
  GridCell,
  GridDifferences,
  GridRow,
} from '../../../../shared/differences/differences'
import { assertNever } from '../../../../shared/invariant'
import { t } from '../../../language/t'
import { Icon } from '../../../ui/controls/icon'
import hiddenTextStyles from '../../../ui/text/hidden-text.module.css'
import { AnswerHeads } from './answer-heads'
import type { VotableAnswer } from '../answers/use-votable-answers'
import { mostRows } from './most-rows'
import { StatementText } from './statement-text'
import styles from './differences.module.css'

interface GridViewProps {
  differences: GridDifferences
  texts: readonly string[]
  answers: readonly VotableAnswer[]
}

/** Statements by answers: who says what, who does not, and who says it differently. */
export function GridView({ differences: { rows }, texts, answers }: GridViewProps) {
  return (
    <>
      <table className={styles.grid}>
        <AnswerHeads rows={t('compare.differences.statement')} answers={answers} />
        <tbody>
          {rows.slice(0, mostRows).map((row, index) => {
            const key = index
            return (
              <tr key={key}>
                <th scope="row">
                  <StatementText block={row.block} markdown={statementOf(row, texts)} />
                </th>
                {row.cells.map((cell, position) => (
                  <td key={answers[position]?.letter} className={cellStyles[cell.kind]}>
                    <Cell block={row.block} cell={cell} text={texts[position] ?? ''} />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      {rows.length > mostRows && (
        <p className={styles.note}>{t('compare.differences.more', { count: rows.length - mostRows })}</p>
      )}
    </>
  )
}

const cellStyles: Readonly<Record<GridCell['kind'], string | undefined>> = {
  said: styles.said,
  'said-differently': styles.saidDifferently,
  'not-said': styles.notSaid,
}

function Cell({ block, cell, text }: { block: BlockKind; cell: GridCell; text: string }) {
  switch (cell.kind) {
    case 'said':
      return (
        <span title={t('compare.differences.said')}>
          <Icon name="check" />
          <span className={hiddenTextStyles.hiddenText}>{t('compare.differences.said')}</span>
        </span>
      )
    case 'not-said':
      return (
        <span className={styles.dash} title={t('compare.differences.notSaid')}>
          <span className={hiddenTextStyles.hiddenText}>{t('compare.differences.notSaid')}</span>
        </span>
      )
    case 'said-differently':
      return (
        <>
          <StatementText block={block} markdown={text.slice(cell.range[0], cell.range[1])} />
          <span className={styles.note}>
            {cell.differs.map((kind) => t(`compare.differences.kinds.${kind}`)).join(', ')}
          </span>
        </>
      )
    default:
      return assertNever(cell)
  }
}

/** The statement in the words of the first answer that makes it. */
function statementOf({ cells }: GridRow, texts: readonly string[]): string {
  const position = cells.findIndex(({ kind }) => kind === 'said')
  const cell = cells[position]
  if (cell === undefined || cell.kind === 'not-said') return ''
  return (texts[position] ?? '').slice(cell.range[0], cell.range[1])
}
