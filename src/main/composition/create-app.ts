import { statfsSync } from 'node:fs'

import type { SessionId } from '../../shared/ids'
import { type Clock, createOwnedClock, createSkewedClock, systemClock } from '../base/clock'
import { withDeadline } from '../base/deadline'
import { Emitter } from '../base/emitter'
import { randomId } from '../base/new-id'
import { openLog } from '../base/log'
import type { Platform } from '../platform/platform'
import { HealthMonitor } from '../health/health-monitor'
import { WindowMonitor } from '../health/window-monitor'
import { openKnowledge } from './knowledge-access'
import { OutsidePages } from './outside-pages'
import { openLocalTools, openWebAccess } from './built-in-tools'
import { openModelAccess } from './model-access'
import { ProviderPace } from '../pace/provider-pace'
import { followSystemProxies } from '../providers/http/system-proxy'
import { openRunServices } from './run-services'
import { openSetServices } from './set-services'
import { openServerAccess } from './server-access'
import { openService } from './rpc-service'
import { openStorage } from './storage'
import { openSync } from './sync-access'
import { openToolAccess } from './tool-access'
import { lockDataFolder } from '../store/opening/data-folder-lock'
import { MarkdownFolder } from '../store/transfer/folder/markdown-folder'
import { sessionDatabaseFile } from '../store/opening/open-session-database'
import { planRepair } from '../store/opening/open-store'
import type { ParleyError } from '../../shared/errors'
import { type CheckDefinition, type CheckOutcome, failingOutcome } from '../health/check-runner'
import type { RunStarter } from '../runs/starting/run-starter'
import type { SessionStore } from '../store/sessions/session-store'
import type { DeepLink } from '../../shared/app/deep-link'
import type { Health } from '../../shared/app/health'
import type { WindowCommand } from '../../shared/rpc/window-events'
import type { AppSettings } from '../../shared/app/schema'
import type { Dispose } from '../base/dispose'
import type { WindowProblem } from '../health/window-problem'
import type { WorkerProgram } from '../base/threads/worker-thread'
import type { Transport } from '../rpc/transport/transport'
import type { PromptSets } from '../sets/prompt-sets'

/** Batches at providers wait until Parley has started. */
const firstBatchMs = 2_000
/** Sets that are due wait until the first window is there. */
const firstWatchMs = 20_000

/** How long quitting waits for answers to be saved; the journal keeps what is not saved by then. */
const closeTimeoutMs = 5_000
/**
 * How long agents may take to stop on request before all of them are ended, so that quitting stays within its limit.
 */
const agentsTimeoutMs = 700

/**
 * Builds and connects every service. On failure, nothing stays open.
 * @throws DATA_FOLDER_IN_USE, STORE_DAMAGED, STORE_FULL
 */
export async function createApp(options: AppOptions): Promise<App> {
  try {
    return await buildOrDispose(options)
  } catch (error) {
    // The services may be first to find damage when they read their data: repair it, then try once more.
    if (!planRepair(options.platform.dataFolder, error)) throw error
    return buildOrDispose(options)
  }
}

async function buildOrDispose(options: AppOptions): Promise<App> {
  const resources = new AsyncDisposableStack()
  try {
    return await build(options, resources)
  } catch (error) {
    await resources.disposeAsync()
    throw error
  }
}

