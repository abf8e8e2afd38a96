import type { ParleyError } from '../shared/errors'
import type { SessionId } from '../shared/ids'
import { diskCheck, runsCheck, storeCheck } from './app-checks'
import { systemClock } from './base/clock'
import { Emitter } from './base/emitter'
import { randomId } from './base/ids'
import { openLog } from './base/log'
import { createOwnedClock } from './base/owned-clock'
import { createSkewedClock } from './base/skewed-clock'
import { WorkerThread } from './base/worker-thread'
import { ComparisonBin } from './compare/comparison-bin'
import { ComparisonStore } from './compare/comparison-store'
import { Comparisons } from './compare/comparisons'
import type { App, AppOptions } from './hosted-app'
import { HealthMonitor } from './health/health-monitor'
import { WindowMonitor } from './health/window-monitor'
import { createDiscovery, localEndpoints } from './providers/discovery'
import { ModelFacts } from './providers/facts/model-facts'
import { ProviderRegistry } from './providers/registry'
import { Connections } from './rpc/connections'
import { appHandlers } from './rpc/handlers/app'
import { attachmentHandlers } from './rpc/handlers/attachments'
import { chatTextHandlers } from './rpc/handlers/chat-texts'
import { compareHandlers } from './rpc/handlers/compare'
import { draftHandlers } from './rpc/handlers/drafts'
import { exportHandlers } from './rpc/handlers/exports'
import { formHandlers } from './rpc/handlers/forms'
import { importHandlers } from './rpc/handlers/imports'
import { promptHandlers } from './rpc/handlers/prompts'
import { queueHandlers } from './rpc/handlers/queue'
import { searchHandlers } from './rpc/handlers/search'
import { snapshotHandlers } from './rpc/handlers/snapshots'
import { runHandlers, type UseAttachments } from './rpc/handlers/runs'
import { sessionHandlers } from './rpc/handlers/sessions'
import { testHandlers } from './rpc/handlers/test'
import { windowHandlers } from './rpc/handlers/windows'
import type { Service } from './rpc/router'
import { ActiveRuns } from './runs/active-runs'
import { ChatNamer } from './runs/chat-namer'
import { FormChecker } from './runs/form-checker'
import type { FormJobs } from './runs/form-jobs'
import { RunForms } from './runs/run-forms'
import { RunManager } from './runs/run-manager'
import { RunQueue } from './runs/run-queue'
import { type ResolveSource, RunStarter } from './runs/run-starter'
import { SessionView } from './runs/session-view'
import { lockDataFolder } from './sessions/data-folder-lock'
import { DraftStore } from './sessions/drafts'
import { AttachmentStore } from './sessions/attachments/attachment-store'
import type { AttachmentJobs } from './sessions/attachments/attachment-jobs'
import { FileInspector } from './sessions/attachments/file-inspector'
import { ChatExports } from './sessions/export/chat-exports'
import { FormMessages } from './sessions/form-messages'
import { ChatImports } from './sessions/import/chat-imports'
import { SessionLeases } from './sessions/lease'
import { sessionDatabaseFile } from './sessions/open-session-database'
import { openStore, planRepair } from './sessions/open-store'
import { PromptStore } from './sessions/prompts'
import { QueuedMessages } from './sessions/queued-messages'
import { recoverInterruptedRuns } from './sessions/recovery'
import { SentTexts } from './sessions/sent-texts'
import { SessionBin } from './sessions/session-bin'
import { SessionCopies } from './sessions/session-copies'
import { SessionFigures } from './sessions/session-figures'
import { SessionNames } from './sessions/session-names'
import { SessionOperations } from './sessions/session-operations'
import { SessionStore } from './sessions/session-store'
import { isDamage } from './sessions/store-errors'
import type { StoreJobs } from './sessions/store-jobs'
import { StoreUpkeep } from './sessions/store-upkeep'
import { TreeWriter } from './sessions/tree-writer'
import { knownPresets } from './settings/known-presets'
import { ProviderSettings } from './settings/provider-settings'
import { SecretStore } from './settings/secret-store'
import { SettingsStore } from './settings/settings-store'

