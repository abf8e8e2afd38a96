import { useStore } from 'zustand'

import { t } from '../../language/t'
import type { ComparisonStore } from '../../state/comparisons/comparison-store'
import { paneName } from './panes/identity/pane-name'
import { useApp } from '../../state/app/use-app'
import { focusComposer } from '../../keyboard/focus-targets'
import { TextMenuButton } from '../../ui/overlays/text-menu-button'

/** A menu of the removed panes, each of which can be restored; nothing if there are none. */
export function RemovedPanes({ store, count }: { store: ComparisonStore; count: number }) {
  const models = useStore(useApp().models, (state) => state.models)
  const removed = useStore(store.store, (state) => state.restorable)
  if (count === 0) return null
  return (
    <TextMenuButton
      items={removed.map(({ paneId, letter = '?', messageCount, ...contestant }) => ({
        label: t('compare.removed.restore', {
          letter,
          model: paneName(models, contestant),
          count: messageCount,
        }),
        onChoose: () => {
          // The button may disappear; focus the composer.
          focusComposer()
          void store.restorePane(paneId)
        },
      }))}
      onOpen={() => store.loadRestorable()}
    >
      {t('compare.removed.title', { count })}
    </TextMenuButton>
  )
}
