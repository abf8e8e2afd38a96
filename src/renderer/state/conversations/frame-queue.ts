import type { Environment } from '../../browser/environment'

/** Tasks per frame: layout and paint of eight panes alone would miss a frame. */
const tasksPerFrame = 2
/** New characters per frame, which have to be parsed and laid out. A task with more has a frame of its own. */
const charsPerFrame = 4_000

/** Runs tasks in frames, first in, first out, each at most once per frame. */
export class FrameQueue {
  readonly #nextFrame: Environment['nextFrame']
  /** The number of new characters that each would show now. */
  readonly #tasks = new Map<() => void, () => number>()

  constructor(nextFrame: Environment['nextFrame']) {
    this.#nextFrame = nextFrame
  }

  add(task: () => void, newChars: () => number): void {
    if (this.#tasks.size === 0) this.#nextFrame(() => this.#run())
    this.#tasks.set(task, newChars)
  }

  #run(): void {
    const due = this.#due()
    for (const task of due) this.#tasks.delete(task)
    // Tasks that a task adds while it runs, including itself, go to the end of the queue.
    if (this.#tasks.size > 0) this.#nextFrame(() => this.#run(), { isNext: true })
    for (const task of due) task()
  }

  #due(): readonly (() => void)[] {
    const due: (() => void)[] = []
    let chars = 0
    for (const [task, newChars] of this.#tasks) {
      chars += newChars()
      if (due.length === tasksPerFrame || (due.length > 0 && chars > charsPerFrame)) break
      due.push(task)
    }
    return due
  }
}
