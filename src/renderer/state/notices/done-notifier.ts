import { createStore } from 'zustand/vanilla'

import type { ComparisonSummary, SessionSummary } from '../../../shared/sessions/sessions'
import { t } from '../../language/t'
import type { EndedAnswer } from './ended-answer'
import type { Environment } from '../../browser/environment'
import { placeOfView, type View } from '../navigation/navigation'

/** A delay in which windows can announce that they show the answer, and other answers can be combined with it. */
const gatherMs = 400
/** The number of answers that are remembered, so that none is announced twice. */
const rememberedAnswers = 500

export interface DoneNotifierState {
  /** An answer ended unseen, and the user has not been asked for permission yet. */
  isOffered: boolean
}

interface DoneNotifierDeps {
  environment: Environment
  isOn: () => boolean
  currentView: () => View
  /** The `id` of the `EndedAnswer` of a view, as this window shows it; null if it is not known here. */
  endShownIn: (view: View) => string | null
  /** Calls the listener whenever the window shows another view. */
  onViewChanged: (listener: () => void) => void
  go: (view: View) => void
}

/** An answer that was or will be announced and that has not been seen since. */
interface Unseen extends EndedAnswer {
  key: string
  view: View
}

/** Shows a system notification when an answer ends that no window shows. Only one of several windows does. */
export class DoneNotifier {
  readonly store = createStore<DoneNotifierState>(() => ({ isOffered: false }))
  readonly #deps: DoneNotifierDeps
  /** Answers in progress, by the view that shows them. */
  readonly #running = new Set<string>()
  /** Answers that have ended; a window may still announce that it shows them. */
  readonly #ended = new Map<string, View>()
  /** Views that showed the end of their answer; a run that begins in one of them has an end of its own. */
  readonly #endedShown = new Set<string>()
  /** Ids of answers that were shown or announced. */
  readonly #known = new Set<string>()
  #unseen: readonly Unseen[] = []
  #takeAway: (() => void) | null = null
  #isGathering = false

  constructor(deps: DoneNotifierDeps) {
    this.#deps = deps
    const lookAgain = () => this.#forgetShown()
    deps.onViewChanged(lookAgain)
    deps.environment.surroundings.onVisibilityChanged(lookAgain)
    deps.environment.surroundings.onShownElsewhere((key) => {
      this.#ended.delete(key)
      this.#forget(key)
    })
  }

  sessionChanged({ id, running }: SessionSummary): void {
    this.#take({ kind: 'chat', sessionId: id }, running)
  }

  comparisonChanged({ id, running }: ComparisonSummary): void {
    this.#take({ kind: 'compare', comparisonId: id }, running)
  }

  /** Runs already in progress when the window opens cause no change event. */
  async attached(): Promise<void> {
    try {
      const { runs } = await this.#deps.environment.api.invoke('runs.list', {})
      for (const { kind, sessionId } of runs) {
        if (kind === 'detached') this.#running.add(placeOfView({ kind: 'chat', sessionId }))
      }
    } catch {
      // Without main nothing runs; it is asked again when it is back.
    }
  }

  /** Asks the user for permission to notify. */
  async ask(): Promise<void> {
    this.store.setState({ isOffered: false })
    await this.#deps.environment.notifications.requestPermission()
  }

  dismissOffer(): void {
    this.store.setState({ isOffered: false })
  }

