import { useState } from 'react'
import { useStore } from 'zustand'

import { type Comparison, isHidden } from '../../../../shared/sessions/sessions'
import { focusComposer } from '../../../keyboard/focus-targets'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { Button } from '../../../ui/controls/button'
import { Dialog } from '../../../ui/overlays/dialog'
import { paneLetter, paneName } from '../panes/identity/pane-name'
import { DialogBody, HiddenText, Row } from '../../../ui/layout/layout'

/** Asks before the contestants are revealed without a vote. */
export function RevealDialog({ store, onClose }: { store: ComparisonStore; onClose: () => void }) {
  return (
    <Dialog title={t('compare.blind.confirm')} width="narrow" onClose={onClose}>
      <DialogBody gap={4}>
        <p>{t('compare.blind.confirmText')}</p>
        <Row align="stretch" justify="end">
          <Button data-first-focus onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose()
              void reveal(store)
            }}
          >
            {t('compare.blind.revealNow')}
          </Button>
        </Row>
      </DialogBody>
    </Dialog>
  )
}

async function reveal(store: ComparisonStore): Promise<void> {
  // The button that opened the dialog disappears.
  if (await store.reveal()) focusComposer()
}

/** True if the contestants were revealed while this view was open. */
export function useWasJustRevealed(comparison: Comparison): boolean {
  const hidden = isHidden(comparison)
  const [wasHidden, setWasHidden] = useState(hidden)
  if (hidden && !wasHidden) setWasHidden(true)
  return wasHidden && !hidden
}

/** Announces to screen readers who wrote which answer. */
export function RevealedContestants({ comparison }: { comparison: Comparison }) {
  const models = useStore(useApp().models.store, (state) => state.models)
  const isRevealed = useWasJustRevealed(comparison)
  const contestants = comparison.panes.map((pane) => `${paneLetter(pane).letter} ${paneName(models, pane)}`)
  return (
    <HiddenText role="status">
      {isRevealed ? t('compare.blind.revealed', { contestants: contestants.join(', ') }) : ''}
    </HiddenText>
  )
}
