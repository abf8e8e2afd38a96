import { useEffect, useState } from 'react'

import type { Pane } from '../../../../shared/sessions/sessions'
import { t } from '../../../language/t'
import { action } from '../../../state/actions/action-list'
import { useViewActions, useApp } from '../../../state/app/use-app'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { lastAnswer } from '../../../state/conversations/conversation'
import { Button } from '../../../ui/controls/button'
import { usePaneStates, useRunningCount } from '../answers/use-pane-states'
import { useLeftOutText, useVotableAnswers } from '../answers/use-votable-answers'
import { Row, Text } from '../../../ui/layout/layout'
import { isQuestion } from '../../../../shared/votes/same-question'
import { BoundMarkdown } from '../../../markdown/markdown'
import styles from './blind.module.css'

interface BlindBarProps {
  store: ComparisonStore
  panes: readonly Pane[]
  onReveal: () => void
}

/** The next step of a comparison whose contestants are hidden, until the vote bar replaces it. */
export function BlindBar({ store, panes, onReveal }: BlindBarProps) {
  const running = useRunningCount(store, panes)
  const isShortened = useIsShortened(store, panes)
  const isVotable = useVotableAnswers(store, panes).length > 0
  const leftOut = useLeftOutText(store, panes)
  if (isVotable) return null
  return (
    <Row
      wrap
      grow={false}
      pad={[1.5, 4]}
      size="s"
      line="above"
      className={styles.blindBar}
      data-slot="blind-bar"
    >
      <BlindTag />
      <span className={styles.blindText} role="status">
        {running > 0
          ? `${t('compare.blind.answering', { count: running })} ${t('compare.blind.together')}`
          : (leftOut ?? t(isShortened ? 'compare.blind.shortenedToNothing' : 'compare.blind.ask'))}
      </span>
      {running > 0 && <Elapsed store={store} panes={panes} />}
      <RevealButton onReveal={onReveal} />
      {running > 0 && <PreparedAnswers />}
    </Row>
  )
}

/** How long the round has taken. Not announced, because it changes every second. */
function Elapsed({ store, panes }: Pick<BlindBarProps, 'store' | 'panes'>) {
  const { environment } = useApp()
  const askedAt = usePaneStates(store, panes, () =>
    Math.max(
      ...panes.map(
        (pane) => store.conversationOf(pane).store.getState().messages.findLast(isQuestion)?.createdAt ?? 0,
      ),
    ),
  )
  const [now, setNow] = useState(() => environment.now())
  useEffect(() => {
    let cancel = () => {}
    const count = () => {
      setNow(environment.now())
      cancel = environment.after(1_000, count)
    }
    count()
    return () => cancel()
  }, [environment])
  if (askedAt === 0) return null
  const seconds = Math.max(0, Math.floor((now - askedAt) / 1_000))
  return (
    <Text tone="faint" tabular aria-hidden="true" data-slot="elapsed">
      {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
    </Text>
  )
}

/** Reveals a blind comparison without a vote. `onReveal` asks first, in a dialog that outlives this button. */
export function RevealButton({ onReveal }: { onReveal: () => void }) {
  useViewActions(() => [action('reveal', { run: onReveal })])
  return (
    <Button variant="link" aria-haspopup="dialog" onClick={onReveal}>
      {t('compare.blind.reveal')}
    </Button>
  )
}

/** True if the latest answers are shortened because their round was stopped and their models are hidden. */
export function useIsShortened(store: ComparisonStore, panes: readonly Pane[]): boolean {
  const count = usePaneStates(
    store,
    panes,
    () =>
      panes.filter((pane) => lastAnswer(store.conversationOf(pane).store.getState())?.isShortened === true)
        .length,
  )
  return count > 0
}

/** The blocks that answers usually consist of. */
const sample = `## a

b **c** *d* \`e\` [f](#g). H.

- i
  - j

1. k

> l

\`\`\`ts
m
\`\`\`

| n | o |
| - | - |
| p | q |
`
/** By then, what the answers were asked from is drawn, and the code that reads them has run. */
const drawAfterMs = 600
const doneAfterMs = 150

/**
 * Runs the code that draws answers before they appear: hidden answers appear together, and drawing the first one with
 * code that has not run yet would block the window.
 */
function PreparedAnswers() {
  const { environment } = useApp()
  const [phase, setPhase] = useState<'waiting' | 'drawn' | 'done'>('waiting')
  useEffect(() => {
    if (phase === 'waiting') return environment.after(drawAfterMs, () => setPhase('drawn'))
    return phase === 'drawn' ? environment.after(doneAfterMs, () => setPhase('done')) : undefined
  }, [environment, phase])
  if (phase !== 'drawn') return null
  return (
    <div hidden>
      <BoundMarkdown text={sample} isStreaming={false} />
    </div>
  )
}

/** Shows that the comparison is blind. */
export function BlindTag() {
  return <span className={styles.blindTag}>{t('compare.blind.label')}</span>
}
