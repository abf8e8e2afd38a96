import type { ComparisonId, MessageId, PaneId, VoteId } from '../../../../shared/ids'
import type { NewId } from '../../../base/new-id'
import type { NewVote } from '../../votes/vote-store'
import type { ParleyVote } from '../parley-format/parley-bundle'

/** A pane of an imported comparison, as it is stored here. */
export interface ImportedPane {
  paneId: PaneId
  messageOf: (key: string) => MessageId | null
}

/**
 * The votes of a file with the ids of this store. They are those of `source`: the user's own votes are cast here.
 * Several votes on the same answers stay separate, and only the last of them can be replaced by a new one.
 */
export function importedVotes(
  votes: readonly ParleyVote[],
  {
    comparisonId,
    source,
    newId,
    paneAt,
  }: {
    comparisonId: ComparisonId | null
    source: string
    newId: NewId
    paneAt: (index: number) => ImportedPane | null
  },
): NewVote[] {
  const stored = votes.map((vote): NewVote => {
    const shown = vote.shown.map(({ pane, message, ...answer }) => {
      const imported = pane === null ? null : paneAt(pane)
      return {
        ...answer,
        paneId: imported?.paneId ?? null,
        messageId: imported === null || message === null ? null : imported.messageOf(message),
      }
    })
    const isOnAnswers = shown.every(({ messageId }) => messageId !== null)
    const answersKey = isOnAnswers ? shown.map(({ messageId }) => messageId).join(' ') : null
    return { ...vote, id: newId<VoteId>(), comparisonId, shown, source, answersKey }
  })
  const last = new Map(stored.map((vote) => [vote.answersKey, vote]))
  return stored.map((vote) => (last.get(vote.answersKey) === vote ? vote : { ...vote, answersKey: null }))
}
