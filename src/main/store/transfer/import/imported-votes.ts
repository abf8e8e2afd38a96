import type { ComparisonId, MessageId, PaneId, VoteId } from '../../../../shared/ids'
import type { NewId } from '../../../base/new-id'
import { answersKeyOf, type NewVote } from '../../votes/vote-store'
import type { ParleyVote } from '../parley-format/parley-bundle'

/** A pane of an imported comparison, as it is stored here. */
export interface ImportedPane {
  paneId: PaneId
  messageOf: (key: string) => MessageId | null
  /** Identifies the answer that this message, or the only answer of the pane, is a copy of. */
  originalOf: (messageId: MessageId | null) => string | null
}

/**
 * The votes of a file with the ids of this store. `sourceOf` says whose they are: undefined for the user's own. Several
 * votes on the same answers stay separate. A new vote can replace only one of them: the last of the user's own or, if
 * there is none, the last of all.
 */
export function importedVotes(
  votes: readonly ParleyVote[],
  {
    comparisonId,
    sourceOf,
    newId,
    paneAt,
  }: {
    comparisonId: ComparisonId | null
    sourceOf: (vote: ParleyVote) => string | undefined
    newId: NewId
    paneAt: (index: number) => ImportedPane | null
  },
): NewVote[] {
  const stored = votes.map((given): NewVote => {
    const { source: _given, ...vote } = given
    const source = sourceOf(given)
    const shown = vote.shown.map(({ pane, message, ...answer }) => {
      const imported = pane === null ? null : paneAt(pane)
      const messageId = imported === null || message === null ? null : imported.messageOf(message)
      const original = imported?.originalOf(messageId) ?? null
      const identity = original === null ? {} : { original }
      return { ...answer, paneId: imported?.paneId ?? null, messageId, ...identity }
    })
    const answersKey = answersKeyOf(shown)
    return {
      ...vote,
      id: newId<VoteId>(),
      comparisonId,
      shown,
      answersKey,
      ...(source === undefined ? {} : { source }),
    }
  })
  const own = stored.filter(({ source }) => source === undefined)
  const last = new Map([...stored, ...own].map((vote) => [vote.answersKey, vote]))
  return stored.map((vote) => (last.get(vote.answersKey) === vote ? vote : { ...vote, answersKey: null }))
}
