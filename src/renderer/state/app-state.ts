import type { SessionId } from '../../shared/ids'
import { ChatActions } from './chat-actions'
import { Comparisons } from './comparisons'
import { Conversations } from './conversations'
import { createDrafts } from './drafts'
import type { Environment } from './environment'
import { createEscapes } from './escapes'
import { Exports } from './exports'
import { Imports } from './imports'
import { createModels } from './models'
import { HealthNotice } from './health-notice'
import { createNavigation, type View } from './navigation'
import { Notices } from './notices'
import { Organiser } from './organiser'
import { createProviders } from './providers'
import { Restart } from './restart'
import { Search } from './search'
import { SessionList } from './session-list'
import { createSettings } from './settings'
import { Snapshots } from './snapshots'
import { saveFile } from '../ui/save-file'
import { startFaultyWorker } from '../workers/start-faulty-worker'
import { reportError } from './report-error'
import { createWindowFaults } from './window-faults'
import { WindowLink } from './window-link'

export type AppState = ReturnType<typeof createAppState>

/** Builds everything the window knows and can do. One per window; a test builds its own on a fake `window.parley`. */
export function createAppState(environment: Environment, hash: string) {
  const { api, storage } = environment
  const navigation = createNavigation(hash)
  const models = createModels(api)
  const settings = createSettings(api, storage)
  const sessionList = new SessionList(environment)
  const conversations = new Conversations(environment)
  const comparisons = new Comparisons(api, conversations)

  const go = (view: View) => navigation.setState({ view, isSidebarOpen: false })
  const newChat = () => go({ kind: 'chat', sessionId: null })
  const newCompare = () => go({ kind: 'compare', comparisonId: null })
  const setSettingsOpen = (isSettingsOpen: boolean) => navigation.setState({ isSettingsOpen })

  const faults = createWindowFaults({
    after: (delayMs, callback) => environment.after(delayMs, callback),
    startFaultyWorker: (order) => startFaultyWorker(order, (error) => reportError(api, 'worker', error)),
  })
  const drafts = createDrafts(environment)
  const organiser = new Organiser({
    api,
    list: sessionList,
    onErased: () => void drafts.getState().load(),
  })
  const health = new HealthNotice(environment, {
    onRecovered: () => {
      sessionList.dismissDegraded()
      void sessionList.load()
      void drafts.getState().load()
      conversations.recover()
      comparisons.recover()
    },
  })
  const restart = new Restart(environment, { drafts, navigation })
  const notices = new Notices(api)
  const windowLink = new WindowLink(environment, {
    sessionList,
    loadModels: () => models.getState().load(),
    onComparisonChanged: (comparisonId) => comparisons.refresh(comparisonId),
    onAttached: () => {
      void sessionList.load()
      void drafts.getState().load()
      void models.getState().load()
      void settings.getState().load()
    },
    onHealth: (problems) => health.take(problems),
    onNotices: (known) => notices.take(known),
    onNewBoot: () => restart.reloadPage(),
    onFault: (fault) => faults.strike(fault),
    onCommand: (command) => {
      if (command === 'new-chat') newChat()
      else if (command === 'new-compare') newCompare()
      else setSettingsOpen(true)
    },
  })

  return {
    environment,
    navigation,
    models,
    settings,
    providers: createProviders(api, () => void models.getState().load()),
    sessionList,
    organiser,
    search: new Search(environment),
    conversations,
    comparisons,
    chat: new ChatActions(api, conversations, { drafts, go }),
    drafts,
    escapes: createEscapes(environment),
    health,
    restart,
    imports: new Imports(api),
    exports: new Exports(api, saveFile),
    snapshots: new Snapshots(api),
    notices,
    windowLink,
    faults: faults.store,
    go,
    newChat,
    newCompare,
    setSettingsOpen,
    /** Asks in which form these chats are to be exported, and exports them. */
    exportSessions: (exporting: readonly SessionId[]) => navigation.setState({ exporting }),
    /** Hands a link to main. False when the host leaves opening it to this page. */
    openLink: async (url: string): Promise<boolean> => (await api.invoke('app.openLink', { url })).opened,
  }
}
