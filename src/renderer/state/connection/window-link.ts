import { createStore } from 'zustand/vanilla'

import type { DeepLink } from '../../../shared/app/deep-link'
import { assertNever } from '../../../shared/invariant'
import type { HealthProblem } from '../../../shared/app/health'
import type { HostNotice } from '../../../shared/app/host-notice'
import type { ProjectId, WindowId } from '../../../shared/ids'
import type { WindowCommand, WindowEvent, WindowFault } from '../../../shared/rpc/window-events'
import type { ComparisonSummary, SessionSummary } from '../../../shared/sessions/sessions'
import type { AppSettings } from '../../../shared/app/schema'
import type { SpendingMark } from '../../../shared/spending/spending'
import type { MarkdownFolderState } from '../../../shared/store/markdown-folder'
import type { StoreNotice } from '../../../shared/store/store'
import type { ConnectionState, Environment } from '../../browser/environment'
import type { ModelPreference } from '../../../shared/models/models'
import type { ModelsState } from '../models/models'
import type { SessionList } from '../session-list/session-list'

const reattachDelayMs = 100

export interface WindowLinkState {
  connection: ConnectionState
}

/** Receivers of the link's events. */
export interface WindowLinkTargets {
  sessionList: SessionList
  loadModels: ModelsState['load']
  onVotesChanged: () => void
  onProjectsChanged: () => void
  onKnowledgeChanged: (projectId: ProjectId) => void
  /** Tools or servers have changed. */
  onToolsChanged: () => void
  onSessionChanged: (session: SessionSummary) => void
  onComparisonChanged: (comparison: ComparisonSummary) => void
  onCommand: (command: WindowCommand) => void
  onDeepLink: (link: DeepLink) => void
  onFault: (fault: WindowFault) => void
  /** Where the user must confirm something; null when that is over. */
  onConfirmation: (pageUrl: string | null) => void
  /** The user has set something for models. */
  onModelsUpdated: (preferences: readonly ModelPreference[]) => void
  onSettings: (settings: AppSettings) => void
  /** Parts that do not work now. */
  onHealth: (problems: readonly HealthProblem[]) => void
  /** Notices about the store. */
  onNotices: (notices: readonly StoreNotice[]) => void
  onMarkdownFolder: (state: MarkdownFolderState) => void
  /** Notices from the host. */
  onHostNotices: (notices: readonly HostNotice[]) => void
  /** Warnings and limits of spending that are reached. */
  onSpending: (marks: readonly SpendingMark[]) => void
  /** Attached to another boot of main than before: it was restarted. */
  onNewBoot: () => void
  /** Attached, for the first time or again, so that state from main must be reloaded. */
  onAttached: () => void
  /** Whether this is a quick window. */
  isQuick: boolean
}

/** The window's `window.attach` stream: answers pings, keeps the lists current, and reattaches after a loss. */
export class WindowLink {
  readonly store
  readonly #environment: Environment
  readonly #targets: WindowLinkTargets
  #windowId: WindowId | null = null
  #bootId: string | null = null

  constructor(environment: Environment, targets: WindowLinkTargets) {
    this.#environment = environment
    this.#targets = targets
    this.store = createStore<WindowLinkState>(() => ({
      connection: environment.connection.current(),
    }))
    environment.connection.onChange((connection) => this.store.setState({ connection }))
    environment.surroundings.onFocused(() => this.#focused())
  }

  /** Opens the stream and keeps it open while the page exists; returns a function that closes it permanently. */
  attach(): () => void {
    let detach = this.#attachOnce()
    // Closing the stream tells main that the page was left; without that, it has crashed.
    const stopListening = this.#environment.onPageChange({
      leaving: () => detach(),
      returned: () => {
        detach = this.#attachOnce()
      },
    })
    return () => {
      stopListening()
      detach()
    }
  }

  #attachOnce(): () => void {
    let cancelRetry: (() => void) | null = null
    let isAttached = true
    const open = () =>
      this.#environment.api.open('window.attach', this.#targets.isQuick ? { isQuick: true } : {}, {
        onEvents: (events) => {
          for (const event of events) this.#receive(event)
        },
        onEnd: () => {
          this.#windowId = null
          if (!isAttached) return
          cancelRetry = this.#environment.after(reattachDelayMs, () => {
            stream = open()
          })
        },
      })
    let stream = open()
    return () => {
      isAttached = false
      cancelRetry?.()
      stream.close()
    }
  }

  #focused(): void {
    if (this.#windowId === null) return
    // Without an answer, a command of the menu may go to another window.
    this.#environment.api.invoke('window.focused', { windowId: this.#windowId }).catch(() => {})
  }

  #receive(event: WindowEvent): void {
    const { sessionList } = this.#targets
    switch (event.type) {
      case 'attached':
        this.#windowId = event.windowId
        this.#targets.onAttached()
        if (this.#bootId !== null && this.#bootId !== event.bootId) this.#targets.onNewBoot()
        this.#bootId = event.bootId
        return
      case 'ping':
        this.#answer(event.pingId)
        return
      case 'session-upserted':
        sessionList.upsertSession(event.session)
        this.#targets.onSessionChanged(event.session)
        return
      case 'session-removed':
        sessionList.removeSession(event.sessionId)
        return
      case 'comparison-upserted':
        sessionList.upsertComparison(event.comparison)
        this.#targets.onComparisonChanged(event.comparison)
        return
      case 'comparison-removed':
        sessionList.removeComparison(event.comparisonId)
        return
      case 'sessions-changed':
        sessionList.loadSoon()
        return
      case 'notices':
        this.#targets.onNotices(event.notices)
        return
      case 'spending':
        this.#targets.onSpending(event.marks)
        return
      case 'markdown-folder':
        this.#targets.onMarkdownFolder(event.state)
        return
      case 'host-notices':
        this.#targets.onHostNotices(event.notices)
        return
      case 'votes-changed':
        this.#targets.onVotesChanged()
        return
      case 'projects-changed':
        this.#targets.onProjectsChanged()
        return
      case 'knowledge-changed':
        this.#targets.onKnowledgeChanged(event.projectId)
        return
      case 'models-changed':
        void this.#targets.loadModels()
        return
      case 'tools-changed':
        this.#targets.onToolsChanged()
        return
      case 'models-updated':
        this.#targets.onModelsUpdated(event.preferences)
        return
      case 'settings-changed':
        this.#targets.onSettings(event.settings)
        return
      case 'health':
        this.#targets.onHealth(event.problems)
        return
      case 'command':
        this.#targets.onCommand(event.command)
        return
      case 'deep-link':
        this.#targets.onDeepLink(event.link)
        return
      case 'confirmation':
        this.#targets.onConfirmation(event.pageUrl)
        return
      case 'fault':
        this.#targets.onFault(event.fault)
        return
      default:
        assertNever(event)
    }
  }

  #answer(pingId: number): void {
    if (this.#windowId === null) return
    const pong = { windowId: this.#windowId, pingId }
    // Earlier events are rendered, and errors from them reported, first: a pong means that all of it worked.
    queueMicrotask(() => {
      // If the pong cannot be sent, main's health reports that it is missing.
      void this.#environment.api.invoke('window.pong', pong).catch(() => undefined)
    })
  }
}
