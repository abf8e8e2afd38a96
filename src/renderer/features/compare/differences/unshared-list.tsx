import { useState } from 'react'

import type { UnsharedTopic } from '../../../../shared/differences/differences'
import { t } from '../../../language/t'
import { PlainList, Text } from '../../../ui/layout/layout'
import { AnswerTag } from '../answers/answer-tag'
import type { VotableAnswer } from '../answers/use-votable-answers'
import { statementText } from './statement-text'
import type { ShownPassages } from './use-shown-passages'
import styles from './differences.module.css'

/** More statements of one answer are not shown. */
const mostStatements = 100

interface UnsharedListProps {
  topics: readonly UnsharedTopic[]
  text: string
  answer: VotableAnswer
  shown: ShownPassages
}

/** Folded: what is found only in one answer, by its headings. */
export function UnsharedList({ topics, text, answer, shown }: UnsharedListProps) {
  const [isOpen, setIsOpen] = useState(false)
  const count = topics.reduce((sum, { statements }) => sum + statements.length, 0)
  if (count === 0) return null
  return (
    <details className={styles.unshared} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {t('compare.differences.onlyIn')} <AnswerTag answer={answer} />{' '}
        <Text as="span" tone="soft" size="xs" tabular>
          {count}
        </Text>
      </summary>
      {isOpen && (
        <>
          <Text as="p" tone="soft" size="xs">
            {t('compare.differences.onlyHint')}
          </Text>
          {withinLimit(topics).map(({ heading, statements }) => (
            <section key={statements[0]?.range[0]}>
              {heading !== '' && <h3>{statementText('heading', heading)}</h3>}
              <PlainList>
                {statements.map(({ block, range }) => {
                  const key = `${answer.letter} ${range.join('-')}`
                  const words = text.slice(...range)
                  return (
                    <li key={key}>
                      <button
                        type="button"
                        className={styles.statement}
                        aria-pressed={shown.key === key}
                        onClick={() => shown.toggle(key, [{ messageId: answer.answerId, words }])}
                      >
                        {statementText(block, words)}
                      </button>
                    </li>
                  )
                })}
              </PlainList>
            </section>
          ))}
          {count > mostStatements && (
            <Text as="p" tone="soft" size="xs">
              {t('compare.differences.more', { count: count - mostStatements })}
            </Text>
          )}
        </>
      )}
    </details>
  )
}

function withinLimit(topics: readonly UnsharedTopic[]): UnsharedTopic[] {
  let left = mostStatements
  return topics.flatMap(({ heading, statements }) => {
    const kept = statements.slice(0, left)
    left -= kept.length
    return kept.length === 0 ? [] : [{ heading, statements: kept }]
  })
}
