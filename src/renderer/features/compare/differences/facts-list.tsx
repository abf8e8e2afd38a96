import type { FactDifference, FactMention } from '../../../../shared/differences/differences'
import { t } from '../../../language/t'
import { AnswerTag } from '../answers/answer-tag'
import type { VotableAnswer } from '../answers/use-votable-answers'
import { Text } from '../../../ui/layout/layout'
import styles from './differences.module.css'

interface FactsListProps {
  facts: readonly FactDifference[]
  texts: readonly [string, string]
  answers: readonly [VotableAnswer, VotableAnswer]
}

const mostFacts = 100

/** Numbers, dates, units, names and code on which two answers differ. */
export function FactsList({ facts, texts, answers }: FactsListProps) {
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
        <Text as="p" tone="soft" size="xs" className={styles.note}>
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
