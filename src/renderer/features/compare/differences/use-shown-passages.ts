import { useEffect, useState } from 'react'

import type { MessageId, PaneId } from '../../../../shared/ids'
import { t } from '../../../language/t'
import { clearPassages, type Passage, showPassages } from '../answers/show-passages'
import type { VotableAnswer } from '../answers/use-votable-answers'

/** Passages of answers that are marked in the panes, until they are pressed again or the caller goes away. */
export interface ShownPassages {
  /** The passages that are shown, by a key that the caller chose. */
  key: string | null
  /** For screen readers. */
  said: string
  toggle: (key: string, passages: readonly Passage[]) => void
  clear: () => void
}

export function useShownPassages(
  answers: readonly VotableAnswer[],
  onShowPane: (paneId: PaneId) => void,
): ShownPassages {
  const [key, setKey] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  useEffect(() => clearPassages, [])
  const answerOf = (messageId: MessageId) => answers.find(({ answerId }) => answerId === messageId)
  const clear = () => {
    clearPassages()
    setKey(null)
    setSaid('')
  }
  const toggle = (pressed: string, passages: readonly Passage[]) => {
    if (pressed === key) {
      clear()
      return
    }
    setKey(pressed)
    const letters = passages.map(({ messageId }) => answerOf(messageId)?.letter ?? '?')
    setSaid(t('compare.differences.shown', { letters: letters.join(', ') }))
    if (showPassages(passages)) return
    // The layout shows one pane at a time.
    const first = passages.map(({ messageId }) => answerOf(messageId)).find((answer) => answer !== undefined)
    if (first === undefined) return
    onShowPane(first.pane.paneId)
    requestAnimationFrame(() => showPassages(passages))
  }
  return { key, said, toggle, clear }
}
