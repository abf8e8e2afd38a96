import { useState } from 'react'
import { useStore } from 'zustand'

import { type Comparison, isHidden } from '../../../../shared/sessions/sessions'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { paneLetter } from '../panes/identity/pane-letter'
import { paneName } from '../panes/identity/pane-name'
import hiddenTextStyles from '../../../ui/text/hidden-text.module.css'

/** Whether the contestants were revealed while this view was open. */
export function useWasJustRevealed(comparison: Comparison): boolean {
  const hidden = isHidden(comparison)
  const [wasHidden, setWasHidden] = useState(hidden)
  if (hidden && !wasHidden) setWasHidden(true)
  return wasHidden && !hidden
}

/** Announces to screen readers who wrote which answer. */
export function RevealedContestants({ comparison }: { comparison: Comparison }) {
  const models = useStore(useApp().models, (state) => state.models)
  const isRevealed = useWasJustRevealed(comparison)
  const contestants = comparison.panes.map((pane) => `${paneLetter(pane).letter} ${paneName(models, pane)}`)
  return (
    <span className={hiddenTextStyles.hiddenText} role="status">
      {isRevealed ? t('compare.blind.revealed', { contestants: contestants.join(', ') }) : ''}
    </span>
  )
}
