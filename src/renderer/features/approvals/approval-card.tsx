import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

import type { ApprovalDecision } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import type { ApprovalRequest } from '../../../shared/runs/events'
import { shortHost, visibleLine, visibleWords, withoutMiddle } from '../../../shared/text/visible-text'
import type { CallOrigin, ConsentSubject, FormerDefinition, ToolHints } from '../../../shared/tools/tools'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { errorLine } from '../../errors/error-text'
import { lazyComponent } from '../../ui/lazy-component'
import { approvalWords } from './call-facts'
import { AskedCall, Exactly } from './asked-call'
import { callPhrase } from './own-calls'
import { Hint, Row, Stack } from '../../ui/layout/layout'
import { Button } from '../../ui/controls/button'
import { TextMenuButton } from '../../ui/overlays/text-menu-button'
import styles from './approval-card.module.css'

/** More than the longest name of a server's tool: two names must not look the same. */
const nameChars = 300
const placeChars = 120

/** Few tools change. */
const DefinitionDifference = lazyComponent(() => import('./definition-difference'), 'DefinitionDifference')

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
  /** The element that had the focus before. */
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
  const { subject, changedSince, origin, earlierOrigins = [], hints } = approval
  return (
    <Stack
      pad={[2, 3]}
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
      {origin !== undefined && <OriginNote origins={[origin, ...earlierOrigins]} />}
      <AskedCall approval={approval} />
      {subject !== undefined && approval.isOnceOnly !== true && receivesText(subject.tool) && (
        <Hint tone="soft" data-slot="lasting-note">
          {t('permissions.card.lastingNote', { place: visibleWords(shortHost(subject.place, placeChars)) })}
        </Hint>
      )}
      {subject !== undefined && (
        <ToolDefinition subject={subject} changedSince={changedSince} hints={hints} />
      )}
      <Row wrap>
        <DecisionButtons approval={approval} isSent={isSent} onDecide={(decision) => void decide(decision)} />
        <Hint tone="bad" className={styles.approvalRefusal} role="alert">
          {refusal !== null && errorLine(refusal)}
        </Hint>
      </Row>
    </Stack>
  )
}

/** Sources that the model has read, newest first: a planted instruction would come from one of them. */
function OriginNote({ origins: [newest, ...earlier] }: { origins: readonly CallOrigin[] }) {
  if (newest === undefined) return null
  return (
    <Hint tone="warn" className={styles.origin} data-slot="origin">
      {t('permissions.card.origin', { what: originWords(newest) })}{' '}
      {earlier.length > 0 &&
        `${t('permissions.card.originEarlier', { what: earlier.map(originWords).join(', ') })} `}
      {t('permissions.card.originNote')}
    </Hint>
  )
}

function originWords({ tool, place: given }: CallOrigin): string {
  const place = visibleWords(shortHost(given, placeChars))
  if (tool.startsWith('mcp:')) return t('permissions.card.originServer', { place })
  if (tool.startsWith('files.')) return t('permissions.card.originFile', { place: visibleWords(given) })
  switch (tool) {
    case 'web.search':
      return t('permissions.card.originSearch')
    case 'find_tools':
      return t('permissions.card.originTools')
    case 'knowledge':
      return t('permissions.card.originKnowledge', { place })
    case 'agent':
      return t('permissions.card.originAgent', { place })
    case 'attachment':
      return t('permissions.card.originAttachment', { place })
    default:
      return t('permissions.card.originPage', { place })
  }
}

/** True if the call sends text of the model to another machine or program. */
function receivesText(tool: string): boolean {
  return tool.startsWith('web.') || tool.startsWith('mcp:')
}

/** The requested action and its place, in one sentence. */
function requestWords(approval: ApprovalRequest, subject: ConsentSubject): string {
  const { changes = [], unlistedChanges = 0 } = approval
  if (changes.length > 0) {
    return t('permissions.card.changeFiles', { count: changes.length + unlistedChanges })
  }
  const place = visibleWords(shortHost(subject.place, placeChars))
  switch (subject.tool) {
    case 'web.fetch':
      return t('permissions.card.fetch', { place })
    case 'web.search':
      return t('permissions.card.search', { place })
    default: {
      const name = nameOnServer(subject.tool)
      if (name !== null) return t('permissions.card.serverTool', { tool: shown(name), place })
      const phrase = callPhrase(approval)
      return t('common.modelWantsTool', { tool: shown(phrase === '' ? subject.tool : phrase) })
    }
  }
}

/** The name that a server gives to its tool; null for Parley's own tools. */
function nameOnServer(tool: string): string | null {
  if (!tool.startsWith('mcp:')) return null
  return tool.slice(tool.indexOf('/') + 1)
}

function shown(name: string): string {
  return visibleLine(withoutMiddle(name, nameChars))
}

/**
 * What a permission covers: the definition of the tool, and what has changed in it since the user allowed it; and what
 * its server says about it.
 */
function ToolDefinition({
  subject,
  changedSince,
  hints = {},
}: {
  subject: ConsentSubject
  changedSince: FormerDefinition | undefined
  hints: ToolHints | undefined
}) {
  return (
    <>
      {hints.isReadOnly === true && <Hint tone="soft">{t('permissions.card.saysReadOnly')}</Hint>}
      {hints.isDestructive === true && (
        <Hint tone="warn" className={styles.origin}>
          {t('permissions.card.saysDestructive')}
        </Hint>
      )}
      {changedSince !== undefined && (
        <DefinitionDifference before={definitionText(changedSince)} now={definitionText(subject)} />
      )}
      {subject.tool.startsWith('mcp:') && (
        <details className={styles.definition}>
          <summary>{t('permissions.card.about')}</summary>
          <Exactly
            className={styles.commandRest}
            label={t('permissions.card.about')}
            text={definitionText(subject)}
          />
        </details>
      )}
    </>
  )
}

function definitionText({ description, inputSchema }: FormerDefinition): string {
  return `${description}\n\n${JSON.stringify(inputSchema, null, 2)}\n`
}

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
      {button('deny', t('common.deny'))}
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
