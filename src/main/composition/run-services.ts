import type { Clock } from '../base/clock'
import { Workspaces } from '../agents/workspaces/workspaces'
import type { NewId } from '../base/new-id'
import { type WorkerProgram, WorkerThread } from '../base/threads/worker-thread'
import { ComparisonStore } from '../store/comparisons/comparison-store'
import { ComparisonChecks } from '../compare/checks/comparison-checks'
import { HiddenWork } from '../compare/sealed/hidden-work'
import { hiddenContestants } from '../compare/sealed/sealed-run'
import { RowJudge } from '../compare/judging/row-judge'
import { paneTurns } from '../compare/pane-turns'
import { ComparisonRuns } from '../compare/comparison-runs'
import { RowVerdicts } from '../store/comparisons/row-verdicts'
import type { HealthMonitor } from '../health/health-monitor'
import type { ProviderPace } from '../pace/provider-pace'
import { Turns } from '../pace/turns'
import type { Platform } from '../platform/platform'
import { ActiveRuns } from '../runs/run/active-runs'
import { lookUpToolConsent } from '../runs/run/pending-approvals'
import { AgentRuns } from '../runs/agents/agent-runs'
import { TitleGenerator } from '../runs/titles/title-generator'
import { Compactions } from '../runs/compaction/compactions'
import { RunKnowledge } from '../runs/knowledge/run-knowledge'
import { FormChecker } from '../runs/forms/form-checker'
import type { FormJobs } from '../runs/forms/form-jobs'
import { RunForms } from '../runs/forms/run-forms'
import { RunManager } from '../runs/starting/run-manager'
import { RunStarter } from '../runs/starting/run-starter'
import { SessionView } from '../runs/watching/session-view'
import { UnwatchedChats } from '../runs/watching/unwatched-chats'
import { AgentFolders, AgentTurns } from '../store/agents/agent-turns'
import { ConsentStore } from '../store/agents/consents'
import { ToolConsents } from '../store/tools/tool-consents'
import { shownEnd } from '../store/votes/answered-questions'
import { FormMessages } from '../store/messages/form-messages'
import { SessionLeases } from '../leases/session-leases'
import { QueuedMessages } from '../store/composer/queued-messages'
import { SpendingLedger, SpendingTotals } from '../store/spending/spending-ledger'
import { SpendingGuard } from '../spending/spending-guard'
import { ChatSummaries } from '../store/messages/chat-summaries'
import { SessionNames } from '../store/sessions/session-names'
import { agentContextTokens, unknownContextTokens } from '../../shared/knowledge/knowledge'
import { agentOf } from '../../shared/models/models'
import type { Pane } from '../../shared/sessions/sessions'
import type { KnowledgeAccess } from './knowledge-access'
import type { ModelAccess } from './model-access'
import type { Storage } from './storage'
import type { ToolAccess } from './tool-access'

/** Delays the sweep so that it does not slow down the start. */
const workspaceSweepMs = 90_000

export type RunServices = ReturnType<typeof openRunServices>

