import { passedAll } from '../../../shared/sets/checks'
import type { SetRunProgress } from '../../../shared/sets/sets'
import type { CellAnswer } from '../../store/sets/stored-answers'

/** The dimensions of a run. */
export interface RunShape {
  promptCount: number
  modelCount: number
  repeats: number
}

/** The place of a cell in its run. */
export interface CellPlace {
  prompt: number
  model: number
  repeat: number
}

/** Cells are numbered in the order in which they are asked: all prompts once, then all of them again. */
export function cellNumber(
  { promptCount, modelCount }: RunShape,
  { prompt, model, repeat }: CellPlace,
): number {
  return (repeat * promptCount + prompt) * modelCount + model
}

/** The place of a numbered cell. */
export function cellPlace({ promptCount, modelCount }: RunShape, cell: number): CellPlace {
  const row = Math.floor(cell / modelCount)
  return { model: cell % modelCount, prompt: row % promptCount, repeat: Math.floor(row / promptCount) }
}

/** The number of cells of the run. */
export function cellCount({ promptCount, modelCount, repeats }: RunShape): number {
  return promptCount * modelCount * repeats
}

/** Adds an answer to the progress of its run, and the result of its checks if they have run. */
export function countAnswer(progress: SetRunProgress, answer: CellAnswer): void {
  progress.done += 1
  if (answer.error !== null) progress.failed += 1
  else if (answer.costUsd === null && answer.course?.isEarlier !== true) progress.unpriced += 1
  countChecks(progress, answer)
}

/** Adds the result of the checks of an answer that has been counted. */
export function countChecks(
  progress: SetRunProgress,
  { checks, error }: Pick<CellAnswer, 'checks' | 'error'>,
): void {
  const hasPassed = passedAll(checks)
  if (hasPassed === null) return
  progress.judged += 1
  if (error === null && hasPassed) progress.passed += 1
}

/** Adds a request without an answer whose cost is unknown. `expectedUsd` is null if no price is known. */
export function countLost(progress: SetRunProgress, expectedUsd: number | null): void {
  if (expectedUsd !== null) progress.lostUsd = (progress.lostUsd ?? 0) + expectedUsd
  else if (progress.lostRequests === 0) progress.lostUsd = null
  progress.lostRequests += 1
}

/** Cells by prompt, then by model, in their order. */
export function cellsByPlace<Cell extends { cell: number }>(
  cells: readonly Cell[],
  shape: RunShape,
): Cell[][][] {
  const grid: Cell[][][] = Array.from({ length: shape.promptCount }, () =>
    Array.from({ length: shape.modelCount }, () => []),
  )
  for (const cell of cells) {
    const { prompt, model } = cellPlace(shape, cell.cell)
    grid[prompt]?.[model]?.push(cell)
  }
  return grid
}
