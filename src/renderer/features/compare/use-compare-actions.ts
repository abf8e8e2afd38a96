import { type Pane, paneLimits } from '../../../shared/sessions/sessions'
import { t } from '../../language/t'
import { action } from '../../state/actions/action-list'
import { useViewActions, useApp } from '../../state/app/use-app'
import type { ComparisonStore } from '../../state/comparisons/comparison-store'
import { lastAnswer } from '../../state/conversations/conversation'
import { copyNewestAnswer, copyNewestCode } from '../message/rows/copy-message'
import { answersToCritique } from './answers/pane-ends'
import { canReplay } from './replay/replay-dialog'
import { promotePane, promoteDisabledReason, focusedPosition } from './panes/use-pane-actions'

interface CompareActions {
  store: ComparisonStore
  panes: readonly Pane[]
  /** The contestants are hidden, so what would show or change them is refused. */
  hidden: boolean
  onAddPane: () => void
  onMetrics: () => void
  onMerge: () => void
  onReplay: () => void
  /** Shows pages or messages; null while there are no pages. */
  onFlip: (() => void) | null
}

/** Offers the actions of a stored comparison while it is shown. */
export function useCompareActions(props: CompareActions): void {
  const { store, panes, hidden, onAddPane, onMetrics, onMerge, onReplay, onFlip } = props
  const app = useApp()
  const merges = app.comparisons.mergesOf(store.comparisonId)
  const focused = () => panes[focusedPosition() ?? -1]
  const isRunning = (pane: Pane) => store.conversationOf(pane).store.getState().isRunning
  const isEmpty = (pane: Pane) => store.conversationOf(pane).store.getState().messages.length === 0
  const scrollTogether = () => app.settings.store.getState().settings.scrollPanesTogether
  const copy = (id: 'copyAnswer' | 'copyCode', run: typeof copyNewestCode) =>
    action(id, {
      disabledReason: () => {
        const pane = focused()
        if (pane === undefined) return t('compare.actions.goFirst')
        const answer = lastAnswer(store.conversationOf(pane).store.getState())
        return answer === undefined ? t('chat.refusal.nothingAnswered') : null
      },
      run: () => {
        const pane = focused()
        if (pane !== undefined) void run(app, store.conversationOf(pane))
      },
    })
  useViewActions(() => [
    copy('copyAnswer', copyNewestAnswer),
    copy('copyCode', copyNewestCode),
    action('addPane', {
      disabledReason: () => {
        if (hidden) return t('compare.blind.notWhileHidden')
        return panes.length >= paneLimits.max
          ? t('compare.actions.mostPanes', { most: paneLimits.max })
          : null
      },
      run: onAddPane,
    }),
    action('figures', {
      disabledReason: () => (hidden ? t('compare.blind.notWhileHidden') : null),
      run: onMetrics,
    }),
    action('merge', {
      disabledReason: () => (hidden ? t('compare.blind.notWhileHidden') : null),
      run: onMerge,
    }),
    action('critique', {
      disabledReason: () =>
        answersToCritique(store, panes).length === 0 ? t('compare.actions.nothingToCritique') : null,
      run: () => store.critique(answersToCritique(store, panes)),
    }),
    action('replay', {
      disabledReason: () => {
        if (hidden) return t('compare.blind.notWhileHidden')
        if (panes.some(isRunning)) return t('compare.actions.stillRuns')
        return canReplay(store, panes) ? null : t('compare.replay.nothing')
      },
      run: onReplay,
    }),
    action('showPage', {
      title: t('compare.pages.flip'),
      disabledReason: () => (onFlip === null ? t('compare.pages.nothing') : null),
      run: () => onFlip?.(),
    }),
    action('vote', {
      disabledReason: () => (voteBar() === null ? t('compare.vote.notYet') : null),
      run: () => voteBar()?.focus(),
    }),
    action('scrollTogether', {
      title: t(scrollTogether() ? 'compare.actions.scrollApart' : 'common.scrollPanesTogether'),
      run: () => void app.settings.change({ scrollPanesTogether: !scrollTogether() }),
    }),
    action('stop', {
      title: t('compare.actions.stopAll'),
      disabledReason: () =>
        panes.some(isRunning) || merges.runningCount > 0 ? null : t('compare.actions.nothingRuns'),
      run: () => {
        store.stopAll()
        merges.stopAll()
      },
    }),
    action('rerunPane', {
      disabledReason: () => {
        const pane = focused()
        if (hidden) return t('compare.blind.notWhileHidden')
        if (pane === undefined) return t('compare.actions.goFirst')
        if (isRunning(pane)) return t('compare.actions.stillRuns')
        return isEmpty(pane) ? t('compare.actions.nothingToRerun') : null
      },
      run: () => {
        const pane = focused()
        if (pane !== undefined) store.regenerate(pane)
      },
    }),
    action('continueAll', {
      disabledReason: () => {
        if (hidden) return t('compare.blind.notWhileHidden')
        return store.panesToContinue().length === 0 ? t('compare.actions.nothingToContinue') : null
      },
      run: () => store.continueAll(),
    }),
    action('promotePane', {
      disabledReason: () => {
        const pane = focused()
        if (hidden) return t('compare.blind.notWhileHidden')
        return pane === undefined ? t('compare.actions.goFirst') : promoteDisabledReason(store, pane)
      },
      run: () => {
        const pane = focused()
        if (pane !== undefined) void promotePane(app, store, pane)
      },
    }),
  ])
}

/** The vote bar; null while there is nothing to vote on. */
function voteBar(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-slot="vote-bar"]')
}
