import type { DeepLink } from '../../../shared/app/deep-link'
import { deepEqual } from '../../../shared/deep-equal'
import { ParleyError } from '../../../shared/errors'
import type { ComparisonId, ProjectId, SessionId, WindowId } from '../../../shared/ids'
import type {
  ListFromElsewhere,
  WindowCommand,
  WindowEvent,
  WindowFault,
} from '../../../shared/rpc/window-events'
import type { WaitingPages } from '../../../shared/sets/sets'
import type { ComparisonRuns } from '../../compare/comparison-runs'
import { Disposables, type Dispose } from '../../base/dispose'
import { Emitter } from '../../base/emitter'
import type { NewId } from '../../base/new-id'
import { PushSource } from '../../streams/push-source'
import type { HostNotices } from '../../platform/host-notices'
import type { ConfirmationPage } from '../../platform/platform'
import type { HealthMonitor } from '../../health/health-monitor'
import type { WindowMonitor } from '../../health/window-monitor'
import type { ProviderRegistry } from '../../providers/registry/provider-registry'
import type { ActiveRuns } from '../../runs/run/active-runs'
import type { SessionView } from '../../runs/watching/session-view'
import type { Place } from '../../store/exchange/places'
import type { SessionStore } from '../../store/sessions/session-store'
import type { ModelPreferences } from '../../settings/model-preferences'
import type { SettingsStore } from '../../settings/settings-store'
import type { StoreNotices } from '../../store/integrity/store-notices'
import type { MarkdownFolder } from '../../store/transfer/folder/markdown-folder'
import type { SyncService } from '../../sync/sync-service'
import type { Votes } from '../../votes/votes'
import type { SetRuns } from '../../sets/set-runs'
import type { SpendingGuard } from '../../spending/spending-guard'
import type { RouteHandlers, StreamHandlers } from '../router'

/** The lists that are made of these tables. */
const listOf = new Map<Place['table'], ListFromElsewhere>([
  ['prompts', 'prompts'],
  ['line_ups', 'lineUps'],
  ['drafts', 'drafts'],
  ['prompt_sets', 'promptSets'],
  ['set_prompts', 'promptSets'],
  ['set_runs', 'promptSets'],
  ['set_cells', 'promptSets'],
  ['set_ballots', 'promptSets'],
])

/** A window with more unread events counts as gone. */
const maxWaitingEvents = 10_000

