import type { Clock } from '../base/clock'
import { Workspaces } from '../agents/workspaces/workspaces'
import type { NewId } from '../base/ids'
import { type WorkerProgram, WorkerThread } from '../base/worker-thread'
import { ComparisonStore } from '../compare/comparison-store'
import { Comparisons } from '../compare/comparisons'
import type { HealthMonitor } from '../health/health-monitor'
import { ActiveRuns } from '../runs/active-runs'
import { AgentRuns } from '../runs/agent-runs'
import { ChatNamer } from '../runs/chat-namer'
import { FormChecker } from '../runs/form-checker'
import type { FormJobs } from '../runs/form-jobs'
import { RunForms } from '../runs/run-forms'
import { RunManager } from '../runs/run-manager'
import { RunQueue } from '../runs/run-queue'
import { RunStarter } from '../runs/run-starter'
import { SessionView } from '../runs/session-view'
import { AgentFolders } from '../sessions/agent-folders'
import { AgentTurns } from '../sessions/agent-turns'
import { ConsentStore } from '../sessions/consents'
import { FormMessages } from '../sessions/form-messages'
import { SessionLeases } from '../sessions/lease'
import { QueuedMessages } from '../sessions/queued-messages'
import { SessionNames } from '../sessions/session-names'
import type { ModelAccess } from './model-access'
import type { Storage } from './storage'

/** A start has better things to do than to tidy. */
const workspaceSweepMs = 90_000

export type RunServices = ReturnType<typeof openRunServices>

/** Everything that begins, queues, holds and ends runs: in chats, in forms and in comparisons. */
export function openRunServices(
  deps: {
    storage: Storage
    models: ModelAccess
    storeWorker: WorkerProgram
    clock: Clock
    newId: NewId
    health: HealthMonitor
  },
  resources: AsyncDisposableStack,
) {
  const { storage, models, storeWorker, clock, newId, health: errors } = deps
  const { database, store } = storage
  const { settings, resolveSource } = models
  const leases = new SessionLeases()
  const workspaces = new Workspaces({ dataFolder: storage.dataFolder, errors })
  const folders = new AgentFolders(database)
  // Those of chats that were erased are in nobody's way until then.
  const stopSweep = clock.after(workspaceSweepMs, () => {
    void workspaces.sweep((sessionId) => folders.isKept(sessionId))
  })
  resources.defer(() => stopSweep())
  const active = new ActiveRuns({ store, clock, errors })
  const consents = new ConsentStore(database, { clock, newId })
  const agentRuns = new AgentRuns({
    turns: new AgentTurns(database),
    consents,
    openWorkspace: (wish, signal) => workspaces.open(wish, signal),
    clock,
    errors,
  })
  const starter = new RunStarter({
    store,
    active,
    agentRuns,
    newId,
    resolveSource,
    readAttachment: storage.attachments.content,
    keepFile: (file, signal) => storage.attachments.keep(file, signal),
    maxAnswerChars: () => settings.get().maxAnswerChars,
    timeouts: () => {
      const { idleTimeoutSeconds, wallTimeoutSeconds } = settings.get()
      return { idleMs: idleTimeoutSeconds * 1000, wallMs: wallTimeoutSeconds * 1000 }
    },
  })
  const messages = new QueuedMessages(database)
  const queue = new RunQueue({ messages, store, leases, active, starter, clock, newId, errors })
  const view = new SessionView({ store, active, leases, queue })
  const manager = new RunManager({ store, leases, active, starter, queue })
  const namer = new ChatNamer({
    store,
    names: new SessionNames(database),
    leases,
    active,
    view,
    resolveSource,
    clock,
    errors,
    isOn: () => settings.get().nameChats,
  })
  const formChecker = new FormChecker({
    openThread: () => new WorkerThread<FormJobs>(storeWorker, { clock }),
    clock,
    errors,
  })
  resources.defer(() => formChecker.close())
  const forms = new RunForms({
    store,
    forms: new FormMessages(database),
    leases,
    active,
    starter,
    check: formChecker.check,
  })
  const comparisonStore = new ComparisonStore(database, store, { clock, newId })
  const comparisons = new Comparisons({
    store: comparisonStore,
    sessions: store,
    leases,
    active,
    starter,
    forms,
    view,
  })
  return {
    leases,
    workspaces,
    folders,
    active,
    consents,
    starter,
    queue,
    view,
    manager,
    namer,
    forms,
    comparisonStore,
    comparisons,
  }
}
