import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

import type { ApprovalDecision } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import type { ApprovalRequest } from '../../../shared/runs/events'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import { approvalWords } from './approval-words'
import { besidesCommand, commandOf, folderOf } from './call-facts'
import { Folder } from './call-folder'
import { ChangeList } from '../agent-changes/change-list'
import { VisibleText } from '../../ui/controls/visible-text-view'
import { classNames } from '../../ui/class-names'
import callTextStyles from '../../ui/text/call-text.module.css'
import styles from './approval-card.module.css'

const decisions = [
  { decision: 'once', key: 'messages.approval.once' },
  { decision: 'session', key: 'messages.approval.session' },
  { decision: 'always', key: 'messages.approval.always' },
  { decision: 'deny', key: 'messages.approval.deny' },
] as const satisfies readonly { decision: ApprovalDecision; key: string }[]

/** Choices for requests that Parley could not recognise if they came again. */
const onceOnly = decisions.filter(({ decision }) => decision === 'once' || decision === 'deny')

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
      // The clicked button disappears with the card; keep the focus at the same place.
      if (element === null || !element.contains(document.activeElement)) return
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
  return (
    <div
      ref={card}
      className={styles.approval}
      data-slot="approval"
      role="group"
      aria-label={t('messages.approval.name')}
      aria-describedby={whatId}
      onKeyDown={(event) => {
        // Escape elsewhere in the messages stops the answer; here that would be an accident.
        if (event.key === 'Escape') event.stopPropagation()
      }}
    >
      <p id={whatId} className={styles.approvalWhat}>
        {approvalWords(approval)}
      </p>
      <Asked approval={approval} />
      <div className={styles.approvalFoot}>
        {(approval.isOnceOnly === true ? onceOnly : decisions).map(({ decision, key }) => (
          <Button
            key={decision}
            variant={decision === 'deny' ? 'danger' : 'plain'}
            // Not `disabled`, which would lose the focus.
            aria-disabled={isSent}
            // A second click could hit the next request, which may take this one's place.
            onFirstClick={() => void decide(decision)}
          >
            {t(key)}
          </Button>
        ))}
        <p className={styles.approvalRefusal} role="alert">
          {refusal !== null && errorLine(refusal)}
        </p>
      </div>
    </div>
  )
}

/** The full request. */
function Asked({ approval }: { approval: ApprovalRequest }) {
  const { input, kind, title, folder, changes, unlistedChanges } = approval
  const command = commandOf(input) ?? (kind === 'execute' ? (title ?? null) : null)
  const rest = command === null ? input : besidesCommand(input)
  const where = folder ?? folderOf(input)
  const hasChanges = changes !== undefined && changes.length > 0
  return (
    <>
      {command !== null && (
        <pre
          className={classNames(callTextStyles.command, styles.commandAsked)}
          tabIndex={0}
          role="group"
          aria-label={t('messages.call.command')}
          dir="ltr"
        >
          <VisibleText text={command} />
        </pre>
      )}
      {hasChanges && <ChangeList changes={changes} isInitiallyOpen />}
      {unlistedChanges !== undefined && (
        <p className={callTextStyles.callNote}>
          {t('messages.approval.unlisted', { count: unlistedChanges })}
        </p>
      )}
      {!isEmpty(rest) && (
        <pre
          className={classNames(callTextStyles.command, styles.commandRest)}
          tabIndex={0}
          role="group"
          aria-label={t('messages.tool.input')}
          dir="ltr"
        >
          <VisibleText text={typeof rest === 'string' ? rest : (JSON.stringify(rest, null, 2) ?? '')} />
        </pre>
      )}
      {where !== null && <Folder path={where} />}
    </>
  )
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