/** `window.*`: the attached windows, and the events they get about lists and health. */
export function windowHandlers(deps: {
  bootId: string
  newId: NewId
  health: HealthMonitor
  windows: WindowMonitor
  store: SessionStore
  view: SessionView
  active: ActiveRuns
  comparisons: ComparisonRuns
  registry: ProviderRegistry
  settings: SettingsStore
  preferences: Pick<ModelPreferences, 'onChanged'>
  notices: StoreNotices
  votes: Pick<Votes, 'onChanged'>
  setRuns: Pick<SetRuns, 'waitingPages' | 'onChanged'>
  spending: Pick<SpendingGuard, 'marks' | 'onChanged'>
  /** Absent when the host asks the user directly. */
  confirmationPage: ConfirmationPage | undefined
  markdownFolder: Pick<MarkdownFolder, 'state' | 'onChanged'>
  sync: Pick<SyncService, 'state' | 'onChanged' | 'onRows'>
  /** Absent when the host has no notices. */
  hostNotices: HostNotices | undefined
  /** Calls its argument whenever tools or their servers have changed. */
  onToolsChanged: (listener: () => void) => Dispose
  onAttached: () => void
  onDetached: () => void
}) {
  const links = new LastUsedWindow<DeepLink>()
  const commands = new LastUsedWindow<WindowCommand>()
  const faults = new Emitter<WindowFault>()
  /** Says of an attached window that the user uses it now. */
  const useWindow = new Map<WindowId, () => void>()
  const sessionsChanged = new Emitter<void>()
  const projectsChanged = new Emitter<void>()
  const knowledgeChanged = new Emitter<ProjectId>()
  const { store, view, comparisons, confirmationPage, hostNotices } = deps

  function comparisonUpserted(comparisonId: ComparisonId): WindowEvent {
    return { type: 'comparison-upserted', comparison: comparisons.summary(comparisonId) }
  }

  function attach({ isQuick }: { isQuick?: true }): PushSource<WindowEvent> {
    const disposables = new Disposables()
    const windowId = deps.newId<WindowId>()
    const source = new PushSource<WindowEvent>({
      onClosed: (cause) => {
        detach(cause === 'closed' ? 'left' : 'lost')
        disposables.dispose()
      },
      maxWaiting: maxWaitingEvents,
    })
    /** Skips an update for this window that cannot be read now. Deleted sessions are announced separately. */
    const pushIfReadable = (read: () => WindowEvent | null) => {
      try {
        const event = read()
        if (event !== null) source.push(event)
      } catch (error) {
        if (!(error instanceof ParleyError)) throw error
        if (error.code !== 'NOT_FOUND') deps.health.warning('windows', error)
      }
    }
    const pushSession = (sessionId: SessionId) =>
      pushIfReadable(() => {
        const comparisonId = comparisons.comparisonOf(sessionId)
        if (comparisonId !== null) return comparisonUpserted(comparisonId)
        const session = { ...store.getSummary(sessionId), ...view.runState(sessionId) }
        return { type: 'session-upserted', session }
      })
    source.push({ type: 'attached', windowId, bootId: deps.bootId })
    // A window that attaches has missed all earlier changes.
    source.push({ type: 'health', ...deps.health.report() })
    disposables.add(
      view.onChanged(({ sessionId, isDeleted }) => {
        if (isDeleted) source.push({ type: 'session-removed', sessionId })
        else pushSession(sessionId)
      }),
    )
    disposables.add(view.onSeen(pushSession))
    disposables.add(deps.active.onStarted((run) => pushSession(run.spec.sessionId)))
    disposables.add(deps.active.onWaiting(pushSession))
    disposables.add(
      comparisons.onChanged(({ comparisonId, isDeleted }) => {
        if (isDeleted) source.push({ type: 'comparison-removed', comparisonId })
        else pushIfReadable(() => comparisonUpserted(comparisonId))
      }),
    )
    let waiting: WaitingPages | null | undefined
    const pushPageChecks = () =>
      pushIfReadable(() => {
        const before = waiting
        waiting = deps.setRuns.waitingPages()
        return deepEqual(before, waiting) ? null : { type: 'page-checks', waiting }
      })
    pushPageChecks()
    disposables.add(deps.setRuns.onChanged(pushPageChecks))
    source.push({ type: 'spending', marks: deps.spending.marks })
    disposables.add(deps.spending.onChanged((marks) => source.push({ type: 'spending', marks })))
    disposables.add(deps.registry.onChanged(() => source.push({ type: 'models-changed' })))
    disposables.add(deps.onToolsChanged(() => source.push({ type: 'tools-changed' })))
    disposables.add(
      deps.preferences.onChanged((preferences) => source.push({ type: 'models-updated', preferences })),
    )
    disposables.add(deps.votes.onChanged(() => source.push({ type: 'votes-changed' })))
    disposables.add(
      deps.settings.onChanged(({ settings }) => source.push({ type: 'settings-changed', settings })),
    )
    disposables.add(deps.health.onChanged((report) => source.push({ type: 'health', ...report })))
    source.push({ type: 'notices', notices: deps.notices.list() })
    disposables.add(deps.notices.onChanged((notices) => source.push({ type: 'notices', notices })))
    const pushFolder = () => source.push({ type: 'markdown-folder', state: deps.markdownFolder.state })
    pushFolder()
    disposables.add(deps.markdownFolder.onChanged(pushFolder))
    const pushSync = () => source.push({ type: 'sync', state: deps.sync.state })
    pushSync()
    disposables.add(deps.sync.onChanged(pushSync))
    disposables.add(
      deps.sync.onRows(({ isMany, tables }) => {
        if (isMany) source.push({ type: 'sessions-changed' })
        if (tables.has('projects')) source.push({ type: 'projects-changed' })
        if (tables.has('votes')) source.push({ type: 'votes-changed' })
        const lists = [...new Set([...tables].flatMap((table) => listOf.get(table) ?? []))]
        if (lists.length > 0) source.push({ type: 'lists-changed', lists })
      }),
    )
    if (confirmationPage !== undefined) {
      const pushConfirmation = () =>
        source.push({
          type: 'confirmation',
          pageUrl: confirmationPage.url(),
          about: confirmationPage.about(),
        })
      pushConfirmation()
      disposables.add(confirmationPage.onChanged(pushConfirmation))
    }
    if (hostNotices !== undefined) {
      const pushHostNotices = () => source.push({ type: 'host-notices', notices: hostNotices.list() })
      pushHostNotices()
      disposables.add(hostNotices.onChanged(pushHostNotices))
    }
    if (isQuick !== true) {
      const ownCommands = commands.attach((command) => source.push({ type: 'command', command }))
      const ownLinks = links.attach((link) => source.push({ type: 'deep-link', link }))
      disposables.add(ownCommands.detach)
      disposables.add(ownLinks.detach)
      useWindow.set(windowId, () => {
        ownCommands.use()
        ownLinks.use()
      })
      disposables.add(() => void useWindow.delete(windowId))
    }
    disposables.add(faults.on((fault) => source.push({ type: 'fault', fault })))
    disposables.add(sessionsChanged.on(() => source.push({ type: 'sessions-changed' })))
    disposables.add(projectsChanged.on(() => source.push({ type: 'projects-changed' })))
    disposables.add(knowledgeChanged.on((projectId) => source.push({ type: 'knowledge-changed', projectId })))
    disposables.add(deps.onDetached)
    const detach = deps.windows.attach(windowId, (pingId) => source.push({ type: 'ping', pingId }))
    deps.onAttached()
    return source
  }

  return {
    routes: {
      'window.pong': ({ windowId, pingId }) => {
        deps.windows.pong(windowId, pingId)
        return {}
      },
      'window.focused': ({ windowId }) => {
        useWindow.get(windowId)?.()
        return {}
      },
      'window.reportError': ({ source, ...error }) => {
        deps.health.fatalInWindow({ source: `window:${source}`, ...error })
        return {}
      },
    } satisfies Partial<RouteHandlers>,
    streams: { 'window.attach': attach } satisfies Partial<StreamHandlers>,
    sendCommand: (command: WindowCommand) => commands.send(command),
    openDeepLink: (link: DeepLink) => links.send(link),
    sendFault: (fault: WindowFault) => faults.fire(fault),
    /** Tells windows to reload their lists after many sessions were added or deleted. */
    sendSessionsChanged: () => sessionsChanged.fire(),
    /** Tells windows to reload the list of projects. */
    sendProjectsChanged: () => projectsChanged.fire(),
    /** Tells windows to reload the knowledge of a project. */
    sendKnowledgeChanged: (projectId: ProjectId) => knowledgeChanged.fire(projectId),
  }
}

/** More than a user requests while a window opens. */
const mostWaiting = 20

/** Sends each message to one window: the one used last, or the first that attaches. */
export class LastUsedWindow<Message> {
  /** The one used last at the end. */
  #windows: ((message: Message) => void)[] = []
  /** The newest messages, in order. */
  #waiting: Message[] = []

  /** Adds a window, which counts as used: `detach` removes it, `use` says that it is used again. */
  attach(receive: (message: Message) => void): { detach: Dispose; use: () => void } {
    // Wrapped, so that the same function can attach twice.
    const window = (message: Message) => receive(message)
    const others = () => this.#windows.filter((other) => other !== window)
    this.#windows.push(window)
    for (const message of this.#waiting.splice(0)) window(message)
    return {
      detach: () => {
        this.#windows = others()
      },
      use: () => {
        if (this.#windows.includes(window)) this.#windows = [...others(), window]
      },
    }
  }

  /** Sends to the window used last, or queues the message for the next one. */
  send(message: Message): void {
    const last = this.#windows.at(-1)
    if (last !== undefined) last(message)
    else this.#waiting = [...this.#waiting, message].slice(-mostWaiting)
  }
}
