import { useRef, useState } from 'react'
import { useStore } from 'zustand'

import { t } from '../../language/t'
import type { ComparisonStore } from '../../state/comparisons/comparison-store'
import { paneName } from './panes/identity/pane-name'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { focusComposer } from '../../keyboard/focus-targets'
import { Menu } from '../../ui/overlays/menu'

/** A menu of the removed panes, each of which can be restored; nothing if there are none. */
export function RemovedPanes({ store, count }: { store: ComparisonStore; count: number }) {
  const models = useStore(useApp().models, (state) => state.models)
  const removed = useStore(store.store, (state) => state.restorable)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  if (count === 0) return null
  const open = async () => {
    await store.loadRestorable()
    setIsOpen(true)
  }
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? setIsOpen(false) : void open())}
      >
        {t('compare.removed.title', { count })}
      </Button>
      {isOpen && removed.length > 0 && (
        <Menu
          anchor={button}
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
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