/** How long quitting waits for answers to be saved; what is not saved by then is in the journal. */
const closeTimeoutMs = 5_000
/** The model of a new chat when the user has set none: it answers on any machine. */
const fallbackModel = 'demo/writer'

/**
 * Builds every service and wires them; the only place that knows them all. On failure nothing is left open.
 * @throws DATA_FOLDER_IN_USE, STORE_DAMAGED, STORE_FULL
 */
export async function createApp(options: AppOptions): Promise<App> {
  try {
    return await buildOrDispose(options)
  } catch (error) {
    // Damage that shows only when the services read what they begin with: the second time it is repaired first.
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
  { platform, environment, storeWorker }: AppOptions,
  resources: AsyncDisposableStack,
): Promise<App> {
  const isForTests = environment['PARLEY_TEST'] === '1'
  // What a restart leaves behind in this process must not go on beside the new app.
  const ownedClock = createOwnedClock(systemClock)
  resources.defer(() => ownedClock.dispose())
  const clock = createSkewedClock(ownedClock)
  const newId = randomId
  const bootId = newId<string>()

  const lock = lockDataFolder(platform.dataFolder)
  resources.defer(() => lock.release())
  const log = openLog(platform.dataFolder)
  resources.defer(() => log.close())
  const health = new HealthMonitor({ bootId, pid: process.pid, clock, log })
  resources.defer(() => health.dispose())
  const windows = new WindowMonitor(clock)
  resources.defer(() => windows.dispose())

  const storeFailed = new Emitter<ParleyError>()
  // One for what people wait for at every key, one for what takes as long as it takes.
  const quickThread = new WorkerThread<StoreJobs>(storeWorker, { clock })
  const slowThread = new WorkerThread<StoreJobs>(storeWorker, { clock })
  const endThreads = () => Promise.all([quickThread.close(), slowThread.close()])
  resources.defer(async () => void (await endThreads()))
  const opened = await openStore(platform.dataFolder, {
    clock,
    newId,
    jobs: slowThread,
    onFailure: (error) => storeFailed.fire(error),
    onProblem: (error) => health.warning('store', error),
    onSlowStatement: (sql, durationMs) => log.warn('slow statement', { sql, durationMs }),
  })
  resources.defer(() => opened.close())
  const { database, notices } = opened
  const upkeep = new StoreUpkeep({
    dataFolder: platform.dataFolder,
    database,
    notices,
    clock,
    jobs: slowThread,
    onProblem: (error) => health.warning('store', error),
  })
  const store = new SessionStore(database, { clock, newId })
  const pause = () => new Promise<void>((resolve) => clock.after(0, resolve))
  const writer = new TreeWriter(database, { newId, pause })
  const unfinishedCount = writer.eraseUnfinished((error) => health.warning('store', error))
  if (unfinishedCount > 0) log.info('erased unfinished imports', { count: unfinishedCount })
  const copies = new SessionCopies(database, { store, writer, clock })
  const bin = new SessionBin(database, { writer, clock, pause })
  const { recovered, failed } = recoverInterruptedRuns(store)
  if (recovered.length > 0) log.info('recovered interrupted runs', { count: recovered.length })
  for (const { error } of failed) health.warning('recovery', error)

  const fileDeps = { clock, onProblem: (error: ParleyError) => health.warning('settings', error) }
  const settings = new SettingsStore(platform.dataFolder, fileDeps)
  const secrets = new SecretStore(platform.dataFolder, platform.secrets, fileDeps)
  const providers = new ProviderSettings(settings, secrets, {
    presets: knownPresets(environment),
    environment,
  })
  const registry = new ProviderRegistry({
    configured: () => providers.known(),
    apiKeyFor: (id) => providers.apiKeyFor(id),
    keyVariableFor: (id) => providers.keyVariableFor(id),
    discovery: createDiscovery(localEndpoints(environment['PARLEY_LOCAL_SERVERS']), clock),
    isDiscoveryOn: () => settings.get().discovery,
    clock,
  })
  resources.defer(() => registry.close())
  const modelFacts = new ModelFacts({
    clock,
    // One that is not known by an address is the demo, or was found on this machine.
    addressOf: (id) => providers.ownAddress(id),
    onProblem: (error) => health.warning('model-facts', error),
  })

  const inspector = new FileInspector({
    openThread: () => new WorkerThread<AttachmentJobs>(storeWorker, { clock }),
    clock,
    errors: health,
  })
  resources.defer(() => inspector.close())
  const attachments = new AttachmentStore(platform.dataFolder, database, {
    clock,
    newId,
    look: inspector.look,
    findUsed: () => slowThread.run('attachmentsInUse', { dataFolder: platform.dataFolder }),
  })
  const useAttachments: UseAttachments = (ids) => (ids.length === 0 ? [] : attachments.use(ids))

  const leases = new SessionLeases()
  const active = new ActiveRuns({ store, clock, errors: health })
  const resolveSource: ResolveSource = (model) => {
    const { provider, modelId } = registry.resolve(model)
    const takesImages = modelFacts.takesImages(model)
    return {
      ...(takesImages === undefined ? {} : { takesImages }),
      source: provider.run,
      modelId,
      isScripted: provider.kind === 'demo',
      costOf: (usage) => modelFacts.costUsd(model, usage),
    }
  }
  const starter = new RunStarter({
    store,
    active,
    newId,
    resolveSource,
    readAttachment: attachments.content,
    timeouts: () => {
      const { idleTimeoutSeconds, wallTimeoutSeconds } = settings.get()
      return { idleMs: idleTimeoutSeconds * 1000, wallMs: wallTimeoutSeconds * 1000 }
    },
  })
  const queue = new RunQueue({
    messages: new QueuedMessages(database),
    store,
    leases,
    active,
    starter,
    clock,
    newId,
    errors: health,
  })
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
    errors: health,
    isOn: () => settings.get().nameChats,
  })
  const formChecker = new FormChecker({
    openThread: () => new WorkerThread<FormJobs>(storeWorker, { clock }),
    clock,
    errors: health,
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
    view,
  })

  const activityChanged = new Emitter<void>()
  let hadWindow = false
  active.onStarted(() => activityChanged.fire())
  active.onEnded(({ run }) => {
    if (run.spec.kind === 'detached') markUnseen(run.spec.sessionId)
    view.announce(run.spec.sessionId)
    activityChanged.fire()
  })

  function markUnseen(sessionId: SessionId): void {
    try {
      store.setUnseen(sessionId, true)
    } catch (error) {
      // A disk without room for a mark must not keep the end of the answer from those who wait for it.
      health.warning('store', error)
    }
  }

  health.addCheck(storeCheck(store, storeFailed))
  health.addCheck({ id: 'runs', run: () => runsCheck(starter, active) })
  health.addCheck(windows.check())
  health.addCheck({ id: 'disk', run: () => diskCheck(platform.dataFolder) })

  const windowArea = windowHandlers({
    bootId,
    newId,
    health,
    windows,
    store,
    view,
    active,
    comparisons,
    registry,
    notices,
    onAttached: () => {
      hadWindow = true
      activityChanged.fire()
    },
    onDetached: () => activityChanged.fire(),
  })
  const runArea = runHandlers({ manager, active, view, useAttachments })
  const quickThreadFailed = (error: ParleyError) =>
    error.code === 'STORE_DAMAGED' ? database.condemn(error) : storeFailed.fire(error)
  const searchArea = searchHandlers({
    jobs: quickThread,
    databaseFile: sessionDatabaseFile(platform.dataFolder),
    store,
    clock,
    onStoreFailure: quickThreadFailed,
    onSlow: (slow) => log.warn('slow search', { ...slow }),
  })
  const chatTextArea = chatTextHandlers({
    jobs: quickThread,
    databaseFile: sessionDatabaseFile(platform.dataFolder),
    store,
    sent: new SentTexts(database),
    onStoreFailure: quickThreadFailed,
  })
  const importArea = importHandlers({
    imports: new ChatImports(platform.dataFolder, database, {
      jobs: slowThread,
      writer,
      leases,
      clock,
      newId,
      errors: health,
      onListsChanged: windowArea.sendSessionsChanged,
      onExtended: (sessionId) => view.announce(sessionId),
    }),
    announce: (sessionId) => view.announce(sessionId),
  })
  const exportArea = exportHandlers(
    new ChatExports(platform.dataFolder, {
      databaseFile: sessionDatabaseFile(platform.dataFolder),
      jobs: slowThread,
      unsaved: () => active.allUnsaved(),
      newId,
      errors: health,
    }),
  )
  const queueArea = queueHandlers(queue)
  const formArea = formHandlers(forms)
  const snapshotArea = snapshotHandlers({
    dataFolder: platform.dataFolder,
    upkeep,
    notices,
    plan: opened.plan,
    jobs: slowThread,
    restart: () => platform.restart(),
  })
  const operations = new SessionOperations({ store, leases, copies })
  const compareArea = compareHandlers({
    comparisons,
    store: comparisonStore,
    bin: new ComparisonBin(database, { writer, pause }),
    operations,
    view,
    useAttachments,
    onErased: windowArea.sendSessionsChanged,
  })
  const connections = new Connections(() => service, clock)
  const service: Service = {
    clock,
    errors: health,
    // A row that is no JSON any more is met by whoever reads it, past the file that gave it.
    onRefused(error) {
      if (isDamage(error)) database.condemn(error)
    },
    routes: {
      ...appHandlers({ platform, health: () => health.refresh(), registry, modelFacts, providers, settings }),
      ...sessionHandlers({
        store,
        operations,
        figures: new SessionFigures(database),
        bin,
        view,
        leases,
        onErased: windowArea.sendSessionsChanged,
        defaultModel: () => settings.get().defaultModel ?? fallbackModel,
      }),
      ...runArea.routes,
      ...queueArea.routes,
      ...formArea.routes,
      ...searchArea,
      ...chatTextArea,
      ...importArea.routes,
      ...exportArea.routes,
      ...draftHandlers(new DraftStore(database)),
      ...snapshotArea.routes,
      ...compareArea.routes,
      ...attachmentHandlers(attachments),
      ...promptHandlers(new PromptStore(database, { clock, newId })),
      ...windowArea.routes,
    },
    streams: {
      ...runArea.streams,
      ...importArea.streams,
      ...exportArea.streams,
      ...compareArea.streams,
      ...windowArea.streams,
    },
    ...(isForTests
      ? {
          testRoutes: testHandlers({
            clock,
            errors: health,
            starter,
            database,
            connections,
            windowCount: () => windows.count,
            sendFault: windowArea.sendFault,
          }),
        }
      : {}),
  }

  resources.defer(upkeep.start({ wasClosed: opened.wasClosed }))
  resources.defer(bin.start((error) => health.warning('store', error)))
  resources.defer(attachments.start((error) => health.warning('attachments', error)))
  await health.refresh()
  health.markReady()
  log.info('started', { version: platform.version, host: platform.host, bootId })

  let closing: Promise<void> | null = null
  async function close(): Promise<void> {
    namer.close()
    const threadsEnded = endThreads()
    try {
      await Promise.race([
        manager.close(),
        new Promise<void>((resolve) => clock.after(closeTimeoutMs, resolve)),
      ])
      log.info('ended', { bootId })
    } finally {
      connections.close()
      // The last to close the database takes its log away: that is not to be a thread.
      await threadsEnded
      await resources.disposeAsync()
    }
  }

  return {
    bootId,
    connect: (transport) => connections.accept(transport),
    health: () => health.health(),
    refreshHealth: () => health.refresh(),
    reportFatal: (source, error) => health.fatal(source, error),
    reportProblem: (source, error) => health.warning(source, error),
    reportWindowProblem: (problem) => windows.reportProblem(problem),
    activity: () => ({ windows: windows.count, runs: active.list().length, hadWindow }),
    onActivity: (listener) => activityChanged.on(listener),
    sendCommand: windowArea.sendCommand,
    openDeepLink: windowArea.openDeepLink,
    isKeptRunning: () => settings.get().keepRunning,
    close: () => (closing ??= close()),
  }
}
