import type { Clock } from '../base/clock'
import type { NewId } from '../base/new-id'
import { sessionDatabaseFile } from '../store/opening/open-session-database'
import { OriginalAnswers } from '../store/votes/original-answers'
import { VoteStore } from '../store/votes/vote-store'
import { Votes } from '../votes/votes'
import type { RunServices } from './run-services'
import type { Storage } from './storage'

/** Searches wait for a ranking, which takes far less than a second unless a file has hundreds of thousands of votes. */
const rankingTimeoutMs = 20_000

/** The votes on answers. They are ranked in a thread. */
export function openVotes({
  clock,
  newId,
  storage,
  runs,
}: {
  clock: Clock
  newId: NewId
  storage: Storage
  runs: RunServices
}): Votes {
  const { dataFolder, database, quickThread, store, watched } = storage
  const { comparisons, view } = runs
  const databaseFile = sessionDatabaseFile(dataFolder)
  return new Votes({
    store: new VoteStore(database),
    comparison: (id) => runs.comparisonStore.get(id),
    lastMessage: ({ sessionId }) => view.get(sessionId, { limit: 1 }).messages.at(-1) ?? null,
    question: ({ sessionId, parentId }) => (parentId === null ? null : store.getMessage(sessionId, parentId)),
    isRunning: ({ sessionId }) => view.isRunning(sessionId),
    reveal: (id) => comparisons.storeReveal(id),
    onRevealed: (comparison) => comparisons.announcePanes(comparison),
    originals: new OriginalAnswers(database),
    rank: (scope, prior) =>
      watched(
        quickThread.run(
          'rankStoredVotes',
          { file: databaseFile, scope, prior },
          { timeoutMs: rankingTimeoutMs },
        ),
      ),
    readFile: (csv) => watched(quickThread.run('readVoteFile', { file: databaseFile, csv })),
    csv: () => watched(quickThread.run('storedVotesCsv', { file: databaseFile })),
    votesInScope: (scope) => watched(quickThread.run('votesInScope', { file: databaseFile, scope })),
    newestInScope: (scope, limit) =>
      watched(quickThread.run('newestInScope', { file: databaseFile, scope, limit })),
    unsealed: (pane, answer) => ({
      session: store.unsealedSession(pane.sessionId),
      ...store.unsealedAnswer(answer),
    }),
    clock,
    newId,
  })
}
