import { createStore } from 'zustand/vanilla'

import type { HealthProblem } from '../../../shared/app/health'
import type { Environment } from '../../browser/environment'

/** A problem that is over sooner is nobody's concern, such as a window that was busy for a moment. */
const showAfterMs = 1_000

export interface HealthNoticeState {
  /** What is to be shown, the gravest first; empty while all is well or the user has hidden it. */
  problems: readonly HealthProblem[]
}

/** Gravest first: what keeps the others from working too. */
const gravity: readonly HealthProblem['part'][] = ['store', 'runs', 'app', 'disk', 'window']

/** Decides which of the problems that main tells of are shown: those that last, and that the user has not hidden. */
export class HealthNotice {
  readonly store = createStore<HealthNoticeState>(() => ({ problems: [] }))
  readonly #environment: Pick<Environment, 'after'>
  readonly #onRecovered: () => void
  #known = new Map<string, HealthProblem>()
  /** Those that are not known to last yet: how to stop waiting for that. */
  readonly #waiting = new Map<string, () => void>()
  readonly #hidden = new Set<string>()
  /** Errors in windows before this page was there: they went with the page that had them. */
  #windowErrorsBefore: number | null = null

  /** `onRecovered` hears when something that failed works again. */
  constructor(environment: Pick<Environment, 'after'>, options: { onRecovered: () => void }) {
    this.#environment = environment
    this.#onRecovered = options.onRecovered
  }

  /** Takes over what main says now. */
  take(problems: readonly HealthProblem[]): void {
    const concerning = this.#withoutEarlierPages(problems)
    const before = this.#known
    this.#known = new Map(concerning.map((problem) => [keyOf(problem), problem]))
    const lasting = new Set(
      [...before].filter(([key]) => !this.#waiting.has(key)).map(([, { part }]) => part),
    )
    for (const key of before.keys()) if (!this.#known.has(key)) this.#forget(key)
    for (const [key, { part }] of this.#known) if (!before.has(key) && !lasting.has(part)) this.#await(key)
    this.#publish()
    const isRecovered = [...before.values()].some(
      (problem) => problem.kind === 'failing' && !concerning.some(({ part }) => part === problem.part),
    )
    if (isRecovered) this.#onRecovered()
  }

  /** Hides what is shown, until something else fails. */
  hide(): void {
    for (const problem of this.store.getState().problems) this.#hidden.add(keyOf(problem))
    this.#publish()
  }

  #withoutEarlierPages(problems: readonly HealthProblem[]): readonly HealthProblem[] {
    const inWindows = problems.find(isErrorInWindow)
    const count = inWindows === undefined ? 0 : inWindows.followedCount + 1
    // After a restart of main none is left of those that it had counted.
    this.#windowErrorsBefore = Math.min(this.#windowErrorsBefore ?? count, count)
    return count > this.#windowErrorsBefore
      ? problems
      : problems.filter((problem) => !isErrorInWindow(problem))
  }

  #await(key: string): void {
    const cancel = this.#environment.after(showAfterMs, () => {
      this.#waiting.delete(key)
      this.#hidden.clear()
      this.#publish()
    })
    this.#waiting.set(key, cancel)
  }

  #forget(key: string): void {
    this.#waiting.get(key)?.()
    this.#waiting.delete(key)
    this.#hidden.delete(key)
  }

  #publish(): void {
    const problems = [...this.#known]
      .filter(([key]) => !this.#waiting.has(key) && !this.#hidden.has(key))
      .map(([, problem]) => problem)
      .toSorted((one, other) => gravity.indexOf(one.part) - gravity.indexOf(other.part))
    if (problems.length === 0 && this.store.getState().problems.length === 0) return
    this.store.setState({ problems })
  }
}

/** An error that nothing caught in a window. The window that had it is mended by a reload. */
export function isErrorInWindow({ part, kind }: HealthProblem): boolean {
  return part === 'window' && kind === 'uncaught'
}

function keyOf({ part, kind, error }: HealthProblem): string {
  return `${part} ${kind} ${error.code ?? ''}`
}
