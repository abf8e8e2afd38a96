/** Tasks per frame: layout and paint of eight panes alone would miss a frame. */
const tasksPerFrame = 4

/** Runs tasks in frames, first in, first out, each at most once per frame. */
export class FrameQueue {
  readonly #nextFrame: (callback: () => void) => void
  readonly #tasks = new Set<() => void>()

  constructor(nextFrame: (callback: () => void) => void) {
    this.#nextFrame = nextFrame
  }

  add(task: () => void): void {
    if (this.#tasks.size === 0) this.#nextFrame(() => this.#run())
    this.#tasks.add(task)
  }

  #run(): void {
    const due = [...this.#tasks].slice(0, tasksPerFrame)
    for (const task of due) this.#tasks.delete(task)
    // Tasks that a task adds while it runs, including itself, go to the end of the queue.
    if (this.#tasks.size > 0) this.#nextFrame(() => this.#run())
    for (const task of due) task()
  }
}
