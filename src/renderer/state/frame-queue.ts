/** Collects what must be shown and shows all of it in one frame, each task at most once. */
export class FrameQueue {
  readonly #nextFrame: (callback: () => void) => void
  #tasks = new Set<() => void>()

  constructor(nextFrame: (callback: () => void) => void) {
    this.#nextFrame = nextFrame
  }

  add(task: () => void): void {
    if (this.#tasks.size === 0) this.#nextFrame(() => this.#run())
    this.#tasks.add(task)
  }

  #run(): void {
    const tasks = this.#tasks
    this.#tasks = new Set()
    for (const task of tasks) task()
  }
}
