/** How many tasks one frame takes: with eight panes in one, its layout and paint alone would be late. */
const tasksPerFrame = 4

/** Collects what must be shown and shows it in frames, in the order of coming, each task at most once in a frame. */
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
    // What a task adds while it runs, itself too, comes behind those that wait.
    if (this.#tasks.size > 0) this.#nextFrame(() => this.#run())
    for (const task of due) task()
  }
}
