import { homedir } from 'node:os'

import type { NewId } from '../base/new-id'
import type { LogFile } from '../base/log'
import type { SkewedClock } from '../base/clock'
import type { HealthMonitor } from '../health/health-monitor'
import type { WindowMonitor } from '../health/window-monitor'
import type { Platform } from '../platform/platform'
import { Connections } from '../rpc/connections'
import { agentHandlers, workspaceHandlers } from '../rpc/handlers/workspace-handlers'
import { appHandlers, promptHandlers, spendingHandlers } from '../rpc/handlers/app-handlers'
import {
  attachmentHandlers,
  exportHandlers,
  importHandlers,
  markdownFolderHandlers,
  snapshotHandlers,
  syncHandlers,
} from '../rpc/handlers/transfer/transfer-handlers'
import { chatTextHandlers, draftHandlers } from '../rpc/handlers/chats/chat-text-handlers'
import {
  compactionHandlers,
  formHandlers,
  queueHandlers,
  runHandlers,
  type UseAttachments,
} from '../rpc/handlers/chats/run-handlers'
import { knowledgeHandlers, projectHandlers } from '../rpc/handlers/projects/project-handlers'
import { modelHandlers, webSearchHandlers } from '../rpc/handlers/models/model-handlers'
import { searchHandlers, sessionHandlers } from '../rpc/handlers/chats/session-handlers'
import { testHandlers } from '../rpc/handlers/test-handlers'
import { windowHandlers } from '../rpc/handlers/window-handlers'
import type { Service } from '../rpc/router'
import { DraftStore } from '../store/composer/draft-store'
import type { SyncService } from '../sync/sync-service'
import type { MarkdownFolder } from '../store/transfer/folder/markdown-folder'
import { ChatExports } from '../store/transfer/export/chat-exports'
import { ChatImports } from '../store/transfer/import/chat-imports'
import { sessionDatabaseFile } from '../store/opening/open-session-database'
import { AgentTraces } from '../store/agents/agent-turns'
import type { PromptSets } from '../sets/prompt-sets'
import { PromptStore } from '../store/composer/prompt-store'
import { ReadingPlaces } from '../store/composer/reading-places'
import { ProjectStore } from '../store/projects/project-store'
import { SentTexts } from '../store/composer/sent-texts'
import { MessageEdits } from '../store/sessions/message-edits'
import { SessionMetrics } from '../store/sessions/session-metrics'
import { SessionOperations } from '../store/sessions/session-operations'
import { isDamage } from '../store/database/store-errors'
import { compareRoutes, openVotes } from './compare-routes'
import type { KnowledgeAccess } from './knowledge-access'
import type { LocalTools, WebAccess } from './built-in-tools'
import type { ModelAccess } from './model-access'
import type { OutsidePages } from './outside-pages'
import type { RunServices } from './run-services'
import type { ServerAccess } from './server-access'
import type { Storage } from './storage'
import type { ToolAccess } from './tool-access'
import { consentHandlers, editHandlers, serverHandlers, toolHandlers } from '../rpc/handlers/tool-handlers'

/** The services that the routes need, including those that only their host provides. */
export interface ServiceParts {
  bootId: string
  platform: Platform
  isForTests: boolean
  clock: SkewedClock
  newId: NewId
  log: LogFile
  health: HealthMonitor
  windows: WindowMonitor
  storage: Storage
  models: ModelAccess
  serverAccess: ServerAccess
  web: WebAccess
  knowledge: KnowledgeAccess
  tools: ToolAccess
  localTools: LocalTools
  runs: RunServices
  sets: PromptSets
  markdownFolder: MarkdownFolder
  sync: SyncService
  outsidePages: OutsidePages
  onAttached: () => void
  onDetached: () => void
}

