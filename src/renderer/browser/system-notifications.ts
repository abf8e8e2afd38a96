/** Whether the system may be told: `unavailable` where it cannot be, `default` while nobody was asked. */
export type NotificationLeave = 'granted' | 'denied' | 'default' | 'unavailable'

/** What the window needs of the system to tell something outside itself. */
export interface SystemNotifications {
  leave(): NotificationLeave
  /** Asks the user; answers with what they said. */
  ask(): Promise<NotificationLeave>
  /** Shows a note in the place of the one before; the returned function takes it away. */
  show(note: { title: string; body: string; onClick: () => void }): () => void
}

/** The screen that this window is on, and the other windows of the same app. */
export interface WindowSurroundings {
  /** Nothing of this window can be seen. */
  isHidden(): boolean
  onVisibilityChanged(listener: () => void): void
  bringToFront(): void
  /** Whether this window is the one that speaks for all. */
  isSpeaker(): boolean
  /** Tells the other windows that this one shows what has `key`. */
  sayShown(key: string): void
  onShownElsewhere(listener: (key: string) => void): void
}

const tag = 'parley-done'

/** The notifications of the browser, or of Electron. */
export const browserNotifications: SystemNotifications = {
  leave: () => ('Notification' in window ? Notification.permission : 'unavailable'),
  ask: async () => ('Notification' in window ? Notification.requestPermission() : 'unavailable'),
  show({ title, body, onClick }) {
    const notification = new Notification(title, { body, tag })
    notification.addEventListener('click', () => {
      notification.close()
      onClick()
    })
    return () => notification.close()
  },
}

/** The browser's own. The window that has the lock speaks for all; when it goes, the next one has it. */
export function browserSurroundings(): WindowSurroundings {
  const channel = new BroadcastChannel('parley-shown')
  let isSpeaker = false
  const { promise: forGood } = Promise.withResolvers<void>()
  void navigator.locks
    .request('parley-speaker', () => {
      isSpeaker = true
      return forGood
    })
    // Where there are no locks, every window speaks for itself: their notes have one tag and replace each other.
    .catch(() => {
      isSpeaker = true
    })
  return {
    isHidden: () => document.hidden,
    onVisibilityChanged: (listener) => document.addEventListener('visibilitychange', listener),
    bringToFront: () => window.focus(),
    isSpeaker: () => isSpeaker,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
    sayShown: (key) => channel.postMessage(key),
    onShownElsewhere: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'string') listener(data)
      }),
  }
}
