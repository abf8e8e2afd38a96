import { useCallback, useSyncExternalStore } from 'react'

import type { Pane } from '../../../shared/sessions/sessions'
import { agentOf } from '../../../shared/models/models'
import { t } from '../../language/t'
import type { ComparisonStore } from '../../state/comparisons/comparison-store'
import { failureData } from '../../errors/failure'
import { useApp } from '../../state/app/use-app'
import { Composer, SendButton, StopButton } from '../composer/composer'
import { type ComposerState, useComposer } from '../composer/use-composer'
import { Button } from '../../ui/controls/button'
import { usePaneStates, useRunningCount } from './answers/use-pane-states'
import { paneStatus, type PaneStatus } from './panes/pane-metrics'
import { paneTools } from './panes/pane-tools'
import { draftForAll, sendToPanes } from './panes/send-to-panes'
import type { MergeList } from '../../state/comparisons/merge-list'

interface CompareComposerProps {
  store: ComparisonStore
  panes: readonly Pane[]
  /** The contestants are hidden, so their answers are not continued. */
  isHidden: boolean
  /** The function of Escape before it stops any pane. */
  onFirstEscape: (() => void) | undefined
}

/** The composer that sends to all idle panes. */
export function CompareComposer({ store, panes, isHidden, onFirstEscape }: CompareComposerProps) {
  const app = useApp()
  const runningCount = useRunningCount(store, panes)
  const merges = app.comparisons.mergesOf(store.comparisonId)
  const mergingCount = useRunningMerges(merges)
  const isRunning = runningCount > 0 || mergingCount > 0
  const stopAll = () => {
    store.stopAll()
    merges.stopAll()
  }
  const composer = useComposer({
    place: draftForAll(store.comparisonId),
    // A message sent to all is also in the first pane's history.
    sessionId: panes[0]?.sessionId ?? null,
    variant: 'wide',
    commands: { kind: 'prompts' },
    recipients: panes,
    disabledReason: () => (store.idlePanes().length === 0 ? failureData('RUN_ACTIVE', 'all-panes') : null),
    // Accepted at once: a message that a pane refuses becomes that pane's draft again.
    send: async (message) => {
      void sendToPanes(app, store, store.idlePanes(), message)
      return null
    },
    tools: paneTools(store, panes, isHidden),
    work: {
      where: 'pane',
      change: async (next) => {
        const agents = panes.filter(({ model }) => agentOf(model) !== null)
        await store.setWork(agents.map((pane) => ({ paneId: pane.paneId, work: next(pane) })))
        return null
      },
    },
  })

  return (
    <Composer
      composer={composer}
      label={t('compare.composer.label')}
      onEscape={() => {
        onFirstEscape?.()
        return onFirstEscape !== undefined
      }}
      hint={
        isRunning ? (
          <PaneCounts store={store} panes={panes} mergingCount={mergingCount} />
        ) : (
          <kbd>{t('compare.composer.sends', { key: composer.sendKey, panes: panes.length })}</kbd>
        )
      }
      buttons={
        <>
          {!isRunning && !isHidden && <ContinueAll store={store} panes={panes} composer={composer} />}
          {isRunning && (
            <StopButton composer={composer} onStop={stopAll}>
              {t('compare.composer.stopAll')}
            </StopButton>
          )}
          <SendButton composer={composer}>{t('compare.composer.sendToAll')}</SendButton>
        </>
      }
    />
  )
}

/** Continues the answers that ended early, if there are several; a single one has a button of its own. */
function ContinueAll({
  store,
  panes,
  composer,
}: Pick<CompareComposerProps, 'store' | 'panes'> & { composer: ComposerState }) {
  const count = usePaneStates(store, panes, () => store.panesToContinue().length)
  if (count < 2) return null
  return (
    <Button
      title={t('compare.composer.continueAllHint', { count })}
      onFirstClick={() => {
        // The button disappears while they are continued; focus the text field.
        composer.focus()
        store.continueAll()
      }}
    >
      {t('compare.composer.continueAll')}
    </Button>
  )
}

/** The numbers of panes that are answering, have failed and can be asked: `1 answering, 1 failed, 2 ready`. */
function PaneCounts({
  store,
  panes,
  mergingCount,
}: {
  store: ComparisonStore
  panes: readonly Pane[]
  mergingCount: number
}) {
  const statuses = usePaneStates(store, panes, () =>
    panes.map((pane) => kindOfStatus(paneStatus(store.conversationOf(pane).store.getState()))).join(' '),
  ).split(' ')
  const words: string[] = (['answering', 'waiting', 'failed', 'ready'] as const).flatMap((kind) => {
    const count = statuses.filter((status) => status === kind).length
    return count === 0 ? [] : [t(`compare.composer.${kind}`, { count })]
  })
  if (mergingCount > 0) words.push(t('compare.composer.merging', { count: mergingCount }))
  return words.join(', ')
}

function kindOfStatus(status: PaneStatus): 'answering' | 'waiting' | 'failed' | 'ready' {
  if (status === 'Queued') return 'waiting'
  if (status === 'Waiting' || status === 'Streaming') return 'answering'
  return status === 'Failed' ? 'failed' : 'ready'
}

/** The number of running merges that this window knows. */
function useRunningMerges(merges: MergeList): number {
  return useSyncExternalStore(
    useCallback((onChange) => merges.onChanged(onChange), [merges]),
    () => merges.runningCount,
  )
}
