import type { CSSProperties } from 'react'

import type {
  BlockKind,
  GridCell,
  GridDifferences,
  GridRow,
} from '../../../../shared/differences/differences'
import { assertNever } from '../../../../shared/invariant'
import { memo } from '../../../language/memo'
import { t } from '../../../language/t'
import { Icon } from '../../../ui/controls/icon'
import { AnswerTag } from '../answers/answer-tag'
import type { VotableAnswer } from '../answers/use-votable-answers'
import { gridVariants } from './judging/use-row-judge'
import { RowVerdict } from './judging/row-verdict'
import { StatementText } from './statement-text'
import { useRowGroups } from './use-row-groups'
import { HiddenText, Text } from '../../../ui/layout/layout'
import styles from './differences.module.css'

const cellChars = 30

interface GridViewProps {
  differences: GridDifferences
  texts: readonly string[]
  answers: readonly VotableAnswer[]
}

/** Statements by answers: who says what, who does not, and who says it differently. */
export function GridView({ differences: { rows }, texts, answers }: GridViewProps) {
  const { groups, isGrowing, leftOut } = useRowGroups(rows, charsOf)
  return (
    <>
      <div
        role="table"
        className={styles.grid}
        style={{ '--answers': answers.length } as CSSProperties}
        aria-busy={isGrowing}
        aria-label={t('compare.differences.result')}
      >
        <div role="rowgroup">
          <Text as="div" weight="strong" role="row">
            <div role="columnheader">{t('compare.differences.statement')}</div>
            {answers.map((answer) => (
              <div key={answer.letter} role="columnheader">
                <AnswerTag answer={answer} />
              </div>
            ))}
          </Text>
        </div>
        {groups.map((group, index) => {
          const key = index
          return <GridRows key={key} rows={group} texts={texts} answers={answers} />
        })}
      </div>
      {leftOut > 0 && (
        <Text as="p" tone="soft" size="xs">
          {t('compare.differences.more', { count: leftOut })}
        </Text>
      )}
    </>
  )
}

/** Some of the rows. */
const GridRows = memo(function GridRows({
  rows,
  texts,
  answers,
}: {
  rows: readonly GridRow[]
  texts: readonly string[]
  answers: readonly VotableAnswer[]
}) {
  return (
    <div role="rowgroup" className={styles.group}>
      {rows.map((row, index) => {
        const key = index
        return (
          <div key={key} role="row">
            <div role="rowheader">
              <StatementText block={row.block} markdown={statementOf(row, texts)} />
              <RowVerdict variants={gridVariants(row, { answers, texts })} />
            </div>
            {row.cells.map((cell, position) => {
              const column = position
              return (
                <div key={column} role="cell" className={cellStyles[cell.kind]}>
                  <Cell block={row.block} cell={cell} text={texts[position] ?? ''} />
                </div>
              )
            })}
          </div>
        )
      })}
    </div>
  )
})

/** How much of a frame a row takes, in characters: each cell as much as a few words, and its text. */
function charsOf({ cells }: GridRow): number {
  return cells.reduce(
    (sum, cell) => sum + cellChars + (cell.kind === 'not-said' ? 0 : cell.range[1] - cell.range[0]),
    0,
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
          <HiddenText>{t('compare.differences.said')}</HiddenText>
        </span>
      )
    case 'not-said':
      return (
        <span className={styles.dash} title={t('compare.differences.notSaid')}>
          <HiddenText>{t('compare.differences.notSaid')}</HiddenText>
        </span>
      )
    case 'said-differently':
      return (
        <>
          <StatementText block={block} markdown={text.slice(cell.range[0], cell.range[1])} />
          <Text as="p" tone="soft" size="xs">
            {cell.differs.map((kind) => t(`compare.differences.kinds.${kind}`)).join(', ')}
          </Text>
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
