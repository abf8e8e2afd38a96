import { frontTarget } from '../../shared/rpc/window-events'
import { isInBrowser } from './is-in-browser'

/** Permission for system notifications: `unavailable` without support, `default` before the user was asked. */
export type NotificationAccess = 'granted' | 'denied' | 'default' | 'unavailable'

/** The system's notifications, as far as the window uses them. */
export interface SystemNotifications {
  permission(): NotificationAccess
  /** Asks the user for permission and returns the result. */
  requestPermission(): Promise<NotificationAccess>
  /** Shows a notification that replaces the previous one; returns a function that closes it. */
  show(note: { title: string; body: string; onClick: () => void }): () => void
}

/** This window's visibility, and the other windows of the app. */
export interface WindowSurroundings {
  /** True if no part of this window is visible. */
  isHidden(): boolean
  onVisibilityChanged(listener: () => void): void
  /** The user has turned to this window. */
  onFocused(listener: () => void): void
  bringToFront(): void
  /** True if this window is the one that shows notifications. */
  isNotifier(): boolean
  /** Tells the other windows that this one shows the content with `key`. */
  announceShown(key: string): void
  onShownElsewhere(listener: (key: string) => void): void
}

const tag = 'parley-done'

/** Notifications of the browser or Electron. */
export const browserNotifications: SystemNotifications = {
  permission: () => ('Notification' in window ? Notification.permission : 'unavailable'),
  requestPermission: async () =>
    'Notification' in window ? Notification.requestPermission() : 'unavailable',
  show({ title, body, onClick }) {
    const notification = new Notification(title, { body, tag })
    notification.addEventListener('click', () => {
      notification.close()
      onClick()
    })
    return () => notification.close()
  },
}

/** Surroundings of this window, in a browser or in Electron. The window that holds the lock shows notifications; the next one gets it afterwards. */
export function browserSurroundings(isElectron = !isInBrowser): WindowSurroundings {
  const channel = new BroadcastChannel('parley-shown')
  let isNotifier = false
  const { promise: forGood } = Promise.withResolvers<void>()
  void navigator.locks
    .request('parley-speaker', () => {
      isNotifier = true
      return forGood
    })
    // Without locks, every window shows them, but the same tag makes them replace each other.
    .catch(() => {
      isNotifier = true
    })
  return {
    isHidden: () => document.hidden,
    onVisibilityChanged: (listener) => document.addEventListener('visibilitychange', listener),
    onFocused: (listener) => window.addEventListener('focus', listener),
    bringToFront: () => {
      window.focus()
      // In Electron, that gives the page the focus of its window, which may be minimised or behind others.
      if (isElectron) window.open(location.href, frontTarget)
    },
    isNotifier: () => isNotifier,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
    announceShown: (key) => channel.postMessage(key),
    onShownElsewhere: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'string') listener(data)
      }),
  }
}
