import type { ErrorData } from '../../../shared/errors'
import { agentOf, parseModelRef } from '../../../shared/models/models'
import { ActionList } from '../actions/action-list'
import { AgentChanges } from '../agents/agent-changes'
import { AgentChecks } from '../agents/agent-checks'
import { Agents } from '../agents/agents'
import { Permissions } from '../agents/permissions'
import { ChatActions } from '../conversations/chat-actions'
import { Comparisons, LineUps } from '../comparisons/comparisons'
import { Confirmation, HostNotices, Notices, SpendingNotice } from '../notices/notices'
import { Conversations } from '../conversations/conversations'
import { DoneNotifier } from '../notices/done-notifier'
import { Drafts } from '../drafts/drafts'
import type { Environment } from '../../browser/environment'
import { throttle } from '../../browser/throttle'
import { AttachmentFiles } from '../attachments/attachment-files'
import { DraftAttachments } from '../attachments/draft-attachments'
import { Outbox } from '../attachments/outbox'
import { Exports } from '../transfer/exports'
import { Imports } from '../transfer/imports'
import { LastSeen } from '../conversations/last-seen'
import { Models } from '../models/models'
import { ReadingPlaces } from '../conversations/reading-places'
import { HealthNotice } from '../notices/health-notice'
import { Dialogs } from '../dialogs/dialogs'
import { createNewChatChoice } from '../conversations/new-chat-choice'
import {
  createNavigation,
  hashOfView,
  isNewView,
  isTemporaryView,
  placeOfView,
  type SettingsSection,
  type View,
  openDeepLink,
} from '../navigation/navigation'
import { newChatDraft, newTemporaryDraft } from '../drafts/draft-places'
import { Organiser } from '../session-list/session-organiser'
import { Knowledge } from '../projects/knowledge'
import { Projects } from '../projects/projects'
import { Prompts } from '../prompts/prompts'
import { PromptSets } from '../prompts/prompt-sets'
import { Providers } from '../models/providers'
import { Restart } from '../connection/restart'
import { Search } from '../search/search'
import { SessionList } from '../session-list/session-list'
import { Settings } from '../settings/settings'
import { MarkdownFolder } from '../transfer/markdown-folder'
import { Snapshots } from '../transfer/snapshots'
import { Sync } from '../transfer/sync'
import { prepareImage } from '../attachments/prepare-image'
import { isInBrowser } from '../../browser/is-in-browser'
import { readClipboard } from '../../browser/read-clipboard'
import { saveFile } from '../../browser/save-file'
import { startFaultyWorker } from '../../workers/start-faulty-worker'
import { reportError } from '../../rpc/report-error'
import { TemporaryChats } from '../conversations/temporary-chats'
import { Votes } from '../comparisons/votes'
import { WindowFaults } from '../connection/window-faults'
import { WindowLink } from '../connection/window-link'
import { ServerOffers } from '../tools/server-offers'
import { Tools } from '../tools/tools'

/** Several changes to projects in a row must not each reload their list. */
const projectsDelayMs = 200

export type AppState = ReturnType<typeof createAppState>

