import type { DeepLink } from '../app/deep-link'
import type { HealthProblem, HealthStatus } from '../app/health'
import type { HostNotice } from '../app/host-notice'
import type { ComparisonId, SessionId, WindowId } from '../ids'
import type { ComparisonSummary, SessionSummary } from '../sessions/sessions'
import type { AppSettings } from '../app/settings'
import type { StoreNotice } from '../store/store'

/** A command that a menu of the host gives to the window. */
export type WindowCommand = 'new-chat' | 'new-compare' | 'settings' | 'palette' | 'shortcuts'

/** How a window is to break, in an app that was started for tests. */
export type WindowFault =
  | { kind: 'throw-in-render' }
  | { kind: 'throw-later'; afterMs: number; where: 'window' | 'worker'; as: 'throw' | 'reject' }
  | { kind: 'freeze'; ms: number }
  | { kind: 'crash' }

/** What main tells a window as long as it is attached. */
export type WindowEvent =
  | { type: 'attached'; windowId: WindowId; bootId: string }
  /** The window answers with `window.pong`; one that does not is reported by health. */
  | { type: 'ping'; pingId: number }
  | { type: 'session-upserted'; session: SessionSummary }
  | { type: 'session-removed'; sessionId: SessionId }
  | { type: 'comparison-upserted'; comparison: ComparisonSummary }
  | { type: 'comparison-removed'; comparisonId: ComparisonId }
  | { type: 'models-changed' }
  /** Any window, or a tool, has changed a setting; these are all of them now. */
  | { type: 'settings-changed'; settings: AppSettings }
  /** Many chats came or went at once: the list is to be read anew. */
  | { type: 'sessions-changed' }
  /** What happened to the store, again whenever that changes. */
  | { type: 'notices'; notices: StoreNotice[] }
  /** What the host of the app has to say, again whenever that changes. */
  | { type: 'host-notices'; notices: readonly HostNotice[] }
  /** What does not work now, again whenever that changes. */
  | { type: 'health'; status: HealthStatus; problems: HealthProblem[] }
  | { type: 'command'; command: WindowCommand }
  /** The user has opened an address of Parley's own: one window goes where it leads. */
  | { type: 'deep-link'; link: DeepLink }
  /** The user is to agree to something outside the window; null when that is over. On the web host it is a page. */
  | { type: 'confirmation'; pageUrl: string | null }
  | { type: 'fault'; fault: WindowFault }
