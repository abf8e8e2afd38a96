import type { ApprovalDecision } from '../../../shared/agents/agents'
import type { ApprovalRequest } from '../../../shared/runs/events'
import type { ConsentSubject } from '../../../shared/tools/tools'
import { visibleWords } from '../../../shared/text/visible-text'
import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import { TextMenuButton } from '../../ui/overlays/text-menu-button'

interface DecisionButtonsProps {
  approval: ApprovalRequest
  /** A decision is on its way. */
  isSent: boolean
  onDecide: (decision: ApprovalDecision) => void
}

/**
 * The decisions about one call, with those for this chat and, in a menu, the permanent ones. A request that Parley could
 * not recognise if it came again is only allowed or denied.
 */
export function DecisionButtons({ approval, isSent, onDecide }: DecisionButtonsProps) {
  const isLasting = approval.isOnceOnly !== true
  const button = (decision: ApprovalDecision, label: string) => (
    <Button
      variant={decision === 'deny' ? 'danger' : 'plain'}
      // Not `disabled`, which would lose the focus.
      aria-disabled={isSent}
      // A second click could hit the next request, which may take this one's place.
      onFirstClick={() => onDecide(decision)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {button('once', t('permissions.card.once'))}
      {button('deny', t('permissions.card.deny'))}
      {isLasting && button('session', t('permissions.card.session'))}
      {isLasting && <PermanentDecisions subject={approval.subject} isSent={isSent} onDecide={onDecide} />}
    </>
  )
}

function PermanentDecisions({
  subject,
  isSent,
  onDecide,
}: Omit<DecisionButtonsProps, 'approval'> & { subject: ConsentSubject | undefined }) {
  const { always, never } = permanentWords(subject)
  return (
    <TextMenuButton
      items={[
        { label: always, onChoose: () => onDecide('always') },
        { label: never, isDanger: true, onChoose: () => onDecide('never') },
      ]}
      isDisabled={isSent}
    >
      {t('permissions.card.more')}
    </TextMenuButton>
  )
}

/** The permanent decisions, by what they are about. */
function permanentWords(subject: ConsentSubject | undefined): { always: string; never: string } {
  if (subject === undefined || subject.tool === 'files.edit') {
    return { always: t('permissions.card.alwaysFolder'), never: t('permissions.card.neverFolder') }
  }
  if (subject.tool === 'web.fetch') {
    const place = visibleWords(subject.place)
    return {
      always: t('permissions.card.alwaysPlace', { place }),
      never: t('permissions.card.neverPlace', { place }),
    }
  }
  return { always: t('permissions.card.alwaysTool'), never: t('permissions.card.neverTool') }
}
