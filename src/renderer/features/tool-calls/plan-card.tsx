import type { PlanEntry } from '../../../shared/agents/agents'
import type { PlanPart } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { Icon } from '../../ui/controls/icon'
import { useFold } from '../../ui/controls/use-fold'
import { classNames } from '../../ui/class-names'
import foldStyles from '../../ui/controls/fold.module.css'
import hiddenTextStyles from '../../ui/text/hidden-text.module.css'
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
      <button
        type="button"
        className={classNames(foldStyles.fold, quietCallsStyles.quietHead)}
        data-slot="fold"
        aria-expanded={isOpen}
        onClick={turn}
      >
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
        <span className={styles.planTitle}>{t('messages.plan.name')}</span>
        <span className={styles.planProgress}>
          {t('messages.plan.progress', { done, all: entries.length })}
        </span>
        {!isOpen && isAtWork && now !== undefined && <span className={styles.planNow}>{now.text}</span>}
      </button>
      {isOpen && (
        <ol className={styles.planList}>
          {entries.map((entry, index) => (
            <li key={index} className={classNames(styles.planEntry, statusStyles[entry.status])}>
              <span className={styles.planMark} aria-hidden="true">
                {entry.status === 'completed' && <Icon name="check" />}
              </span>
              <span dir="auto">
                {entry.text}
                <span className={hiddenTextStyles.hiddenText}> ({t(statusKeys[entry.status])})</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
