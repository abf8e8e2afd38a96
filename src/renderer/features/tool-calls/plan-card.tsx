import type { PlanEntry } from '../../../shared/agents/agents'
import type { PlanPart } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { Icon } from '../../ui/controls/icon'
import { useFold } from '../../ui/controls/use-fold'
import '../../ui/controls/fold.css'
import '../../ui/text/hidden-text.css'
import './plan-card.css'
import './quiet-calls.css'

const statusKeys = {
  pending: 'messages.plan.pending',
  'in-progress': 'messages.plan.inProgress',
  completed: 'messages.plan.completed',
} as const satisfies Record<PlanEntry['status'], string>

/** What an agent means to do, and how far it is. Unfolded while it is at work. */
export function PlanCard({ part: { entries }, isAtWork }: { part: PlanPart; isAtWork: boolean }) {
  const [isOpen, turn] = useFold(isAtWork)
  const done = entries.filter(({ status }) => status === 'completed').length
  const now = entries.find(({ status }) => status === 'in-progress')
  return (
    <div className="plan" role="group" aria-label={t('messages.plan.name')}>
      <button
        type="button"
        className="fold quiet-head"
        data-slot="fold"
        aria-expanded={isOpen}
        onClick={turn}
      >
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
        <span className="plan-title">{t('messages.plan.name')}</span>
        <span className="plan-progress">{t('messages.plan.progress', { done, all: entries.length })}</span>
        {!isOpen && isAtWork && now !== undefined && <span className="plan-now">{now.text}</span>}
      </button>
      {isOpen && (
        <ol className="plan-list">
          {entries.map((entry, index) => (
            <li key={index} className={`plan-entry plan-entry-${entry.status}`}>
              <span className="plan-mark" aria-hidden="true">
                {entry.status === 'completed' && <Icon name="check" />}
              </span>
              <span className="plan-text" dir="auto">
                {entry.text}
                <span className="hidden-text"> ({t(statusKeys[entry.status])})</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
