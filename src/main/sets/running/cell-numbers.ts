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
