import type { PlanEntry } from '../../../shared/agents/agents'
import type { PlanPart } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { Icon } from '../../ui/controls/icon'
import { FoldHead, useFold } from '../../ui/controls/fold'
import { classNames } from '../../ui/class-names'
import { Ellipsis, HiddenText, Row, Stack, Text } from '../../ui/layout/layout'
import styles from './plan-card.module.css'
import quietCallsStyles from './quiet-calls.module.css'

const statusStyles: Readonly<Record<PlanEntry['status'], string | undefined>> = {
  pending: undefined,
  'in-progress': styles.planEntryInProgress,
  completed: styles.planEntryCompleted,
}

const statusKeys = {
  pending: 'messages.plan.pending',
  'in-progress': 'messages.plan.inProgress',
  completed: 'messages.plan.completed',
} as const satisfies Record<PlanEntry['status'], string>

/** An agent's plan and its progress. Expanded while the agent works. */
export function PlanCard({ part: { entries }, isAtWork }: { part: PlanPart; isAtWork: boolean }) {
  const [isOpen, turn] = useFold(isAtWork)
  const done = entries.filter(({ status }) => status === 'completed').length
  const now = entries.find(({ status }) => status === 'in-progress')
  return (
    <div role="group" aria-label={t('messages.plan.name')}>
      <FoldHead isOpen={isOpen} onTurn={turn} className={quietCallsStyles.quietHead}>
        <Text tone="soft">{t('messages.plan.name')}</Text>
        <Text grow={false} tone="faint">
          {t('messages.plan.progress', { done, all: entries.length })}
        </Text>
        {!isOpen && isAtWork && now !== undefined && <Ellipsis tone="faint">{now.text}</Ellipsis>}
      </FoldHead>
      {isOpen && (
        <Stack as="ol" gap={1} size="m" className={styles.planList}>
          {entries.map((entry, index) => (
            <Row
              as="li"
              align="stretch"
              key={index}
              className={classNames(styles.planEntry, statusStyles[entry.status])}
            >
              <span className={styles.planMark} aria-hidden="true">
                {entry.status === 'completed' && <Icon name="check" />}
              </span>
              <span dir="auto">
                {entry.text}
                <HiddenText> ({t(statusKeys[entry.status])})</HiddenText>
              </span>
            </Row>
          ))}
        </Stack>
      )}
    </div>
  )
}
