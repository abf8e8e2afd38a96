import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { t } from '../../language/t'
import { sumOfChanges } from '../../state/agents/agent-changes'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import { useApp, useConversation } from '../../state/app/use-app'
import { lazyComponent } from '../../ui/lazy-component'
import { Button } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import { ChangeCounts } from './change-list'
import { CommandCheckRow } from './command-check-row'
import styles from './changes-bar.module.css'
import type { ReviewPlace } from './review-part'
import { Row } from '../../ui/layout/layout'

const ReviewDialog = lazyComponent(() => import('./review-dialog'), 'ReviewDialog')

interface ChangesBarProps {
  conversation: ConversationStore
  /** The folder that the agent was given, or null. */
  workspace: string | null
  /**
   * In a comparison: the pane's letter, all panes whose changes can be reviewed, and a function that opens the check.
   * While contestants are hidden, only main knows whether there is a folder.
   */
  pane?: { letter: string; places: readonly ReviewPlace[]; isHidden: boolean; check: ReactNode }
}

/** Reports that an agent changed something in its isolated folder, and opens the review. */
export function ChangesBar({ conversation, workspace, pane }: ChangesBarProps) {
  const app = useApp()
  const { sessionId } = conversation
  const isRunning = useConversation(conversation, (state) => state.isRunning)
  const diff = useStore(app.agentChanges.store, (state) => state.diffs[sessionId] ?? null)
  const failure = useStore(app.agentChanges.store, (state) => state.failures[sessionId] ?? null)
  const check = useStore(app.agentChanges.store, (state) => state.checks[sessionId] ?? null)
  const isChecking = useStore(app.agentChecks.store, ({ running }) =>
    Object.values(running).some(({ current }) => current === sessionId),
  )
  const mayHaveFolder = workspace !== null || pane?.isHidden === true
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    // Changes are too frequent to follow while the agent works, so they are read once at the end.
    if (mayHaveFolder && !isRunning) void app.agentChanges.load(sessionId)
  }, [app, sessionId, mayHaveFolder, isRunning])
  if (!mayHaveFolder) return null
  const own: ReviewPlace = { sessionId, name: '', target: workspace }
  const sum = diff === null || isRunning ? null : sumOfChanges(diff)
  return (
    <>
      {failure !== null && !isRunning && pane?.isHidden !== true && (
        <Bar slot="changes-bar" label={t('agents.changes.bar')}>
          <span aria-live="polite">{t('agents.changes.unknown', { reason: errorLine(failure) })}</span>
          <Button
            variant="link"
            data-slot="changes-review"
            onClick={() => void app.agentChanges.load(sessionId)}
          >
            {t('common.refresh')}
          </Button>
        </Bar>
      )}
      {failure === null && sum !== null && sum.files > 0 && (
        <Bar slot="changes-bar" label={t('agents.changes.bar')}>
          <span aria-live="polite">
            {t('agents.changes.many', { files: t('common.files', { count: sum.files }) })}
          </span>
          <ChangeCounts change={{ path: '', kind: 'modified', added: sum.added, removed: sum.removed }} />
          <Row as="span" align="stretch" gap={2} className={styles.actions}>
            {pane?.check}
            <Button
              variant="link"
              data-slot="changes-review"
              aria-haspopup="dialog"
              aria-label={
                pane === undefined
                  ? t('agents.changes.review')
                  : t('agents.changes.reviewPane', { letter: pane.letter })
              }
              onClick={() => setIsOpen(true)}
            >
              {t('agents.changes.review')}
            </Button>
          </Row>
        </Bar>
      )}
      {!isRunning && (check !== null || isChecking) && (
        <Bar slot="check-bar" label={t('agents.check.bar')}>
          <span className={styles.checking} role="status">
            {isChecking ? t('agents.check.running') : ''}
          </span>
          {!isChecking && check !== null && <CommandCheckRow check={check} />}
        </Bar>
      )}
      {isOpen && (
        <ReviewDialog first={sessionId} places={pane?.places ?? [own]} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

function Bar({ slot, label, children }: { slot: string; label: string; children: ReactNode }) {
  return (
    <Row
      wrap
      grow={false}
      tone="soft"
      size="s"
      tabular
      className={styles.changesBar}
      data-slot={slot}
      role="group"
      aria-label={label}
    >
      {children}
    </Row>
  )
}
