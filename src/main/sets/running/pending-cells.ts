import { earlierModel } from '../../../shared/sets/sets'
import type { StoredRun } from '../../store/sets/set-run-store'
import type { RunPrompt } from '../../store/sets/stored-answers'
import { type AgentCell, isAgent } from '../agents/cell-agents'
import { cellCount, cellPlace, type RunShape } from './cell-numbers'

/** Properties of a cell that decide whether it may be asked. */
interface CellPlace {
  provider: string
  /** The place of its model in the line-up. */
  model: number
}

/** The cells that still need a request, by provider, so that a waiting provider does not delay the others. */
export class PendingCells {
  /** Each list is in descending order: the next cell is the last. */
  readonly #byProvider = new Map<string, number[]>()
  readonly #closed = new Set<string>()
  readonly #closedModels = new Set<number>()
  /** Cells of closed models. */
  #shutCount = 0
  readonly #placeOf: (cell: number) => CellPlace

  /** `cells` are in ascending order. */
  constructor(cells: Iterable<number>, placeOf: (cell: number) => CellPlace) {
    this.#placeOf = placeOf
    for (const cell of cells) this.#listOf(placeOf(cell).provider).push(cell)
    for (const list of this.#byProvider.values()) list.reverse()
  }

  /** The lowest cell of the providers for which `isReady`; null when there is none. */
  next(isReady: (provider: string) => boolean): { cell: number; provider: string } | null {
    let found: { cell: number; provider: string } | null = null
    for (const provider of this.openProviders()) {
      const cell = this.#byProvider.get(provider)?.at(-1)
      if (cell !== undefined && (found === null || cell < found.cell) && isReady(provider))
        found = { cell, provider }
    }
    return found
  }

  /** Removes the cell that `next` returned. */
  take(provider: string): void {
    this.#byProvider.get(provider)?.pop()
  }

  /** Puts a cell back, to be asked next. */
  putBack(provider: string, cell: number): void {
    if (this.#closedModels.has(this.#placeOf(cell).model)) this.#shutCount += 1
    else this.#listOf(provider).push(cell)
  }

  /** Sends nothing more to this provider. */
  close(provider: string): void {
    this.#closed.add(provider)
  }

  /** Sends nothing more to this model; the others of its provider are still asked. */
  closeModel(model: number): void {
    this.#closedModels.add(model)
    for (const [provider, cells] of this.#byProvider) {
      const open = cells.filter((cell) => this.#placeOf(cell).model !== model)
      this.#shutCount += cells.length - open.length
      this.#byProvider.set(provider, open)
    }
  }

  /** Providers that have cells left and are not closed. */
  openProviders(): string[] {
    return [...this.#byProvider]
      .filter(([provider, cells]) => cells.length > 0 && !this.#closed.has(provider))
      .map(([provider]) => provider)
  }

  get isEmpty(): boolean {
    return this.#shutCount === 0 && [...this.#byProvider.values()].every((cells) => cells.length === 0)
  }

  #listOf(provider: string): number[] {
    const known = this.#byProvider.get(provider)
    if (known !== undefined) return known
    const list: number[] = []
    this.#byProvider.set(provider, list)
    return list
  }
}

type CellsOfRun = Pick<StoredRun, 'id' | 'models' | 'promptCount' | 'repeats'>

/** The cells of a run by their number: what is asked in each of them, and of which model. */
export class RunCells {
  readonly #run: CellsOfRun
  readonly #shape: RunShape
  readonly #promptAt: (index: number) => RunPrompt | undefined

  constructor(run: CellsOfRun, promptAt: (index: number) => RunPrompt | undefined) {
    this.#run = run
    this.#shape = { promptCount: run.promptCount, modelCount: run.models.length, repeats: run.repeats }
    this.#promptAt = promptAt
  }

  /** In the order in which they are asked. An answer of a chat is there once, or not at all. */
  numbers(): number[] {
    const all = Array.from({ length: cellCount(this.#shape) }, (_, cell) => cell)
    if (!this.#run.models.some(({ model }) => model === earlierModel)) return all
    return all.filter((cell) => {
      const { prompt, repeat } = cellPlace(this.#shape, cell)
      if (this.model(cell).model !== earlierModel) return true
      return repeat === 0 && this.#promptAt(prompt)?.answer !== undefined
    })
  }

  prompt(cell: number): RunPrompt {
    const { prompt: index } = cellPlace(this.#shape, cell)
    const prompt = this.#promptAt(index)
    if (prompt === undefined) throw new Error(`no prompt at ${index}`)
    return prompt
  }

  model(cell: number): StoredRun['models'][number] {
    const model = this.#run.models[this.modelIndex(cell)]
    if (model === undefined) throw new Error(`no model for cell ${cell}`)
    return model
  }

  modelIndex(cell: number): number {
    return cellPlace(this.#shape, cell).model
  }

  /** Null for a model that is no agent. */
  agentCell(cell: number): AgentCell | null {
    const model = this.model(cell)
    return isAgent(model) ? { runId: this.#run.id, cell, model } : null
  }
}