/** Connects every route and stream of the contract to the services. */
export function openService(parts: ServiceParts) {
  const { bootId, platform, isForTests, clock, newId, log, health, windows, storage, models, runs } = parts
  const { knowledge, updates, members } = parts.knowledge
  const { dataFolder, database, notices, quickThread, slowThread, store, temporary, writer } = storage
  const { watched, threadFailed } = storage
  const { leases, active, starter, view, comparisons } = runs
  const databaseFile = sessionDatabaseFile(dataFolder)
  const useAttachments: UseAttachments = (ids) => (ids.length === 0 ? [] : storage.attachments.use(ids))

  const projects = new ProjectStore(database, { clock, newId })

  const votes = openVotes({ clock, newId, storage, runs })
  const windowArea = windowHandlers({
    markdownFolder: parts.markdownFolder,
    sync: parts.sync,
    bootId,
    newId,
    health,
    windows,
    store,
    view,
    active,
    comparisons,
    registry: models.registry,
    settings: models.settings,
    preferences: models.preferences,
    notices,
    votes,
    setRuns: parts.sets.runs,
    spending: runs.spending,
    confirmationPage: platform.confirmationPage,
    hostNotices: platform.notices,
    onToolsChanged: parts.serverAccess.onChanged,
    onAttached: parts.onAttached,
    onDetached: parts.onDetached,
  })
  updates.onChanged(windowArea.sendKnowledgeChanged)
  parts.sync.onRows(({ tables }) => {
    if (tables.has('knowledge_sources')) for (const { id } of projects.list()) updates.changed(id)
  })
  const compactionArea = compactionHandlers(runs.compactions)
  const runArea = runHandlers({
    manager: runs.manager,
    active,
    view,
    useAttachments,
    onWatched: (sessionId, connection) => runs.unwatched.watched(sessionId, connection),
  })
  const imports = new ChatImports(dataFolder, database, {
    jobs: slowThread,
    writer,
    leases,
    clock,
    newId,
    errors: health,
    saveFile: storage.attachments.saveFile,
    onListsChanged: windowArea.sendSessionsChanged,
    onProjectAdded(projectId) {
      windowArea.sendProjectsChanged()
      updates.changed(projectId)
    },
    onExtended: (sessionId) => view.announce(sessionId),
  })
  const importArea = importHandlers({
    imports,
    announce: (sessionId) => view.announce(sessionId),
  })
  const unsaved = () => active.allUnsaved().filter(({ sessionId }) => !temporary.has(sessionId))
  const exportArea = exportHandlers(
    new ChatExports(dataFolder, {
      databaseFile,
      jobs: slowThread,
      unsaved,
      newId,
      errors: health,
      settings: () => models.settings.changed(),
      home: homedir(),
    }),
    votes,
    parts.sets,
    {
      assertRevealed: (of) =>
        'sessionId' in of
          ? store.assertRevealed(of.sessionId)
          : runs.comparisonStore.assertRevealed(of.comparisonId),
      assertIdle: (id) => runs.hiddenWork.assertIdle(id),
    },
  )
  const operations = new SessionOperations({
    store,
    leases,
    copies: storage.copies,
    edits: temporary.beside(
      new MessageEdits(database, { store, clock, newId }),
      (memory) => new MessageEdits(memory.database, { store: memory.store, clock, newId }),
    ),
    traces: new AgentTraces(database),
  })
  const compareArea = compareRoutes({
    clock,
    newId,
    storage,
    models,
    runs,
    sets: parts.sets,
    votes,
    operations,
    tools: parts.tools.catalogue,
    project: (id) => projects.get(id),
    useAttachments,
    onErased: windowArea.sendSessionsChanged,
  })
  const workspaceArea = workspaceHandlers({
    workspaces: runs.workspaces,
    hiddenWork: runs.hiddenWork,
    folders: runs.folders,
    store,
    leases,
    checks: runs.checks,
    platform,
    forgetAgent: models.agents.forget,
    readText: parts.localTools.readText,
  })
  const connections = new Connections(() => service, clock)
  const service: Service = {
    clock,
    errors: health,
    // Invalid JSON in a row surfaces where the row is parsed, outside the database layer.
    onRefused(error) {
      if (isDamage(error)) database.markDamaged(error)
    },
    routes: {
      ...appHandlers({
        ...models,
        platform,
        health: () => health.refresh(),
        openPage: (html, signal) => parts.outsidePages.open(html, signal),
      }),
      ...modelHandlers(models),
      ...webSearchHandlers({
        search: models.search,
        clock,
        tryOut: (setup, signal) => parts.web.tryOut(setup, signal),
      }),
      ...sessionHandlers({
        store,
        temporary: {
          keep: (sessionId, assertMayKeep, signal) =>
            temporary.keep(sessionId, {
              storeFile: (file) => storage.attachments.keepHeld(file, signal),
              // What cannot be removed now is removed with other unused files.
              dropFiles: (files) =>
                storage.attachments.dropHeld(files).catch((error: unknown) => health.warning('store', error)),
              assertMayKeep,
            }),
          create(input) {
            runs.unwatched.begin()
            return temporary.create(input)
          },
        },
        operations,
        metrics: temporary.beside(
          new SessionMetrics(database),
          (memory) => new SessionMetrics(memory.database),
        ),
        trash: storage.trash,
        view,
        leases,
        isShownElsewhere: (sessionId, connection) => runs.unwatched.isWatchedElsewhere(sessionId, connection),
        onErased: windowArea.sendSessionsChanged,
        modelFor: models.newChatModel,
        project: (id) => projects.get(id),
        paramsOf: (model) => models.preferences.paramsOf(model),
        defaultTools: () => models.settings.get().defaultTools,
      }),
      ...runArea.routes,
      ...compactionArea.routes,
      ...queueHandlers(runs.manager, storage.attachments).routes,
      ...formHandlers(runs.forms).routes,
      ...searchHandlers({
        jobs: quickThread,
        files: { file: databaseFile, dataFolder },
        store,
        temporary,
        clock,
        onStoreFailure: threadFailed,
        onSlow: (slow) => log.warn('slow search', { ...slow }),
      }),
      ...chatTextHandlers({
        jobs: quickThread,
        databaseFile,
        store,
        temporary,
        sent: temporary.beside(new SentTexts(database), (memory) => new SentTexts(memory.database)),
        onStoreFailure: threadFailed,
      }),
      ...importArea.routes,
      ...exportArea.routes,
      ...markdownFolderHandlers(parts.markdownFolder),
      ...syncHandlers(parts.sync),
      ...draftHandlers(new DraftStore(database), new ReadingPlaces(database, clock), temporary),
      ...snapshotHandlers({
        dataFolder,
        upkeep: storage.upkeep,
        notices,
        plan: storage.repairPlan,
        jobs: slowThread,
        restart: () => platform.restart(),
      }).routes,
      ...compareArea.routes,
      ...attachmentHandlers(storage.attachments),
      ...agentHandlers({
        list: models.agents.list,
        save: models.agents.save,
        onSaved: () => models.registry.invalidate(),
      }),
      ...toolRoutes({ ...parts, uploads: imports.files }),
      ...workspaceArea.routes,
      ...spendingHandlers((query) =>
        watched(quickThread.run('reportSpending', { file: databaseFile, ...query })),
      ),
      ...projectHandlers({
        projects,
        announceSession: (id) => view.announce(id),
        announceComparison: (id) => comparisons.announce(id),
        onListsChanged: windowArea.sendSessionsChanged,
        onChanged: windowArea.sendProjectsChanged,
        onRemoved: (projectId) => updates.forget(projectId),
        onRestored: (projectId) => updates.look(projectId, { isNow: true }),
      }),
      ...knowledgeHandlers({ knowledge, platform, projectOf: (id) => members.projectOf(id) }),
      ...promptHandlers(new PromptStore(database, { clock, newId })),
      ...windowArea.routes,
    },
    streams: {
      ...runArea.streams,
      ...compactionArea.streams,
      ...importArea.streams,
      ...exportArea.streams,
      ...compareArea.streams,
      ...workspaceArea.streams,
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
  const { sendCommand, openDeepLink } = windowArea
  return { connections, sendCommand, openDeepLink }
}

/** The routes of tools and their servers, of edits that tools made, and of what the user allowed. */
function toolRoutes(parts: {
  storage: Pick<Storage, 'store'>
  models: Pick<ModelAccess, 'settings'>
  runs: Pick<RunServices, 'active' | 'consents' | 'toolConsents'>
  serverAccess: ServerAccess
  tools: Pick<ToolAccess, 'catalogue'>
  localTools: LocalTools
  /** Uploaded files of bundles. */
  uploads: Parameters<typeof serverHandlers>[1]['uploads']
}) {
  const { storage, models, runs, serverAccess } = parts
  return {
    ...serverHandlers(serverAccess.servers, { places: serverAccess.places, uploads: parts.uploads }),
    ...consentHandlers({
      active: runs.active,
      consents: runs.consents,
      toolConsents: runs.toolConsents,
      settings: models.settings,
    }),
    ...toolHandlers({
      session: (id) => {
        storage.store.assertRevealed(id)
        return storage.store.getSession(id)
      },
      defaults: () => models.settings.get().defaultTools,
      catalogue: parts.tools.catalogue,
    }),
    ...editHandlers(parts.localTools),
  }
}
