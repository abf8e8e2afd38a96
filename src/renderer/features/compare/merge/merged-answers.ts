import type { MessageId } from '../../../../shared/ids'
import type { StoredMerge } from '../../../../shared/merges/merges'
import { messageText, type StatementSource } from '../../../../shared/sessions/messages'
import type { Pane } from '../../../../shared/sessions/sessions'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { messageOf } from '../../../state/conversations/conversation'
import { paneLetter } from '../panes/identity/pane-letter'

/** A pane whose answer was merged, as the window shows it now. */
export interface MergedFrom {
  pane: Pane
  letter: string
  color: string
}

/** The panes of the merged answers by message; one that was removed is missing. */
export function mergedFrom(
  { answers }: StoredMerge,
  panes: readonly Pane[],
): ReadonlyMap<MessageId, MergedFrom> {
  return new Map(
    answers.flatMap(({ paneId, messageId }): [MessageId, MergedFrom][] => {
      const pane = panes.find((candidate) => candidate.paneId === paneId)
      return pane === undefined ? [] : [[messageId, { pane, ...paneLetter(pane) }]]
    }),
  )
}

/** The words that a merged statement quotes; empty when the answer is not loaded. */
export function quotedWords(
  store: ComparisonStore,
  from: MergedFrom | undefined,
  source: StatementSource,
): string {
  if (from === undefined) return ''
  const answer = messageOf(store.conversationOf(from.pane).store.getState(), source.messageId)
  return answer === undefined ? '' : messageText(answer).slice(source.from, source.to)
}

/** How many of the merged answers this window has loaded. */
export function loadedCount(store: ComparisonStore, answers: ReadonlyMap<MessageId, MergedFrom>): number {
  const isLoaded = ([messageId, { pane }]: [MessageId, MergedFrom]) =>
    messageOf(store.conversationOf(pane).store.getState(), messageId) !== undefined
  return [...answers].filter(isLoaded).length
}