async function build(
  { platform, environment, storeWorker, toolWorker, demoClock }: AppOptions,
  resources: AsyncDisposableStack,
): Promise<App> {
  const { dataFolder } = platform
  // Timers of an app that was restarted in this process must not fire beside the new app.
  const ownedClock = createOwnedClock(systemClock)
  resources.defer(() => ownedClock.dispose())
  const clock = createSkewedClock(ownedClock)
  const newId = randomId
  const bootId = newId<string>()

  const lock = lockDataFolder(dataFolder)
  resources.defer(() => lock.release())
  const log = openLog(dataFolder)
  resources.defer(() => log.close())
  const health = new HealthMonitor({ bootId, pid: process.pid, clock, log })
  resources.defer(() => health.dispose())
  const windows = new WindowMonitor(clock)
  resources.defer(() => windows.dispose())

  if (platform.resolveProxy !== undefined) resources.defer(followSystemProxies(platform.resolveProxy))
  const storage = await openStorage({ dataFolder, storeWorker, clock, newId, health, log }, resources)
  const models = openModelAccess(
    { platform, environment, bootId, clock, health, log, notices: storage.notices, demoClock },
    resources,
  )
  const serverAccess = openServerAccess(
    {
      platform,
      environment,
      clock,
      newId,
      health,
      notices: storage.notices,
      settings: models.settings,
      secrets: models.secrets,
      start: models.agents.startProgram,
      toolWorker,
    },
    resources,
  )
  const localTools = openLocalTools({ storage, toolWorker, clock, newId }, resources)
  const pace = new ProviderPace(clock)
  const confirm: Platform['confirm'] = (question, signal) => platform.confirm(question, signal)
  const knowledge = openKnowledge({ storage, confirm, storeWorker, clock, newId, health }, resources)
  const web = openWebAccess({ models, toolWorker, version: platform.version, clock }, resources)
  const tools = openToolAccess({
    clock,
    health,
    settings: models.settings,
    servers: serverAccess.servers,
    makeBuiltIn: () => [...web.tools(), ...localTools.tools()],
  })
  const runs = openRunServices(
    {
      storage,
      models,
      knowledge,
      tools,
      confirm,
      storeWorker,
      clock,
      newId,
      health,
      pace,
      isFolderKept: (folderId) => sets.agents.isKept(folderId),
    },
    resources,
  )
  const { workspaces, spending } = runs
  const sets = openSetServices(
    { storage, models, storeWorker, clock, newId, health, pace, workspaces, confirm, spending },
    resources,
  )
  const { active, view } = runs

  const activityChanged = new Emitter<void>()
  let hadWindow = false
  active.onStarted(() => activityChanged.fire())
  active.onEnded(({ run, outcome }) => {
    if (run.spec.kind === 'detached') {
      markUnseen(run.spec.sessionId, outcome.status === 'failed' ? 'failure' : 'answer')
    }
    view.announce(run.spec.sessionId)
    spending.refresh()
    activityChanged.fire()
  })

  // A program beside the app runs only what it is asked to.
  if (platform.isReader !== true) {
    clock.after(firstBatchMs, () => sets.runs.continueBatches())
    clock.after(firstWatchMs, () => sets.watches.start())
  }
  sets.runs.onActivity(() => activityChanged.fire())
  sets.runs.onChanged(() => spending.refresh())
  resources.defer(models.settings.onChanged(() => spending.refresh()))
  spending.refresh()

  view.onChanged(({ sessionId, isDeleted }) => {
    if (!isDeleted) return
    void models.agents.forget(sessionId)
    tools.forget(sessionId)
    web.forget(sessionId)
  })

  function markUnseen(sessionId: SessionId, unseen: 'answer' | 'failure'): void {
    try {
      // The answer is on the disk; after a power cut, the chat only counts as seen.
      storage.database.relaxed(() => storage.store.setUnseen(sessionId, unseen))
    } catch (error) {
      // Watchers must see the end of an answer even when the disk has no space to mark it as unseen.
      health.warning('store', error)
    }
  }

  health.addCheck(storeCheck(storage.store, storage.failed))
  health.addCheck({
    id: 'runs',
    run: () => runsCheck(runs.starter, active.list().length),
  })
  health.addCheck(windows.check())
  health.addCheck({ id: 'disk', run: () => diskCheck(dataFolder) })
  health.addCheck({ id: 'agents', run: () => agentsCheck(models.agents.processCount()) })

  const markdownFolder = new MarkdownFolder(dataFolder, {
    databaseFile: sessionDatabaseFile(dataFolder),
    jobs: storage.slowThread,
    clock,
    newId,
    notices: storage.notices,
    errors: health,
    onChatsChanged: (listener) => runs.view.onChanged(listener),
  })
  const sync = openSync({ platform, storage, models, runs, storeWorker, clock, health }, resources)
  const outsidePages = new OutsidePages(platform)
  resources.defer(() => outsidePages.close())
  const { connections, sendCommand, openDeepLink } = openService({
    markdownFolder,
    sync,
    outsidePages,
    bootId,
    platform,
    isForTests: environment['PARLEY_TEST'] === '1',
    clock,
    newId,
    log,
    health,
    windows,
    storage,
    models,
    serverAccess,
    web,
    knowledge,
    tools,
    localTools,
    runs,
    sets,
    onAttached: () => {
      hadWindow = true
      activityChanged.fire()
    },
    onDetached: () => activityChanged.fire(),
  })

  storage.startUpkeep()
  resources.defer(markdownFolder.start())
  if (platform.isReader !== true) resources.defer(sync.start())
  resources.defer(knowledge.updates.start())
  await health.refresh()
  health.markReady()
  log.info('started', { version: platform.version, host: platform.host, bootId })

  let closing: Promise<void> | null = null
  async function close(): Promise<void> {
    runs.namer.close()
    sets.watches.close()
    const threadsEnded = Promise.all([storage.endThreads(), knowledge.updates.close()])
    clock.after(agentsTimeoutMs, () => void models.agents.close())
    try {
      await withDeadline(
        Promise.all([
          runs.manager.close(),
          runs.compactions.close(),
          runs.checks.close(),
          runs.rowJudge.close(),
          sets.runs.close(),
          serverAccess.close(),
        ]),
        {
          clock,
          limitMs: closeTimeoutMs,
        },
      )
      log.info('ended', { bootId })
    } finally {
      connections.close()
      // The last connection to close removes the database's log, and that must be this thread's.
      await threadsEnded
      await resources.disposeAsync()
    }
  }

  return {
    bootId,
    sets,
    findModels: async () => void (await models.registry.listModels(false, new AbortController().signal)),
    connect: (transport) => connections.accept(transport),
    health: () => health.health(),
    refreshHealth: () => health.refresh(),
    reportFatal: (source, error) => health.fatal(source, error),
    reportProblem: (source, error) => health.warning(source, error),
    reportWindowProblem: (problem) => windows.reportProblem(problem),
    activity: () => ({
      windows: windows.count,
      runs: active.list().length + sets.runs.activeCount,
      hadWindow,
    }),
    onActivity: (listener) => activityChanged.on(listener),
    paneRunCount: () => active.list().filter((run) => run.spec.kind === 'direct').length,
    sendCommand,
    openDeepLink,
    settings: () => models.settings.get(),
    onSettings: (listener) => models.settings.onChanged(listener),
    close: () => (closing ??= close()),
  }
}

