import { createStore } from 'zustand/vanilla'

import type { HealthProblem } from '../../../shared/app/health'
import type { Environment } from '../../browser/environment'

/** A shorter problem does not matter, such as a window that was briefly busy. */
const showAfterMs = 1_000

export interface HealthNoticeState {
  /** The problems to show, most severe first; empty when there are none or the user has hidden them. */
  problems: readonly HealthProblem[]
}

/** Most severe first: a broken part earlier in the list can also break the later ones. */
const severityOrder: readonly HealthProblem['part'][] = ['store', 'runs', 'app', 'disk', 'window']

/** Decides which of the reported problems are shown: those that last and that the user has not hidden. */
export class HealthNotice {
  readonly store = createStore<HealthNoticeState>(() => ({ problems: [] }))
  readonly #environment: Pick<Environment, 'after'>
  readonly #onRecovered: () => void
  #known = new Map<string, HealthProblem>()
  /** Problems that may not last: functions that stop waiting for that. */
  readonly #waiting = new Map<string, () => void>()
  readonly #hidden = new Set<string>()
  /** Window errors from before this page, which ended with the pages that had them. */
  #windowErrorsBefore: number | null = null

  /** `onRecovered` is called when a failed part works again. */
  constructor(environment: Pick<Environment, 'after'>, options: { onRecovered: () => void }) {
    this.#environment = environment
    this.#onRecovered = options.onRecovered
  }

  /** Applies main's current report. */
  receive(problems: readonly HealthProblem[]): void {
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

  /** Hides the problems until something else fails. */
  hide(): void {
    for (const problem of this.store.getState().problems) this.#hidden.add(keyOf(problem))
    this.#publish()
  }

  #withoutEarlierPages(problems: readonly HealthProblem[]): readonly HealthProblem[] {
    const inWindows = problems.find(isErrorInWindow)
    const count = inWindows === undefined ? 0 : inWindows.followedCount + 1
    // After a restart, main counts from zero.
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
      .toSorted((one, other) => severityOrder.indexOf(one.part) - severityOrder.indexOf(other.part))
    if (problems.length === 0 && this.store.getState().problems.length === 0) return
    this.store.setState({ problems })
  }
}

/** An uncaught error in a window, which a reload of that window fixes. */
export function isErrorInWindow({ part, kind }: HealthProblem): boolean {
  return part === 'window' && kind === 'uncaught'
}

function keyOf({ part, kind, error }: HealthProblem): string {
  return `${part} ${kind} ${error.code ?? ''}`
}
