import type { Conflict, ConflictPassage } from '../../../../shared/differences/differences'
import { t } from '../../../language/t'
import { Button } from '../../../ui/controls/button'
import { PlainList, Text } from '../../../ui/layout/layout'
import { useMore } from '../../../ui/lists/use-more'
import { AnswerTag } from '../answers/answer-tag'
import type { Passage } from '../answers/show-passages'
import type { VotableAnswer } from '../answers/use-votable-answers'
import { conflictVariants } from './judging/use-row-judge'
import { RowVerdict } from './judging/row-verdict'
import { valueInSentence } from './statement-text'
import type { ShownPassages } from './use-shown-passages'
import styles from './differences.module.css'

/** Drawing all of a long comparison at once would block the window. */
const shownAtOnce = 25

interface ConflictListProps {
  conflicts: readonly Conflict[]
  texts: readonly string[]
  answers: readonly VotableAnswer[]
  shown: ShownPassages
}

/** The points on which the answers disagree; pressing one marks its passages in the panes. */
export function ConflictList({ conflicts, ...props }: ConflictListProps) {
  const { list, drawn, showMore } = useMore<HTMLUListElement>(shownAtOnce, shownAtOnce)
  const title = t('compare.differences.conflicts', { count: conflicts.length })
  return (
    <>
      <h3 className={styles.title}>{title}</h3>
      <PlainList ref={list} aria-label={title}>
        {conflicts.slice(0, drawn).map((conflict) => (
          <ConflictItem key={keyOf(conflict, props.answers)} conflict={conflict} {...props} />
        ))}
      </PlainList>
      {conflicts.length > drawn && (
        <Button variant="link" className={styles.explain} onFirstClick={showMore}>
          {t('common.showMore')}
        </Button>
      )}
    </>
  )
}

/** Equal for as long as the same passages of the same answers are in conflict. */
function keyOf({ sides }: Conflict, answers: readonly VotableAnswer[]): string {
  return sides
    .flatMap((side) => side.map(({ answer, value }) => `${answers[answer]?.answerId}:${value.join('-')}`))
    .join(' ')
}

function wordsOf({ answer, sentence, value }: ConflictPassage, texts: readonly string[]) {
  const text = texts[answer] ?? ''
  return {
    sentence: text.slice(...sentence),
    lead: text.slice(sentence[0], value[0]),
    words: text.slice(...value),
  }
}

/** The passages as they are marked in the panes. */
export function passagesOf(
  passages: readonly ConflictPassage[],
  texts: readonly string[],
  answers: readonly VotableAnswer[],
): Passage[] {
  return passages.flatMap((passage) => {
    const messageId = answers[passage.answer]?.answerId
    const { sentence, lead, words } = wordsOf(passage, texts)
    return messageId === undefined ? [] : [{ messageId, words, within: { sentence, lead } }]
  })
}

function ConflictItem({
  conflict,
  texts,
  answers,
  shown,
}: Omit<ConflictListProps, 'conflicts'> & { conflict: Conflict }) {
  const key = keyOf(conflict, answers)
  const passages = passagesOf(conflict.sides.flat(), texts, answers)
  return (
    <li className={styles.conflict}>
      <button
        type="button"
        className={styles.show}
        aria-pressed={shown.key === key}
        title={t('compare.differences.show')}
        onClick={() => shown.toggle(key, passages)}
      >
        <Text as="span" tone="soft" size="xs">
          {t(`compare.differences.kinds.${conflict.kind}`)}
        </Text>
        {conflict.sides.map((side) => {
          const [first] = side
          if (first === undefined) return null
          const { sentence, lead, words } = wordsOf(first, texts)
          const { before, value, after } = valueInSentence(sentence, words, lead)
          return (
            <span key={first.answer} className={styles.side}>
              <span className={styles.tags}>
                {side.map(({ answer }) => {
                  const tagged = answers[answer]
                  return tagged === undefined ? null : <AnswerTag key={answer} answer={tagged} />
                })}
              </span>
              <span className={styles.sentence}>
                {before}
                <b>{value}</b>
                {after}
              </span>
            </span>
          )
        })}
      </button>
      <div className={styles.verdict}>
        <RowVerdict variants={conflictVariants(conflict, answers)} />
      </div>
    </li>
  )
}