/** Everything that starts, queues, pauses and ends runs: in chats, forms and comparisons. */
export function openRunServices(
  deps: {
    storage: Storage
    models: ModelAccess
    knowledge: KnowledgeAccess
    tools: ToolAccess
    confirm: Platform['confirm']
    storeWorker: WorkerProgram
    clock: Clock
    newId: NewId
    health: HealthMonitor
    pace: ProviderPace
    /** True if a folder that belongs to no chat is still needed. */
    isFolderKept: (folderId: string) => boolean
  },
  resources: AsyncDisposableStack,
) {
  const { storage, models, confirm, storeWorker, clock, newId, health: errors, pace } = deps
  const { database, store, sealed, temporary } = storage
  const { settings, resolveSource } = models
  const leases = new SessionLeases()
  const workspaces = new Workspaces({ dataFolder: storage.dataFolder, errors })
  const folders = new AgentFolders(database)
  // Workspaces of erased chats do no harm until then.
  const stopSweep = clock.after(workspaceSweepMs, () => {
    void workspaces.sweep((sessionId) => folders.isKept(sessionId) || deps.isFolderKept(sessionId))
  })
  resources.defer(() => stopSweep())
  const active = new ActiveRuns({ store, clock, errors })
  const consents = new ConsentStore(database, { clock, newId })
  const toolConsents = new ToolConsents(database, { clock, newId })
  const consentsInChats = temporary.beside(
    toolConsents,
    (memory) => new ToolConsents(database, { clock, newId, ofChats: memory.database }),
  )
  const agentRuns = new AgentRuns({
    turns: new AgentTurns(database),
    consents,
    openWorkspace: (wish, signal) => workspaces.open(wish, signal),
    clock,
    errors,
  })
  const spending = new SpendingGuard({
    totals: new SpendingTotals(database),
    limits: () => settings.get(),
    clock,
    errors,
  })
  resources.defer(() => spending.dispose())
  const timeouts = () => {
    const { idleTimeoutSeconds, wallTimeoutSeconds } = settings.get()
    return { idleMs: idleTimeoutSeconds * 1000, wallMs: wallTimeoutSeconds * 1000 }
  }
  const comparisonStore = new ComparisonStore(database, store, { clock, newId })
  const { knowledge, members } = deps.knowledge
  const runKnowledge = new RunKnowledge({
    projectOf: (sessionId) => members.projectOf(sessionId),
    comparisonOf(sessionId) {
      const id = comparisonStore.comparisonOfSession(sessionId)
      if (id === null) return null
      const sizes = sealed.modelsOf(id).map((model) => contextTokensOf(models, model))
      return { id, contextTokens: Math.min(...sizes) }
    },
    find: (projectId, asked, signal) => knowledge.find(projectId, asked, signal),
    sourceIds: (projectId) => knowledge.sourceIds(projectId),
    text: (projectId, hash) => knowledge.text(projectId, hash),
    clock,
    errors,
  })
  const starter = new RunStarter({
    contestants: hiddenContestants(sealed, clock),
    knowledge: runKnowledge,
    tools: deps.tools.forRuns((sessionId) => comparisonStore.comparisonOfSession(sessionId)),
    lookUpToolConsent: (sessionId) => lookUpToolConsent({ consents: consentsInChats, errors }, sessionId),
    store,
    leases,
    active,
    agentRuns,
    newId,
    resolveSource,
    assertMaySpend: (alsoSpentUsd) => spending.assertWithin(alsoSpentUsd),
    readAttachment: storage.attachments.content,
    async saveFile(sessionId, file, signal) {
      // A chat may have been kept since its answer began. One that is gone leaves nothing on the disk.
      const { isTemporary } = store.getSession(sessionId)
      return isTemporary === true
        ? temporary.files.add(sessionId, file)
        : storage.attachments.keep(file, signal)
    },
    instructions: () => settings.get().instructions,
    maxAnswerChars: () => settings.get().maxAnswerChars,
    timeouts,
  })
  const queued = temporary.beside(
    new QueuedMessages(database),
    (memory) => new QueuedMessages(memory.database),
  )
  const manager = new RunManager({ store, leases, active, starter, queued, clock, newId, errors })
  const compactions = new Compactions({
    store,
    summaries: temporary.beside(
      new ChatSummaries(database),
      (memory) => new ChatSummaries(memory.database, new SpendingLedger(database)),
    ),
    leases,
    active,
    starter,
    holdQueue: (sessionId) => manager.holdQueue(sessionId),
    readAttachment: storage.attachments.content,
    timeouts,
    clock,
  })
  const view = new SessionView({ store, active, leases, manager, compactions })
  compactions.onChanged((sessionId) => view.announce(sessionId))
  active.onLate((sessionId) => view.announce(sessionId))
  const unwatched = new UnwatchedChats({
    list: () => temporary.list(),
    isRunning: (sessionId) => view.isRunning(sessionId),
    discard(sessionId) {
      store.deleteSession(sessionId)
      view.announce(sessionId, true)
    },
    clock,
    onProblem: (error) => errors.warning('store', error),
  })
  resources.defer(() => unwatched.dispose())
  const formChecker = new FormChecker({
    openThread: () => new WorkerThread<FormJobs>(storeWorker, { clock }),
    clock,
    errors,
  })
  resources.defer(() => formChecker.close())
  const forms = new RunForms({
    store,
    forms: temporary.beside(new FormMessages(database), (memory) => new FormMessages(memory.database)),
    leases,
    active,
    starter,
    check: formChecker.check,
  })
  const comparisons = new ComparisonRuns({
    store: comparisonStore,
    sessions: store,
    leases,
    active,
    starter,
    forms,
    view,
    joinTurns: paneTurns({
      turns: new Turns({ pace, clock }),
      settings: () => settings.get(),
      machineOf: models.machineOf,
      clock,
    }),
  })
  const namer = new TitleGenerator({
    store,
    names: new SessionNames(database),
    leases,
    active,
    view,
    comparisons: {
      isRunning: (id) => comparisons.summary(id).running,
      announce: (id) => comparisons.announce(id),
    },
    resolveSource,
    clock,
    errors,
    isOn: () => settings.get().nameChats,
    isLimitReached: () => spending.remainingUsd() === 0,
  })
  const hiddenWork = new HiddenWork({ sealed, leases })
  const paneEnd = ({ sessionId }: Pane) =>
    shownEnd(store, view.get(sessionId, { limit: 1 }).messages.at(-1) ?? null)
  const checks = new ComparisonChecks({
    store: comparisonStore,
    paneEnd,
    leases,
    workspaces,
    hiddenWork,
    confirm,
    runCommand: models.agents.runCommand,
    clock,
    newId,
  })
  resources.defer(() => checks.close())
  const verdicts = new RowVerdicts(database)
  const rowJudge = new RowJudge({
    store,
    starter,
    pace,
    ledger: new SpendingLedger(database),
    verdicts,
    onSpent: () => spending.refresh(),
    paramsOf: (model) => models.preferences.paramsOf(model),
    timeouts,
    maxChars: () => settings.get().maxAnswerChars,
    clock,
    errors,
  })
  return {
    leases,
    workspaces,
    folders,
    active,
    consents,
    toolConsents,
    starter,
    view,
    unwatched,
    manager,
    compactions,
    namer,
    forms,
    comparisonStore,
    comparisons,
    paneEnd,
    checks,
    rowJudge,
    verdicts,
    hiddenWork,
    spending,
  }
}

/** The context window of a model, or what is assumed of it. */
function contextTokensOf({ resolveSource }: ModelAccess, model: string): number {
  if (agentOf(model) !== null) return agentContextTokens
  try {
    return resolveSource(model).contextTokens ?? unknownContextTokens
  } catch {
    // Its provider is gone, which its own pane reports; the others do not get less because of it.
    return Number.POSITIVE_INFINITY
  }
}
