import { t } from '../../../language/t'
import { action, type Action } from '../../../state/actions/action-list'
import { keysOfPane, type BoundKeys } from '../../../state/actions/bound-keys'
import { useBoundKeys, useViewActions } from '../../../state/app/use-app'
import type { Pane } from '../../../../shared/sessions/sessions'
import type { AppState } from '../../../state/app/app-state'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'

interface PaneActions {
  /** The letters of the panes, in their order. */
  letters: readonly string[]
  /** Shows and focuses the pane at this index. */
  onGoTo: (position: number) => void
  onMove: (position: number, by: -1 | 1) => void
  /** Absent when there is nothing to maximize. */
  onMaximise?: (position: number) => void
}

/** Offers the actions of panes: going to one works from anywhere, the others apply to the focused pane. */
export function usePaneActions({ letters, onGoTo, onMove, onMaximise }: PaneActions): void {
  const bound = useBoundKeys()
  const move = (id: 'movePaneLeft' | 'movePaneRight', by: -1 | 1) =>
    action(id, {
      disabledReason: () => {
        const position = focusedPosition()
        if (position === null) return t('compare.actions.goFirst')
        if (by === -1) return position === 0 ? t('compare.paneMenu.isFirst') : null
        return position === letters.length - 1 ? t('compare.paneMenu.isLast') : null
      },
      run: () => {
        const position = focusedPosition()
        if (position !== null) onMove(position, by)
      },
    })
  useViewActions(() => [
    ...letters.map((letter, position) => goToPane({ letter, position }, { bound, onGoTo })),
    move('movePaneLeft', -1),
    move('movePaneRight', 1),
    ...(onMaximise === undefined
      ? []
      : [
          action('maximisePane', {
            disabledReason: () => (focusedPosition() === null ? t('compare.actions.goFirst') : null),
            run: () => {
              const position = focusedPosition()
              if (position !== null) onMaximise(position)
            },
          }),
        ]),
  ])
}

/** The index of the focused pane. */
export function focusedPosition(): number | null {
  const slot = document.activeElement?.closest('[data-slot="pane-slot"]')
  return slot == null ? null : [...document.querySelectorAll('[data-slot="pane-slot"]')].indexOf(slot)
}

function goToPane(
  { letter, position }: { letter: string; position: number },
  { bound, onGoTo }: { bound: BoundKeys } & Pick<PaneActions, 'onGoTo'>,
): Action {
  const number = position + 1
  const keys = keysOfPane(number, bound)
  return {
    id: `pane:${number}`,
    title: t('compare.actions.goToPane', { letter }),
    group: 'compare',
    ...(keys !== '' && { shortcut: { keys } }),
    run: () => onGoTo(position),
  }
}

/** Why a pane cannot become a chat now, as text for users; null when it can. */
export function promoteDisabledReason(store: ComparisonStore, pane: Pane): string | null {
  return store.conversationOf(pane).store.getState().isRunning ? t('compare.actions.stillRuns') : null
}

/** Creates a chat from the pane and opens it. */
export async function promotePane(app: AppState, store: ComparisonStore, { paneId }: Pane): Promise<void> {
  const promoting = store.promotePane(paneId)
  await app.openMade(promoting.then((session) => session && { kind: 'chat', sessionId: session.id }))
}
