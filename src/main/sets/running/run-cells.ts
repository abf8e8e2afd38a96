import type { StoredRun } from '../../store/sets/set-run-store'
import type { RunPrompt } from '../../store/sets/stored-answers'
import { type AgentCell, isAgent } from '../agents/cell-agents'
import { cellCount, cellPlace, type RunShape } from './cell-numbers'

/** The cells of a run by their number: what is asked in each of them, and of which model. */
export class RunCells {
  readonly #run: StoredRun
  readonly #shape: RunShape
  readonly #promptAt: (index: number) => RunPrompt | undefined

  constructor(run: StoredRun, promptAt: (index: number) => RunPrompt | undefined) {
    this.#run = run
    this.#shape = { promptCount: run.promptCount, modelCount: run.models.length, repeats: run.repeats }
    this.#promptAt = promptAt
  }

  /** In the order in which they are asked. */
  numbers(): number[] {
    return Array.from({ length: cellCount(this.#shape) }, (_, cell) => cell)
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
