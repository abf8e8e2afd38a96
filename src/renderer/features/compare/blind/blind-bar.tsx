import type { Pane } from '../../../../shared/sessions/sessions'
import { t } from '../../../language/t'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { usePaneStates } from '../answers/use-pane-states'
import { useVotableAnswers } from '../answers/use-votable-answers'
import { BlindTag } from './blind-tag'
import { useIsShortened } from './use-is-shortened'
import { RevealButton } from './reveal-button'
import styles from './blind.module.css'

interface BlindBarProps {
  store: ComparisonStore
  panes: readonly Pane[]
  onReveal: () => void
}

/** What happens next in a comparison whose contestants are hidden, until the vote bar takes its place. */
export function BlindBar({ store, panes, onReveal }: BlindBarProps) {
  const running = usePaneStates(
    store,
    panes,
    () => panes.filter((pane) => store.conversationOf(pane).store.getState().isRunning).length,
  )
  const isShortened = useIsShortened(store, panes)
  const isVotable = useVotableAnswers(store, panes).length > 0
  if (isVotable) return null
  return (
    <div className={styles.blindBar} data-slot="blind-bar">
      <BlindTag />
      <span className={styles.blindText} role="status">
        {running > 0
          ? `${t('compare.blind.answering', { count: running })} ${t('compare.blind.together')}`
          : t(isShortened ? 'compare.blind.shortenedToNothing' : 'compare.blind.ask')}
      </span>
      <RevealButton onReveal={onReveal} />
    </div>
  )
}
