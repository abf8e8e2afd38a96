import type { SessionId } from '../../shared/ids'
import type { Clock } from '../base/clock'
import { saysWho } from '../store/sealed/contestant-names'
import { BlindMerges } from '../compare/merge/blind-merge'
import { Merges } from '../compare/merge/merges'
import type { NewId } from '../base/new-id'
import {
  compareHandlers,
  differenceHandlers,
  lineUpHandlers,
  mergeHandlers,
  voteHandlers,
  whichModelHandlers,
} from '../rpc/handlers/comparing/compare-handlers'
import { setHandlers } from '../rpc/handlers/comparing/set-handlers'
import { SetVoting } from '../sets/ballots/set-voting'
import { RowComparisons } from '../sets/opening/row-comparisons'
import { promptFromChat } from '../sets/prompt-from-chat'
import type { PromptSets } from '../sets/prompt-sets'
import { AnsweredComparisons } from '../store/comparisons/answered-comparisons'
import { ComparisonTrash } from '../store/comparisons/comparison-trash'
import { shuffled } from '../store/comparisons/shuffled'
import { LineUpStore } from '../store/composer/line-up-store'
import type { SessionOperations } from '../store/sessions/session-operations'
import type { ToolCatalogue } from '../tools/tool'
import { Votes } from '../votes/votes'
import type { ModelAccess } from './model-access'
import type { RunServices } from './run-services'
import type { Storage } from './storage'
import { sessionDatabaseFile } from '../store/opening/open-session-database'
import { OriginalAnswers } from '../store/votes/original-answers'
import { VoteStore } from '../store/votes/vote-store'

/** The routes and streams of comparisons, their differences, merges and votes, of line-ups, and of prompt sets. */
export function compareRoutes(
  parts: {
    clock: Clock
    newId: NewId
    storage: Storage
    models: ModelAccess
    runs: RunServices
    sets: PromptSets
    votes: Votes
    operations: SessionOperations
    tools: Pick<ToolCatalogue, 'list'>
  } & Pick<Parameters<typeof compareHandlers>[0], 'project' | 'useAttachments' | 'onErased'>,
) {
  const { clock, newId, storage, models, runs, sets, votes, operations, project, useAttachments, onErased } =
    parts
  const { dataFolder, database, store, writer, pause, quickThread, watched } = storage
  const { tools } = parts
  const { leases, active, starter, view, comparisons } = runs
  const compareArea = compareHandlers({
    comparisons,
    store: runs.comparisonStore,
    trash: new ComparisonTrash(database, { writer, pause }),
    operations,
    view,
    useAttachments,
    project,
    paramsOf: (model) => models.preferences.paramsOf(model),
    defaultTools: () => models.settings.get().defaultTools,
    onErased,
  })
  const answered = new AnsweredComparisons(database, { writer, clock, newId })
  const mergeArea = mergeHandlers(
    new Merges({
      store: runs.comparisonStore,
      sessions: store,
      leases,
      active,
      starter,
      view,
      operations,
      blind: new BlindMerges({ store: runs.comparisonStore, sessions: store, view, answered, clock }),
      clock,
      newId,
      onChanged: (comparisonId) => comparisons.announce(comparisonId),
    }),
    (id) => {
      const comparison = comparisons.get(id)
      comparisons.announcePanes(comparison)
      return comparison
    },
  )
  const rows = new RowComparisons({
    store: sets.store,
    run: (id) => sets.asked(id),
    comparisons: answered,
    clock,
  })
  const paneModels = (sessionId: SessionId) => {
    const comparisonId = runs.comparisonStore.comparisonOfSession(sessionId)
    const sessions = comparisonId === null ? [] : runs.comparisonStore.sessionsOf(comparisonId)
    return sessions.map((id) => store.getSession(id).model ?? '')
  }
  const setArea = setHandlers(
    sets,
    new SetVoting({
      store: sets.store,
      run: (id) => sets.store.asked(id),
      votes,
      shuffle: shuffled,
      namesContestant: saysWho,
      clock,
      newId,
    }),
    {
      async openComparison(place, options) {
        const comparison = comparisons.get(await rows.open(place, options))
        comparisons.announcePanes(comparison)
        return comparison
      },
      promptFrom: (place) => promptFromChat({ sessions: store, tools, paneModels }, place),
    },
  )
  return {
    routes: {
      ...compareArea.routes,
      ...mergeArea.routes,
      ...differenceHandlers({
        store,
        finder: storage.differences,
        judge: runs.rowJudge,
        verdicts: runs.verdicts,
      }),
      ...voteHandlers(votes),
      ...whichModelHandlers(sessionDatabaseFile(dataFolder), (name, input) =>
        watched(quickThread.run(name, input, { timeoutMs: rankingTimeoutMs })),
      ),
      ...setArea.routes,
      ...lineUpHandlers(new LineUpStore(database, { clock, newId })),
    },
    streams: { ...compareArea.streams, ...mergeArea.streams, ...setArea.streams },
  }
}

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
    end: runs.paneEnd,
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
    readFile: (given) => watched(quickThread.run('readVoteFile', { file: databaseFile, ...given })),
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
