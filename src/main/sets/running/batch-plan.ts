import { filesOf } from '../../../shared/sets/past'
import { batchPriceShare, type LineUpModel, type SetRunState } from '../../../shared/sets/sets'
import type { PlannedBatch } from '../../store/sets/set-batches'
import type { RunPrompt } from '../../store/sets/stored-answers'
import { isAgent } from '../agents/cell-agents'
import { type CellSource, type PromptFiles, refusalOf } from './ask-cell'
import type { CostGuard } from './cost-guard'
import type { RunCells } from './pending-cells'

/** Why a run ended before all its cells were asked. */
export type EarlyEnd = Exclude<SetRunState, 'running' | 'done'>

/** What a run does besides waiting for the batches that it has. */
export interface RunScope {
  /** True for a cell that is asked directly. */
  asks: (cell: number) => boolean
  /** Cells that a batch leaves without an answer are asked directly, too. */
  asksLeft: boolean
  /** How the run ends if cells are left. */
  shortEnd: EarlyEnd
  /** The run has been stopped, and stays so while it collects what its batches still give. */
  isQuiet?: boolean
}

/** Asks everything directly. */
export const directScope: RunScope = { asks: () => true, asksLeft: true, shortEnd: 'provider-limit' }
/** Waits for batches, and asks nothing. */
export const collectingScope: RunScope = { asks: () => false, asksLeft: false, shortEnd: 'interrupted' }

/** The size of a batch, roughly as it is sent. Providers take more. */
const mostChars = 8_000_000

/** True if a batch can answer this: in one request, without running anything, and with all files. */
export function canBatch(
  model: LineUpModel,
  prompt: RunPrompt,
  { source, files }: { source: CellSource; files: PromptFiles | undefined },
): boolean {
  const { past } = prompt
  const { batches, takesImages } = source
  if (batches === undefined || isAgent(model)) return false
  if (past?.mode === 'conversation' || (past?.tools ?? []).length > 0) return false
  return refusalOf({ prompt, takesImages }, { files }) === null
}

/**
 * Batches for the cells of `asked` for which `can` holds, in their order, as far as the cost limit allows. `isCut`: it does
 * not allow all.
 */
export function planBatches(
  cells: RunCells,
  asked: readonly number[],
  deps: {
    can: (cell: number) => boolean
    mostItems: (model: number) => number
    cost: CostGuard
    newId: () => string
  },
): { batches: PlannedBatch[]; isCut: boolean } {
  const batches: (PlannedBatch & { cells: number[]; chars: number })[] = []
  const filling = new Map<number, (typeof batches)[number]>()
  for (const cell of asked) {
    if (!deps.can(cell)) continue
    const model = cells.modelIndex(cell)
    if (deps.cost.reserve(model, batchPriceShare) === null) return { batches, isCut: true }
    const chars = charsOf(cells.prompt(cell))
    let batch = filling.get(model)
    const isFull =
      batch === undefined || batch.cells.length >= deps.mostItems(model) || batch.chars + chars > mostChars
    if (batch === undefined || isFull) {
      batch = { id: deps.newId(), model, cells: [], chars: 0 }
      filling.set(model, batch)
      batches.push(batch)
    }
    batch.cells.push(cell)
    batch.chars += chars
  }
  return { batches, isCut: false }
}

/** Files are sent as base64. */
function charsOf({ text, systemPrompt, past }: RunPrompt): number {
  const turns = (past?.turns ?? []).reduce((sum, turn) => sum + turn.text.length, 0)
  const files = filesOf(past).reduce((sum, { sizeBytes }) => sum + sizeBytes * 1.4, 0)
  return text.length + (systemPrompt?.length ?? 0) + turns + files + 500
}
