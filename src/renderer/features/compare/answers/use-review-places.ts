import { useMemo } from 'react'
import { useStore } from 'zustand'

import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { modelName } from '../../../state/models/models'
import type { ReviewPlace } from '../../agent-changes/review-part'
import { paneLetter } from '../panes/identity/pane-name'

/**
 * The panes whose agents have a folder, in order; while the contestants are hidden, all panes, since the window does
 * not know.
 */
export function useReviewPlaces(store: ComparisonStore, isHidden: boolean): readonly ReviewPlace[] {
  const { models } = useStore(useApp().models.store)
  const panes = useStore(store.store, ({ comparison }) => comparison?.panes)
  return useMemo(
    () =>
      (panes ?? []).flatMap((pane): ReviewPlace[] => {
        const { sessionId, workspace = null, model } = pane
        const { letter } = paneLetter(pane)
        if (isHidden) {
          return [{ sessionId, name: t('compare.blind.contestant', { letter }), target: null }]
        }
        return workspace === null
          ? []
          : [{ sessionId, name: `${letter} · ${modelName(models, model)}`, target: workspace }]
      }),
    [panes, models, isHidden],
  )
}