/** The check fails with less free disk space than this. */
const minFreeBytes = 50 * 1024 * 1024

/** Any failed access fails the check at once; only asking the store again clears it. */
function storeCheck(store: SessionStore, failed: Emitter<ParleyError>): CheckDefinition {
  return {
    id: 'store',
    run() {
      store.assertAnswers()
      return { status: 'ok', detail: 'answers' }
    },
    onOutcome: (listener) => failed.on((error) => listener(failingOutcome(error))),
  }
}

/** Fails if no run can start now. */
function runsCheck(starter: RunStarter, activeCount: number): CheckOutcome {
  starter.assertAccepts()
  return { status: 'ok', detail: `accepts runs, ${activeCount} active` }
}

/** Synchronous, because the thread pool may be busy for seconds with DNS lookups. */
function diskCheck(folder: string): CheckOutcome {
  const { bavail, bsize } = statfsSync(folder)
  const freeBytes = bavail * bsize
  const detail = `${Math.round(freeBytes / 1024 / 1024)} MiB free`
  return { status: freeBytes < minFreeBytes ? 'failing' : 'ok', detail }
}

/** Never fails: reports the number of live agent processes. */
function agentsCheck(count: number): CheckOutcome {
  return { status: 'ok', detail: `${count} agent ${count === 1 ? 'process' : 'processes'}` }
}

/** Attached windows, active runs, and whether a window was ever attached. */
export interface Activity {
  windows: number
  runs: number
  hadWindow: boolean
}

/** The running app, as its host sees it. */
export interface App {
  readonly bootId: string
  /** Prompt sets, for a host that runs them without a window. */
  readonly sets: PromptSets
  /** Asks every provider for its models, after which those of servers on this machine can be used. */
  findModels(): Promise<void>
  /** Serves one peer until either side closes. */
  connect(transport: Transport): void
  /** The current health, without waiting; works even when everything else is broken. */
  health(): Health
  /** Runs every check first, each up to its short deadline. Never rejects. */
  refreshHealth(): Promise<Health>
  /** Latches `degraded`: for uncaught errors. */
  reportFatal(source: string, error: unknown): void
  /** Logs a harmless problem in the host. */
  reportProblem(source: string, error: unknown): void
  /** Reports what a host sees of its window that no ping can reveal; null when the window has recovered. */
  reportWindowProblem(problem: WindowProblem | null): void
  /** Attached windows, active runs, and whether a window was ever attached. */
  activity(): Activity
  onActivity(listener: () => void): Dispose
  /** Panes that are answering: quitting would cut their answers short. */
  paneRunCount(): number
  /** Sends a command, as from a menu, to the newest window, or to the first one that attaches. */
  sendCommand(command: WindowCommand): void
  /** Opens the target of a link in the newest window, or in the first one that attaches. */
  openDeepLink(link: DeepLink): void
  settings(): AppSettings
  onSettings(listener: () => void): Dispose
  /**
   * Ends every run and saves its answer, then closes connections and releases the data folder. Takes at most five
   * seconds.
   */
  close(): Promise<void>
}

interface AppOptions {
  platform: Platform
  environment: NodeJS.ProcessEnv
  /** The program of the threads that work on the store. */
  storeWorker: WorkerProgram
  /** The program of the threads in which tools of models work. */
  toolWorker: WorkerProgram
  /** Paces the answers of the demo models; the system clock by default. */
  demoClock?: Clock
}
