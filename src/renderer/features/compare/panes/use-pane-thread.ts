import { useMemo, type RefObject } from 'react'

import type { Pane } from '../../../../shared/sessions/sessions'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { focusComposer } from '../../../keyboard/focus-targets'
import type { Thread } from '../../message/rows/thread'

/** The actions of the messages in a pane, whose elements are in `column`. */
export function usePaneThread(
  store: ComparisonStore,
  pane: Pane,
  column: RefObject<HTMLElement | null>,
  isHidden: boolean,
): Thread {
  return useMemo(
    () => ({
      askAgain: (messageId, changed) => store.askAgain(pane, messageId, changed),
      continueAnswer: (messageId) => store.continueAnswer(pane, messageId),
      focusComposer: () => {
        if (column.current !== null) focusFieldAround(column.current)
      },
      pane: {
        isHidden,
        model: pane.model,
        panesAsked: (question) => store.panesAsked(pane, question).length,
        askAllAgain: (question, changed) => store.askAllAgain(pane, question, changed),
      },
    }),
    [store, pane, column, isHidden],
  )
}

/** Focuses the text field of the pane around `element`, which is about to disappear or to become another button. */
export function focusFieldAround(element: HTMLElement): void {
  // Focusing a field in the strip would open its pane.
  if (element.closest('[data-thumb]') !== null) focusComposer()
  else
    element
      .closest('[data-slot="pane"]')
      ?.querySelector<HTMLElement>('[data-slot="composer"] [data-slot="composer-text"]')
      ?.focus()
}