  #take(view: View, isRunning: boolean): void {
    const key = placeOfView(view)
    if (isRunning) {
      this.#running.add(key)
      // The next end is announced instead: a pane may end before the next one has begun.
      this.#ended.delete(key)
      this.#endedShown.delete(key)
      return
    }
    if (!this.#running.delete(key)) return
    if (this.#isShown(key)) {
      this.#deps.environment.surroundings.announceShown(key)
      this.#endedShown.add(key)
      // By then, all of the end has arrived.
      this.#deps.environment.after(gatherMs, () => {
        if (this.#endedShown.delete(key)) void this.#noteShown(view)
      })
      return
    }
    this.#ended.set(key, view)
    if (this.#isGathering) return
    this.#isGathering = true
    this.#deps.environment.after(gatherMs, () => {
      this.#isGathering = false
      void this.#tell()
    })
  }

  /** Asks main only for what this window does not know: the answer would be sent once more. */
  async #noteShown(view: View): Promise<void> {
    this.#note(this.#deps.endShownIn(view) ?? (await this.#lookUp(view))?.id)
  }

  async #tell(): Promise<void> {
    const { isOn } = this.#deps
    const { notifications, surroundings } = this.#deps.environment
    const ended = [...this.#ended]
    this.#ended.clear()
    const answers = await Promise.all(
      ended.map(async ([key, view]) => {
        const answer = await this.#lookUp(view)
        return answer === null ? [] : [{ ...answer, key, view }]
      }),
    )
    const fresh = answers.flat().filter((answer) => !answer.wasStoppedByUser && !this.#known.has(answer.id))
    for (const [answer] of answers) this.#note(answer?.id)
    const unseen = fresh.filter(({ key }) => !this.#isShown(key))
    if (unseen.length === 0 || !isOn() || !surroundings.isNotifier()) return
    switch (notifications.permission()) {
      case 'granted': {
        const keys = new Set(unseen.map(({ key }) => key))
        this.#unseen = [...this.#unseen.filter(({ key }) => !keys.has(key)), ...unseen]
        this.#show()
        return
      }
      case 'default':
        this.store.setState({ isOffered: true })
        return
      case 'denied':
      case 'unavailable':
    }
  }

  /** Null when the chat or main is gone, so there is nothing to announce. */
  async #lookUp(view: View): Promise<EndedAnswer | null> {
    const { api } = this.#deps.environment
    try {
      // Not needed before an answer has ended.
      const { endedChat, endedComparison } = await import('./ended-answer')
      if (view.kind === 'compare') {
        return view.comparisonId === null ? null : await endedComparison(api, view.comparisonId)
      }
      if (view.kind !== 'chat' || view.sessionId === null) return null
      return await endedChat(api, view.sessionId)
    } catch {
      return null
    }
  }

  #note(id: string | undefined): void {
    if (id === undefined) return
    this.#known.add(id)
    const [oldest] = this.#known
    if (this.#known.size > rememberedAnswers && oldest !== undefined) this.#known.delete(oldest)
  }

  #show(): void {
    this.#takeAway?.()
    this.#takeAway = null
    const newest = this.#unseen.at(-1)
    if (newest === undefined) return
    const count = this.#unseen.length
    this.#takeAway = this.#deps.environment.notifications.show({
      title: count === 1 ? newest.title : t('notices.done.answersReady', { count }),
      body: count === 1 ? newest.summary : this.#unseen.map(({ title }) => title).join(', '),
      onClick: () => {
        this.#unseen = []
        this.#takeAway = null
        this.#deps.environment.surroundings.bringToFront()
        this.#deps.go(newest.view)
      },
    })
  }

  #isShown(key: string): boolean {
    return !this.#deps.environment.surroundings.isHidden() && placeOfView(this.#deps.currentView()) === key
  }

  /** Withdraws announcements of answers that this window shows, here and elsewhere. */
  #forgetShown(): void {
    if (this.#deps.environment.surroundings.isHidden()) return
    const key = placeOfView(this.#deps.currentView())
    this.#deps.environment.surroundings.announceShown(key)
    this.#ended.delete(key)
    this.#forget(key)
  }

  #forget(key: string): void {
    const unseen = this.#unseen.filter((answer) => answer.key !== key)
    if (unseen.length === this.#unseen.length) return
    this.#unseen = unseen
    // Showing the notification again with one answer less would alert for nothing new.
    if (unseen.length > 0) return
    this.#takeAway?.()
    this.#takeAway = null
  }
}
