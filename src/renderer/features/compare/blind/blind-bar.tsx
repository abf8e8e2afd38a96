import { useState } from 'react'

import type { Pane } from '../../../../shared/sessions/sessions'
import { t } from '../../../language/t'
import { action } from '../../../state/actions/action-list'
import { useViewActions } from '../../../state/app/use-view-actions'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { Button } from '../../../ui/controls/button'
import { usePaneStates } from '../use-pane-states'
import { RevealDialog } from './reveal-dialog'
import styles from './blind.module.css'

interface BlindBarProps {
  store: ComparisonStore
  panes: readonly Pane[]
}

/** What happens next in a comparison whose contestants are hidden, and the way out of it. */
export function BlindBar({ store, panes }: BlindBarProps) {
  const [isRevealing, setIsRevealing] = useState(false)
  const stateOf = (pane: Pane) => store.conversationOf(pane).store.getState()
  const running = usePaneStates(store, panes, () => panes.filter((pane) => stateOf(pane).isRunning).length)
  const answered = usePaneStates(
    store,
    panes,
    () => panes.filter((pane) => stateOf(pane).messages.some(({ role }) => role === 'assistant')).length,
  )
  useViewActions(() => [action('reveal', { run: () => setIsRevealing(true) })])
  return (
    <div className={styles.blindBar} data-slot="blind-bar">
      <span className={styles.blindTag}>{t('compare.blind.label')}</span>
      <span className={styles.blindText} role="status">
        {running > 0
          ? `${t('compare.blind.answering', { count: running })} ${t('compare.blind.together')}`
          : t(answered > 1 ? 'compare.blind.vote' : 'compare.blind.ask')}
      </span>
      <Button variant="link" aria-haspopup="dialog" onClick={() => setIsRevealing(true)}>
        {t('compare.blind.reveal')}
      </Button>
      {isRevealing && <RevealDialog store={store} onClose={() => setIsRevealing(false)} />}
    </div>
  )
}
