import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

import type { ApprovalDecision } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import type { ApprovalRequest } from '../../../shared/runs/events'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { errorLine } from '../../errors/error-text'
import { approvalWords } from './approval-words'
import { AskedCall } from './asked-call'
import { DecisionButtons } from './decision-buttons'
import { OriginNote } from './origin-note'
import { requestWords } from './request-words'
import { ToolDefinition } from './tool-definition'
import styles from './approval-card.module.css'

/**
 * A call that waits for the user's approval: everything it would do, and the choices. It never takes the focus, so it
 * does not interrupt typing.
 */
export function ApprovalCard({ approval }: { approval: ApprovalRequest }) {
  const app = useApp()
  const [isSent, setIsSent] = useState(false)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const card = useRef<HTMLDivElement>(null)
  const isGone = useRef(false)
  /** Where the focus was before it came here. */
  const cameFrom = useRef<HTMLElement | null>(null)
  const whatId = useId()
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  useLayoutEffect(() => {
    const element = card.current
    return () => {
      // The pressed button disappears with the card.
      if (element === null || !element.contains(document.activeElement)) return
      if (cameFrom.current?.isConnected === true) {
        cameFrom.current.focus({ preventScroll: true })
        return
      }
      const call = element
        .closest('[data-slot="tool"]')
        ?.querySelector<HTMLElement>('[data-slot="tool-head"]')
      const place = call ?? element.closest<HTMLElement>('[data-slot="follow-scroll"]')
      place?.focus({ preventScroll: true })
    }
  }, [])
  const decide = async (decision: ApprovalDecision) => {
    if (isSent) return
    setIsSent(true)
    setRefusal(null)
    const refused = await app.chat.answerApproval(approval.approvalId, decision)
    if (isGone.current || refused === null) return
    setRefusal(refused)
    // The run no longer waits for this, so the buttons stay disabled.
    if (refused.code !== 'NOT_FOUND') setIsSent(false)
  }
  const { subject, changedSince, origin, hints } = approval
  return (
    <div
      ref={card}
      className={styles.approval}
      data-slot="approval"
      role="group"
      aria-label={t('messages.approval.name')}
      aria-describedby={whatId}
      onFocus={({ relatedTarget, currentTarget }) => {
        const isFromOutside = relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)
        if (isFromOutside && relatedTarget.closest('[role=menu]') === null) cameFrom.current = relatedTarget
      }}
      onKeyDown={(event) => {
        // Escape elsewhere in the messages stops the answer; here that would be an accident.
        if (event.key === 'Escape') event.stopPropagation()
      }}
    >
      <p id={whatId} className={styles.approvalWhat}>
        {subject === undefined ? approvalWords(approval) : requestWords(approval, subject)}
      </p>
      {origin !== undefined && <OriginNote origin={origin} />}
      <AskedCall approval={approval} />
      {subject !== undefined && (
        <ToolDefinition subject={subject} changedSince={changedSince} hints={hints} />
      )}
      <div className={styles.approvalFoot}>
        <DecisionButtons approval={approval} isSent={isSent} onDecide={(decision) => void decide(decision)} />
        <p className={styles.approvalRefusal} role="alert">
          {refusal !== null && errorLine(refusal)}
        </p>
      </div>
    </div>
  )
}
