import type { DeepLink } from '../app/deep-link'
import type { HealthProblem, HealthStatus } from '../app/health'
import type { HostNotice } from '../app/host-notice'
import type { ComparisonId, ProjectId, SessionId, WindowId } from '../ids'
import type { ModelPreference } from '../models/models'
import type { ComparisonSummary, SessionSummary } from '../sessions/sessions'
import type { WaitingPages } from '../sets/sets'
import type { AppSettings } from '../app/schema'
import type { SpendingMark } from '../spending/spending'
import type { MarkdownFolderState } from '../store/markdown-folder'
import type { StoreNotice } from '../store/store'
import type { SyncState } from '../store/sync'

/** A command from the host's menu to the window. */
export type WindowCommand = 'new-chat' | 'new-compare' | 'settings' | 'palette' | 'shortcuts'

/** A fault to cause in a window, in an app started for tests. */
export type WindowFault =
  | { kind: 'throw-in-render' }
  | { kind: 'throw-later'; afterMs: number; where: 'window' | 'worker'; as: 'throw' | 'reject' }
  | { kind: 'freeze'; ms: number }
  | { kind: 'crash' }

/** A list without an event of its own, which another machine may change. */
export type ListFromElsewhere = 'prompts' | 'lineUps' | 'promptSets' | 'drafts'

/** An event that main sends to an attached window. */
export type WindowEvent =
  | { type: 'attached'; windowId: WindowId; bootId: string }
  /** The window must answer with `window.pong`; health reports one that does not. */
  | { type: 'ping'; pingId: number }
  | { type: 'session-upserted'; session: SessionSummary }
  | { type: 'session-removed'; sessionId: SessionId }
  | { type: 'comparison-upserted'; comparison: ComparisonSummary }
  | { type: 'comparison-removed'; comparisonId: ComparisonId }
  | { type: 'models-changed' }
  /** The state of a server, or the tools that it offers, have changed. */
  | { type: 'tools-changed' }
  /** Projects were saved, removed or imported, so their list must be reloaded. */
  | { type: 'projects-changed' }
  /** The knowledge of this project has changed, or its files are being read; sent a few times a second at most. */
  | { type: 'knowledge-changed'; projectId: ProjectId }
  /** The user has set something for these models. */
  | { type: 'models-updated'; preferences: readonly ModelPreference[] }
  /** A vote was cast, changed or removed, or votes were imported. */
  | { type: 'votes-changed' }
  /** A run with checks of pages that no window has run yet; null when there is none. */
  | { type: 'page-checks'; waiting: WaitingPages | null }
  /** The warnings and limits of spending that are reached, sent again whenever they change. */
  | { type: 'spending'; marks: readonly SpendingMark[] }
  /** A window or tool has changed a setting; carries all current settings. */
  | { type: 'settings-changed'; settings: AppSettings }
  /** Many chats changed at once, so the list must be reloaded. */
  | { type: 'sessions-changed' }
  /** Another machine has changed these lists, so they must be reloaded where they are shown. */
  | { type: 'lists-changed'; lists: readonly ListFromElsewhere[] }
  /** Notices about the store, sent again whenever they change. */
  | { type: 'notices'; notices: StoreNotice[] }
  /** The state of the Markdown folder, sent again whenever it changes. */
  | { type: 'markdown-folder'; state: MarkdownFolderState }
  /** The exchange with other machines, sent again whenever its state changes. */
  | { type: 'sync'; state: SyncState }
  /** Notices from the host, sent again whenever they change. */
  | { type: 'host-notices'; notices: readonly HostNotice[] }
  /** Parts that do not work, sent again whenever they change. */
  | { type: 'health'; status: HealthStatus; problems: HealthProblem[] }
  | { type: 'command'; command: WindowCommand }
  /** The user has opened a `parley://` address; sent to one window, which follows it. */
  | { type: 'deep-link'; link: DeepLink }
  /** The user must confirm something outside the window, on the web host on a page; null when that is over. */
  | { type: 'confirmation'; pageUrl: string | null; about: ConfirmationKind | null }
  | { type: 'fault'; fault: WindowFault }

/** What only the user may allow, outside the window. */
export type ConfirmationKind =
  | 'agent-settings'
  | 'unlimited-agent'
  | 'start-server'
  | 'check-command'
  | 'set-commands'
  | 'knowledge-folder'
  | 'open-page'
  | 'answer-page'

/** The target of `window.open` by which a page asks the Electron host to bring its window to the front. */
export const frontTarget = 'parley-front'
