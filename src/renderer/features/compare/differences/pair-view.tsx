import type { ReactNode } from 'react'

import type {
  BlockKind,
  BlockRow,
  PairDifferences,
  SentenceRow,
  Side,
  TextRange,
  FactDifference,
  FactMention,
} from '../../../../shared/differences/differences'
import { assertNever } from '../../../../shared/invariant'
import { memo } from '../../../language/memo'
import { t } from '../../../language/t'
import { AnswerTag } from '../answers/answer-tag'
import type { VotableAnswer } from '../answers/use-votable-answers'
import { pairVariants } from './judging/use-row-judge'
import { RowVerdict } from './judging/row-verdict'
import { BlockText } from './statement-text'
import { useRowGroups } from './use-row-groups'
import { Text } from '../../../ui/layout/layout'
import styles from './differences.module.css'

interface PairViewProps {
  differences: PairDifferences
  texts: readonly string[]
  answers: readonly VotableAnswer[]
}

/** Two answers side by side: first the facts on which they differ, then their blocks. */
export function PairView({ differences, texts, answers }: PairViewProps) {
  const { facts, rows, moves } = differences
  const [first = '', second = ''] = texts
  const [one, other] = answers
  const { groups, isGrowing, leftOut } = useRowGroups(rows, charsOf)
  if (one === undefined || other === undefined) return null
  if (rows.every(({ kind }) => kind === 'same')) return <p>{t('compare.differences.none')}</p>
  return (
    <>
      <FactsList facts={facts} texts={[first, second]} answers={[one, other]} />
      <div
        role="table"
        className={styles.pair}
        aria-busy={isGrowing}
        aria-label={t('compare.differences.result')}
      >
        <div role="rowgroup">
          <Text as="div" weight="strong" role="row">
            {[one, other].map((answer) => (
              <div key={answer.letter} role="columnheader">
                <AnswerTag answer={answer} /> {t('common.answerNamed', { letter: answer.letter })}
              </div>
            ))}
          </Text>
        </div>
        {groups.map((group, index) => {
          const key = index
          return (
            <PairRows key={key} rows={group} moves={moves} first={first} second={second} answers={answers} />
          )
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

interface PairRowsProps {
  rows: readonly BlockRow[]
  moves: PairDifferences['moves']
  first: string
  second: string
  answers: readonly VotableAnswer[]
}

/** Some of the rows. */
const PairRows = memo(function PairRows({ rows, moves, first, second, answers }: PairRowsProps) {
  const textOf = (side: Side) => (side === 'first' ? first : second)
  return (
    <div role="rowgroup" className={styles.group}>
      {rows.map((row, index) => {
        const key = index
        switch (row.kind) {
          case 'same':
            return (
              <Text as="div" tone="soft" key={key} role="row">
                <div role="cell">
                  <BlockText block={row.block} markdown={slice(first, row.first)} />
                </div>
                <div role="cell">
                  <BlockText block={row.block} markdown={slice(second, row.second)} />
                </div>
              </Text>
            )
          case 'changed':
            return (
              <div key={key} role="row">
                <div role="cell">{sentencesOf(row, 'first', upTo(first, row.first))}</div>
                <div role="cell">
                  {sentencesOf(row, 'second', upTo(second, row.second))}
                  <RowVerdict variants={pairVariants(row, answers)} />
                </div>
              </div>
            )
          case 'only':
            return (
              <OneSided
                key={key}
                side={row.side}
                verdict={<RowVerdict variants={pairVariants(row, answers)} />}
              >
                <mark className={styles.only}>
                  <BlockText block={row.block} markdown={slice(textOf(row.side), row.range)} />
                </mark>
              </OneSided>
            )
          case 'moved': {
            const move = moves[row.move]
            return (
              <OneSided key={key} side={row.side}>
                <Text as="p" tone="soft" size="xs">
                  {t('compare.differences.moved')}
                </Text>
                {move === undefined ? (
                  <BlockText block={row.block} markdown={slice(textOf(row.side), row.range)} />
                ) : (
                  sentencesOf(
                    { block: row.block, sentences: move.sentences },
                    row.side,
                    upTo(textOf(row.side), row.range),
                  )
                )}
              </OneSided>
            )
          }
          default:
            return assertNever(row)
        }
      })}
    </div>
  )
})

/** How much text a row shows. */
function charsOf(row: BlockRow): number {
  const ranges = row.kind === 'same' || row.kind === 'changed' ? [row.first, row.second] : [row.range]
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0)
}

function OneSided({ side, verdict, children }: { side: Side; verdict?: ReactNode; children: ReactNode }) {
  return (
    <div role="row">
      <div role="cell">{side === 'first' && children}</div>
      <div role="cell">
        {side === 'second' && children}
        {verdict}
      </div>
    </div>
  )
}

/** The sentences of one side, with what differs marked. */
function sentencesOf(
  { block, sentences }: { block: BlockKind; sentences: readonly SentenceRow[] },
  side: Side,
  text: string,
): ReactNode[] {
  return sentences.map((sentence, index) => {
    const key = index
    switch (sentence.kind) {
      case 'same':
        return <span key={key}>{words(text, sentence[side], block)}</span>
      case 'changed':
        return (
          <span key={key}>
            {sentence.words.map((run, at) => {
              const range = run[side]
              if (range === null) return null
              const isShared = run.first !== null && run.second !== null
              const said = words(text, range, block)
              const place = at
              return isShared ? (
                <span key={place}>{said}</span>
              ) : (
                <Marked key={place} className={styles.changed} text={said} />
              )
            })}
          </span>
        )
      case 'only':
        return sentence.side === side ? (
          <Marked key={key} className={styles.only} text={words(text, sentence.range, block)} />
        ) : null
      case 'moved':
        return sentence.side === side ? (
          <span key={key} className={styles.moved} title={t('compare.differences.moved')}>
            {words(text, sentence.range, block)}
          </span>
        ) : null
      default:
        return assertNever(sentence)
    }
  })
}

/** Marked text; the space after it is not part of the difference. */
function Marked({ className, text }: { className: string | undefined; text: string }) {
  const marked = text.trimEnd()
  return (
    <>
      {marked !== '' && <mark className={className}>{marked}</mark>}
      {text.slice(marked.length)}
    </>
  )
}

function slice(text: string, [from, to]: TextRange): string {
  return text.slice(from, to)
}

/** Words of prose without the asterisks of their emphasis, which a range may cut in half. */
function words(text: string, range: TextRange, block: BlockKind): string {
  const source = slice(text, range)
  return block === 'code' || block === 'math' ? source : source.replace(emphasis, '')
}

/** An asterisk between two letters, as in a product, is not emphasis. */
const emphasis = /(?<![\p{L}\p{N}*])\*{1,3}(?=\S)|(?<=\S)\*{1,3}(?![\p{L}\p{N}*])/gu

/** The text up to the end of this block, without the blank lines after it. */
function upTo(text: string, [, to]: TextRange): string {
  return text.slice(0, to).trimEnd()
}

interface FactsListProps {
  facts: readonly FactDifference[]
  texts: readonly [string, string]
  answers: readonly [VotableAnswer, VotableAnswer]
}

const mostFacts = 100

/** Numbers, dates, units, names and code on which two answers differ. */
function FactsList({ facts, texts, answers }: FactsListProps) {
  if (facts.length === 0) return null
  return (
    <section className={styles.facts}>
      <h3>{t('compare.differences.facts')}</h3>
      <table className={styles.factTable}>
        <AnswerHeads rows={t('compare.differences.kind')} answers={answers} />
        <tbody>
          {facts.slice(0, mostFacts).map((fact, index) => {
            const key = index
            return (
              <tr key={key}>
                <th scope="row">{t(`compare.differences.kinds.${fact.kind}`)}</th>
                <td>{wordsOf(fact.first, texts[0])}</td>
                <td>{wordsOf(fact.second, texts[1])}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {facts.length > mostFacts && (
        <Text as="p" tone="soft" size="xs">
          {t('compare.differences.more', { count: facts.length - mostFacts })}
        </Text>
      )}
    </section>
  )
}

function wordsOf(mention: FactMention | null, text: string): string {
  const [range] = mention?.ranges ?? []
  return range === undefined ? t('compare.differences.notSaid') : text.slice(range[0], range[1])
}

/** The head of a table with a column for each answer; `rows` says what the first column names. */
function AnswerHeads({ rows, answers }: { rows: string; answers: readonly VotableAnswer[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">{rows}</th>
        {answers.map((answer) => (
          <th key={answer.letter} scope="col">
            <AnswerTag answer={answer} />
          </th>
        ))}
      </tr>
    </thead>
  )
}
