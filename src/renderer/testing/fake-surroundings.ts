import type {
  NotificationAccess,
  SystemNotifications,
  WindowSurroundings,
} from '../browser/system-notifications'

/** System notifications as a list that the test reads and clicks. */
export class FakeNotifications implements SystemNotifications {
  current: NotificationAccess = 'granted'
  /** The user's answer to a permission request. */
  answer: NotificationAccess = 'granted'
  readonly shown: { title: string; body: string; onClick: () => void }[] = []
  takenAway = 0

  permission(): NotificationAccess {
    return this.current
  }

  async requestPermission(): Promise<NotificationAccess> {
    this.current = this.answer
    return this.answer
  }

  show(note: { title: string; body: string; onClick: () => void }): () => void {
    this.shown.push(note)
    return () => {
      this.takenAway += 1
    }
  }
}

/** One of several windows, visible or hidden as the test decides. `others` receive its announcements. */
export class FakeSurroundings implements WindowSurroundings {
  speaks = true
  others: readonly FakeSurroundings[] = []
  broughtToFront = 0
  #isHidden = false
  readonly #visibility = new Set<() => void>()
  readonly #focused = new Set<() => void>()
  readonly #shown = new Set<(key: string) => void>()

  isHidden(): boolean {
    return this.#isHidden
  }

  hide(isHidden: boolean): void {
    this.#isHidden = isHidden
    for (const listener of this.#visibility) listener()
  }

  onVisibilityChanged(listener: () => void): void {
    this.#visibility.add(listener)
  }

  onFocused(listener: () => void): void {
    this.#focused.add(listener)
  }

  /** The user turns to this window. */
  focus(): void {
    for (const listener of this.#focused) listener()
  }

  bringToFront(): void {
    this.broughtToFront += 1
  }

  isNotifier(): boolean {
    return this.speaks
  }

  announceShown(key: string): void {
    for (const other of this.others) for (const listener of other.#shown) listener(key)
  }

  onShownElsewhere(listener: (key: string) => void): void {
    this.#shown.add(listener)
  }
}
