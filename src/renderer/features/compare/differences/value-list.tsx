import type { ConflictPassage, ValueGroup } from '../../../../shared/differences/differences'
import { t } from '../../../language/t'
import { Button } from '../../../ui/controls/button'
import { PlainList, Row, Text } from '../../../ui/layout/layout'
import { useMore } from '../../../ui/lists/use-more'
import { AnswerTag } from '../answers/answer-tag'
import type { VotableAnswer } from '../answers/use-votable-answers'
import { passagesOf } from './conflict-list'
import { statementText } from './statement-text'
import type { ShownPassages } from './use-shown-passages'
import styles from './differences.module.css'

const shownAtOnce = 12

interface ValueListProps {
  groups: readonly ValueGroup[]
  texts: readonly string[]
  answers: readonly VotableAnswer[]
  shown: ShownPassages
}

/** Side by side: numbers, dates and versions that only some answers state; pressing one marks it in the panes. */
export function ValueList({ groups, ...props }: ValueListProps) {
  const { list, drawn, showMore } = useMore<HTMLUListElement>(shownAtOnce)
  if (groups.length === 0) return null
  const title = t('compare.differences.values.title')
  return (
    <section className={styles.values}>
      <h3 className={styles.title}>{title}</h3>
      <Text as="p" tone="soft" size="xs">
        {t('compare.differences.values.hint')}
      </Text>
      <PlainList ref={list} aria-label={title}>
        {groups.slice(0, drawn).map((group) => (
          <ValueRow key={keyOf(group.values.flat())} group={group} {...props} />
        ))}
      </PlainList>
      {groups.length > drawn && (
        <Button variant="link" className={styles.explain} onFirstClick={showMore}>
          {t('common.showMore')}
        </Button>
      )}
    </section>
  )
}

function keyOf(passages: readonly ConflictPassage[]): string {
  return passages.map(({ answer, value }) => `${answer}:${value.join('-')}`).join(' ')
}

function ValueRow({ group, texts, answers, shown }: Omit<ValueListProps, 'groups'> & { group: ValueGroup }) {
  return (
    <li className={styles.valueRow}>
      <Text tone="soft" size="xs">
        {group.kind === 'number' ? group.of : t(`compare.differences.values.${group.kind}`)}
      </Text>
      <Row wrap grow={false} gap={1}>
        {group.values.map((passages) => {
          const [first] = passages
          if (first === undefined) return null
          const key = keyOf(passages)
          return (
            <button
              key={key}
              type="button"
              className={styles.value}
              aria-pressed={shown.key === key}
              title={t('compare.differences.show')}
              onClick={() => shown.toggle(key, passagesOf(passages, texts, answers))}
            >
              {passages.map(({ answer }) => {
                const tagged = answers[answer]
                return tagged === undefined ? null : <AnswerTag key={answer} answer={tagged} />
              })}
              <span>{statementText('paragraph', texts[first.answer]?.slice(...first.value) ?? '')}</span>
            </button>
          )
        })}
      </Row>
    </li>
  )
}