/** Creates the window's state and actions, once per window; tests create one on a fake `window.parley`. */
export function createAppState(environment: Environment, hash: string) {
  const { api, storage } = environment
  const navigation = createNavigation(hash)
  const dialogs = new Dialogs()
  const models = new Models(api, storage)
  const settings = new Settings(api, storage)
  const sessionList = new SessionList(environment)
  const conversations = new Conversations(environment)
  const comparisons = new Comparisons(api, conversations)
  const votes = new Votes(api)
  const projects = new Projects(api, (id) => {
    sessionList.showProject(id)
    search.followProject()
  })
  const knowledge = new Knowledge(api)
  const tools = new Tools(api)
  const reloadProjects = throttle(environment, projectsDelayMs, () => void projects.load())
  const search = new Search(environment, () => projects.store.getState().openId)

  const isTemporaryShown = () => isTemporaryView(navigation.getState().view)
  const drafts = new Drafts(environment, isTemporaryShown)
  const prompts = new Prompts(environment, readClipboard)
  const lineUps = new LineUps(api)
  const promptSets = new PromptSets(api, drafts, storage)
  const begun = navigation.getState().view
  if (begun.kind === 'sets' && begun.runId !== undefined && begun.prompt !== undefined) {
    // Another window, or this one before a reload, may have shown these answers without their models.
    promptSets.choose(begun.runId, { isBlind: true })
  }
  const attachments = new DraftAttachments(environment, prepareImage)
  const outbox = new Outbox(drafts, attachments)
  const temporary = new TemporaryChats({
    api,
    navigation,
    dialogs,
    conversations,
    drafts,
    outbox,
    onKept: (session) => conversations.update(session),
  })
  const go = (view: View) => temporary.go(view)
  /** Goes to `to`, unless the user has moved on since `from` was shown, for example to another new chat. */
  const navigateFrom = (from: View, to: View): boolean => {
    if (navigation.getState().view !== from) return false
    go(to)
    return true
  }
  /** Opens what is being made once it exists, unless the user has left this view in the meantime. */
  const openMade = async (making: Promise<View | null>): Promise<void> => {
    const { view } = navigation.getState()
    const made = await making
    if (made !== null) navigateFrom(view, made)
  }
  const newChat = () => go({ kind: 'chat', sessionId: null })
  /** A new chat that is not stored. Text written for a new chat moves to it, and back. */
  const newTemporaryChat = () => {
    const isThere = isTemporaryShown()
    const [from, to] = isThere ? [newTemporaryDraft, newChatDraft] : [newChatDraft, newTemporaryDraft]
    const { view } = navigation.getState()
    const isNew = view.kind === 'chat' && isNewView(view)
    const text = isNew ? drafts.of(from) : ''
    if (text !== '') drafts.set(from, '')
    go({ kind: 'chat', sessionId: null, ...(isThere && isNew ? {} : { isTemporary: true }) })
    if (text !== '') drafts.restore(to, text)
  }
  const newCompare = () => go({ kind: 'compare', comparisonId: null })
  const openSettings = (section: SettingsSection = 'providers', provider: string | null = null) =>
    dialogs.open({ kind: 'settings', section, provider })
  /** Opens Settings where this error of a model or agent can be fixed. */
  const openSettingsFor = (error: ErrorData, model: string | null | undefined) => {
    const isOfAgent = error.code === 'AGENT_NOT_INSTALLED' || agentOf(model ?? '') !== null
    // The time limits are there.
    const section = error.code === 'TIMEOUT' ? 'general' : isOfAgent ? 'agents' : 'providers'
    const isKeyWrong = error.code === 'PROVIDER_AUTH' && !isOfAgent
    openSettings(section, isKeyWrong ? (parseModelRef(model ?? '')?.providerId ?? null) : null)
  }

  const faults = new WindowFaults({
    after: (delayMs, callback) => environment.after(delayMs, callback),
    startFaultyWorker: (order) => startFaultyWorker(order, (error) => reportError(api, 'worker', error)),
  })
  const agentChanges = new AgentChanges(api)
  const newChatChoice = createNewChatChoice()
  const organiser = new Organiser({
    api,
    list: sessionList,
    onErased: () => void drafts.load(),
    onUpdated: (session) => conversations.update(session),
  })
  const health = new HealthNotice(environment, {
    onRecovered: () => {
      sessionList.dismissDegraded()
      void sessionList.load()
      void projects.load()
      void drafts.load()
      conversations.recover()
      comparisons.recover()
    },
  })
  const restart = new Restart(environment, {
    drafts,
    dialogs,
    // The Electron host asks itself.
    lossOf: () => (isInBrowser ? conversations.drivenCount : 0),
  })
  environment.askBeforeLeaving(
    () => !restart.hasAgreed && (conversations.drivenCount > 0 || (isInBrowser && temporary.wouldLose)),
  )
  const notices = new Notices(api)
  const hostNotices = new HostNotices(api)
  const markdownFolder = new MarkdownFolder(api)
  const sync = new Sync(api)
  const spendingNotice = new SpendingNotice(storage)
  const confirmation = new Confirmation(dialogs)
  const doneNotifier = new DoneNotifier({
    environment,
    isOn: () => settings.store.getState().settings.notifyWhenDone,
    currentView: () => navigation.getState().view,
    endShownIn: (shown) => endShownIn(shown, { conversations, comparisons }),
    onViewChanged: (listener) =>
      navigation.subscribe(({ view }, before) => {
        if (placeOfView(view) !== placeOfView(before.view)) listener()
      }),
    go,
  })
  const suggestModel = (suggestedModel: string | null) => {
    navigation.setState({ suggestedModel })
    // The current request counts, not an earlier choice.
    if (suggestedModel !== null) newChatChoice.setState({ model: null })
  }
  const addToDraft = (place: string, text: string) => {
    const typed = drafts.of(place)
    drafts.set(place, typed === '' ? text : `${typed}\n\n${text}`)
  }
  const listsFromElsewhere = { prompts, lineUps, promptSets, drafts }
  const windowLink = new WindowLink(environment, navigation.getState().isQuick, {
    attached: ({ bootId }) => {
      void sessionList.load()
      void projects.load()
      knowledge.reload()
      tools.changed()
      void drafts.load()
      void models.load()
      void settings.load()
      votes.reload()
      void doneNotifier.attached()
      restart.noteBoot(bootId)
    },
    'session-upserted': ({ session }) => {
      sessionList.upsertSession(session)
      conversations.resume(session.id)
      if (conversations.wasTemporary(session)) conversations.update(session)
      temporary.noteState(session)
      doneNotifier.sessionChanged(session)
    },
    'session-removed': ({ sessionId }) => sessionList.removeSession(sessionId),
    'comparison-upserted': ({ comparison }) => {
      sessionList.upsertComparison(comparison)
      comparisons.refresh(comparison.id)
      doneNotifier.comparisonChanged(comparison)
    },
    'comparison-removed': ({ comparisonId }) => sessionList.removeComparison(comparisonId),
    'sessions-changed': () => sessionList.loadSoon(),
    'lists-changed': ({ lists }) => {
      for (const list of lists) void listsFromElsewhere[list].reload()
    },
    'models-changed': () => void models.load(),
    'models-updated': ({ preferences }) => models.receive(preferences),
    'tools-changed': () => tools.changed(),
    'projects-changed': () => reloadProjects.request(),
    'knowledge-changed': ({ projectId }) => knowledge.changed(projectId),
    'votes-changed': () => votes.reload(),
    'page-checks': ({ waiting }) => promptSets.store.setState({ waiting }),
    'settings-changed': (changed) => settings.receive(changed.settings),
    notices: (changed) => notices.receive(changed.notices),
    'host-notices': (changed) => hostNotices.receive(changed.notices),
    spending: ({ marks }) => spendingNotice.receive(marks),
    'markdown-folder': ({ state }) => markdownFolder.receive(state),
    sync: ({ state }) => sync.receive(state),
    health: ({ problems }) => health.receive(problems),
    command: ({ command }) => {
      if (command === 'new-chat') newChat()
      else if (command === 'new-compare') newCompare()
      else if (command === 'settings') openSettings()
      else dialogs.open({ kind: command })
    },
    'deep-link': ({ link }) => openDeepLink(link, { go, openSettings, suggestModel, addToDraft }),
    confirmation: (asked) => confirmation.receive(asked),
    fault: ({ fault }) => faults.strike(fault),
  })

  /** The project of the chat or comparison that is shown; for a new one, the open project. */
  const shownProjectId = () => {
    const { view } = navigation.getState()
    if (isNewView(view)) return isTemporaryView(view) ? null : projects.store.getState().openId
    if (view.kind === 'compare') {
      const { comparisonId } = view
      return comparisonId && (comparisons.of(comparisonId).store.getState().comparison?.projectId ?? null)
    }
    if (view.kind !== 'chat') return null
    const { sessionId } = view
    return sessionId && (conversations.of(sessionId).store.getState().session?.projectId ?? null)
  }

  return {
    environment,
    shownProjectId,
    navigation,
    dialogs,
    actions: new ActionList(environment, () => settings.store.getState().settings.shortcuts),
    models,
    agents: new Agents(api, () => void models.load()),
    permissions: new Permissions(api),
    agentChanges,
    agentChecks: new AgentChecks(api, agentChanges),
    settings,
    providers: new Providers(api, () => void models.load()),
    doneNotifier,
    lineUps,
    projects,
    knowledge,
    tools,
    serverOffers: new ServerOffers(api),
    prompts,
    promptSets,
    sessionList,
    organiser,
    search,
    conversations,
    lastSeen: new LastSeen(storage),
    readingPlaces: new ReadingPlaces(api),
    comparisons,
    votes,
    chat: new ChatActions(api, conversations, openMade),
    drafts,
    newChatChoice,
    attachments,
    outbox,
    attachmentFiles: new AttachmentFiles(api),
    health,
    restart,
    imports: new Imports(api),
    exports: new Exports(api, saveFile, async (sources, options) => {
      // Few exports have diagrams.
      const { drawForPages } = await import('../../markdown/diagrams/page-diagrams')
      return drawForPages(sources, options)
    }),
    snapshots: new Snapshots(api),
    markdownFolder,
    sync,
    notices,
    hostNotices,
    spendingNotice,
    confirmation,
    windowLink,
    faults,
    go,
    navigateFrom,
    openMade,
    newChat,
    newTemporaryChat,
    newCompare,
    /** Opens another window, or a tab in a browser; null shows a new chat in it. */
    openWindow: (view: View | null) =>
      environment.openWindow(hashOfView(view ?? { kind: 'chat', sessionId: null })),
    temporary,
    /** The text of the clipboard; null when it has none. In the desktop app, main reads it for the quick window. */
    readClipboard: async (): Promise<string | null> =>
      isInBrowser ? readClipboard() : (await api.invoke('app.readClipboard', {})).text,
    /** Preselects this model, `provider/model`, for the next new chat; null clears it. */
    suggestModel,
    openSettings,
    openSettingsFor,
    /** Opens a link through main. False when the host leaves that to this page. */
    openLink: async (url: string): Promise<boolean> => (await api.invoke('app.openLink', { url })).opened,
  }
}

/** Identifies the end of the answer in `view`, or of those in all its panes; null if this window does not know it. */
function endShownIn(
  view: View,
  { conversations, comparisons }: { conversations: Conversations; comparisons: Comparisons },
): string | null {
  const comparison =
    view.kind === 'compare' && view.comparisonId !== null
      ? comparisons.of(view.comparisonId).store.getState().comparison
      : null
  const chatIds = view.kind === 'chat' && view.sessionId !== null ? [view.sessionId] : []
  const sessionIds = comparison?.panes.map(({ sessionId }) => sessionId) ?? chatIds
  const states = sessionIds.map((sessionId) => conversations.of(sessionId).store.getState())
  // A failure has an id of its own each time.
  const isKnown = states.every(
    ({ phase, live, hasNewer, runError }) =>
      phase === 'ready' && live === null && !hasNewer && runError === null,
  )
  if (!isKnown) return null
  const answers = states.flatMap(({ messages }) => messages.at(-1) ?? [])
  const ids = answers.filter(({ role }) => role === 'assistant').map(({ id }) => id)
  return ids.length === 0 ? null : ids.join(' ')
}
