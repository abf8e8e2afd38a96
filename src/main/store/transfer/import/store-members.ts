import type { ComparisonId, MergeId, MessageId, PaneId, VoteId } from '../../../../shared/ids'
import type { WritableDatabase } from '../../database/database'
import { paneLetters } from '../../../../shared/sessions/sessions'
import type { Clock } from '../../../base/clock'
import type { NewId } from '../../../base/new-id'
import type { ComparisonRows } from '../../comparisons/comparison-rows'
import type { MergeRows } from '../../comparisons/merge-rows'
import type { RowVerdicts } from '../../comparisons/row-verdicts'
import type { TreeInProgress } from '../../sessions/tree-in-progress'
import type { TreeWriter } from '../../sessions/tree-writer'
import type { OriginalAnswers } from '../../votes/original-answers'
import { answersKeyOf, type NewVote, type VoteStore } from '../../votes/vote-store'
import type { ParleyMerge, ParleyPane } from '../parley-format/parley-archive'
import type { ParleyVote } from '../parley-format/parley-bundle'
import type { ParleyPlace, ParleyVerdict } from '../parley-format/parley-places'
import type { UnsentWork } from './formats/imported-conversation'
import type { UnsentWorkRows } from './unsent-work'

/** The input for storing comparisons. */
export interface GivenDeps {
  writer: TreeWriter
  newId: NewId
  clock: Clock
  unsent: UnsentWorkRows
}

/** The dependencies for storing comparisons. */
export interface ComparisonDeps extends GivenDeps {
  database: WritableDatabase
  comparisons: ComparisonRows
  merges: MergeRows
  votes: VoteStore
  verdicts: RowVerdicts
  originals: OriginalAnswers
}

interface FilledChat {
  tree: TreeInProgress
  origin: string
  leafKey: string | null
  messageCount: number
  unsent: UnsentWork
}

/** The complete chat of a pane, still hidden. `index` counts the panes of the file from 0. */
export interface FilledPane extends FilledChat {
  pane: ParleyPane
  index: number
}

/** The complete chat of a merge, still hidden. */
export interface FilledMerge extends FilledChat {
  merge: ParleyMerge
  /** The answers that the comparison has. */
  answers: ParleyPlace[]
  model: string
}

interface Members {
  id: ComparisonId
  panes: readonly FilledPane[]
  merges: readonly FilledMerge[]
  votes: readonly ParleyVote[]
  verdicts: readonly ParleyVerdict[]
  /** Whose votes these are; null if each vote says so itself. */
  source: string | null
}

/** Stores the panes, merges, votes and verdicts of a comparison. Returns the votes. */
export function storeMembers(deps: ComparisonDeps, members: Members): NewVote[] {
  const { id, panes, merges, votes, verdicts, source } = members
  const { newId, unsent: unsentRows } = deps
  const letters = lettersOf(panes)
  const stored = new Map<number, ImportedPane>()
  for (const { pane, index, tree, leafKey, unsent } of panes) {
    const { id: sessionId } = tree.finish(leafKey)
    const paneId = newId<PaneId>()
    const { position, removedAt } = pane
    const letter = letters.get(index) ?? position % paneLetters.length
    deps.comparisons.insertPane({
      id: paneId,
      comparison_id: id,
      session_id: sessionId,
      letter,
      position,
      ...(removedAt === undefined ? {} : { removed_at: removedAt }),
    })
    unsentRows.restore(unsent, { sessionId, messageOf: (key) => tree.idOf(key), paneId })
    stored.set(index, {
      paneId,
      messageOf: (key) => tree.idOf(key) ?? null,
      originalOf: (messageId) => (messageId === null ? null : deps.originals.of(messageId)),
    })
  }
  for (const { merge, tree, leafKey, answers, model } of merges) {
    const { id: sessionId } = tree.finish(leafKey)
    deps.merges.insert({
      mergeId: newId<MergeId>(),
      comparisonId: id,
      sessionId,
      model,
      kind: merge.kind,
      instructions: merge.instructions,
      answers: answers.flatMap(({ pane, message }) => {
        const from = stored.get(pane)
        const messageId = from?.messageOf(message) ?? null
        return from === undefined || messageId === null ? [] : [{ paneId: from.paneId, messageId }]
      }),
      createdAt: merge.createdAt,
    })
  }
  for (const { passages, ...verdict } of verdicts) {
    const found = passages.flatMap(({ pane, message, range }) => {
      const messageId = stored.get(pane)?.messageOf(message) ?? null
      return messageId === null ? [] : [{ messageId, range }]
    })
    if (found.length === passages.length) deps.verdicts.put(id, { ...verdict, passages: found })
  }
  const added = importedVotes(votes, {
    comparisonId: id,
    sourceOf: (vote) => source ?? vote.source,
    newId,
    paneAt: (index) => stored.get(index) ?? null,
  })
  // These may be answers of a run that has a vote of its own.
  const isNew = ({ answersKey }: NewVote) => answersKey === null || deps.votes.byAnswers(answersKey) === null
  const kept = added.filter(isNew)
  deps.votes.save(kept)
  return kept
}

/** Letters by index: that of the file unless another pane has it, those of removed panes last. */
function lettersOf(panes: readonly FilledPane[]): Map<number, number> {
  const letters = new Map<number, number>()
  const used = new Set<number>()
  for (const { pane, index } of panes.toSorted((one, other) => removal(one) - removal(other))) {
    const wanted = pane.letter ?? pane.position % paneLetters.length
    const free = [wanted, ...paneLetters.keys()].find((letter) => !used.has(letter))
    // If there are many removed panes, some have the same letter, as they did in the other Parley.
    const letter = pane.removedAt === undefined ? (free ?? wanted) : wanted
    letters.set(index, letter)
    if (pane.removedAt === undefined) used.add(letter)
  }
  return letters
}

function removal({ pane }: FilledPane): number {
  return Number(pane.removedAt !== undefined)
}

/** A pane of an imported comparison, as it is stored here. */
interface ImportedPane {
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
