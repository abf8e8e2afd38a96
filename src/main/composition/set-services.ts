import type { Clock } from '../base/clock'
import type { NewId } from '../base/new-id'
import { type WorkerProgram, WorkerThread } from '../base/threads/worker-thread'
import type { HealthMonitor } from '../health/health-monitor'
import type { ProviderPace } from '../pace/provider-pace'
import type { Workspaces } from '../agents/workspaces/workspaces'
import type { Platform } from '../platform/platform'
import { CellAgents } from '../sets/agents/cell-agents'
import { AnswerChecker } from '../sets/checks/answer-checker'
import type { CheckJobs } from '../sets/checks/check-jobs'
import type { SetJobs } from '../sets/set-jobs'
import { PromptSets, type SetWork } from '../sets/prompt-sets'
import type { SpendingAllowance } from '../sets/running/cost-guard'
import { SetRuns } from '../sets/set-runs'
import { sessionDatabaseFile } from '../store/opening/open-session-database'
import { VerdictsOnRuns } from '../store/comparisons/row-verdicts'
import { SetRunStore } from '../store/sets/set-run-store'
import { SetStore } from '../store/sets/set-store'
import { noticeAbout } from '../store/integrity/store-notices'
import { WatchStore } from '../store/sets/watch-store'
import { DriftWatches } from '../sets/drift-watches'
import type { NoticeId } from '../../shared/ids'
import type { ModelAccess } from './model-access'
import type { Storage } from './storage'

/** Far more than the largest file needs. */
const readingTimeoutMs = 30_000

/** Prompt sets with their runs. */
export function openSetServices(
  deps: {
    storage: Storage
    models: ModelAccess
    storeWorker: WorkerProgram
    clock: Clock
    newId: NewId
    health: HealthMonitor
    pace: ProviderPace
    workspaces: Workspaces
    confirm: Platform['confirm']
    spending: SpendingAllowance
  },
  resources: AsyncDisposableStack,
): PromptSets {
  const { storage, models, storeWorker, clock, newId, health, pace, workspaces, confirm, spending } = deps
  const { settings, resolveSource } = models
  const { attachments } = storage
  const checker = new AnswerChecker({
    openThread: () => new WorkerThread<CheckJobs>(storeWorker, { clock }),
    clock,
  })
  resources.defer(() => checker.close())
  // Reading a foreign file may have to be ended by force.
  const files = new WorkerThread<SetJobs>(storeWorker, { clock })
  resources.defer(() => files.close())
  const sets = new SetStore(storage.database, { clock, newId })
  const store = new SetRunStore(storage.database)
  const agents = new CellAgents({
    workspaces,
    runCommand: models.agents.runCommand,
    forget: models.agents.forget,
    confirm,
    uncheckedCells: (runId) => store.cells.uncheckedCells(runId),
    newId,
    errors: health,
  })
  const runs = new SetRuns({
    pace,
    agents,
    sets,
    store,
    checker,
    resolve: resolveSource,
    paramsOf: (model) => models.preferences.paramsOf(model),
    timeouts: () => {
      const { idleTimeoutSeconds, wallTimeoutSeconds } = settings.get()
      return { idleMs: idleTimeoutSeconds * 1000, wallMs: wallTimeoutSeconds * 1000 }
    },
    maxChars: () => settings.get().maxAnswerChars,
    toolSteps: () => settings.get().toolSteps,
    files: { read: attachments.content, isHere: (id) => attachments.isHere(id) },
    spending,
    clock,
    newId,
    errors: health,
  })
  const { quickThread, slowThread, watched } = storage
  const file = sessionDatabaseFile(storage.dataFolder)
  const work: SetWork = {
    readPrompts: (rows) => files.run('readPrompts', rows, { timeoutMs: readingTimeoutMs }),
    previewPrompts: (rows) => files.run('previewPrompts', rows, { timeoutMs: readingTimeoutMs }),
    result: (shown) => watched(quickThread.run('readSetResult', { file, ...shown })),
    candidates: (query, signal) => watched(slowThread.run('findCandidates', { file, ...query }, { signal })),
    chatQuestion: (messageId) => watched(quickThread.run('readChatQuestion', { file, messageId })),
    chatPrompts: (chosen) => watched(slowThread.run('readChatPrompts', { file, chosen })),
    drift: (runsOfWatch) => watched(slowThread.run('readDrift', { file, ...runsOfWatch })),
    write: (run, signal) => watched(slowThread.run('writeSetRun', { file, ...run }, { signal })),
  }
  const verdicts = new VerdictsOnRuns(storage.database)
  const watches = new DriftWatches({
    watches: new WatchStore(storage.database),
    runs,
    report: work.drift,
    onSettled: ({ baselineId, setName, model, change }) =>
      storage.notices.add(
        noticeAbout(
          { code: 'drift', set: setName, model, change },
          { id: `drift ${baselineId} ${model}` as NoticeId, at: clock.now() },
        ),
      ),
    clock,
    errors: health,
  })
  resources.defer(() => watches.close())
  return new PromptSets({
    sets,
    store,
    runs,
    agents,
    watches,
    verdicts,
    work,
    checker,
    clock,
    errors: health,
  })
}
