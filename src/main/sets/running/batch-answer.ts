import { batchPriceShare } from '../../../shared/sets/sets'
import type { CostOf } from '../../run-source/cost'
import { type AskedCell, askCell, type CellOptions, type CellOutcome, type PromptFiles } from './ask-cell'

/** Errors that say nothing about the prompt. The request was not processed. */
const passingCodes: ReadonlySet<string> = new Set([
  'PROVIDER_AUTH',
  'PROVIDER_RATE_LIMIT',
  'PROVIDER_OVERLOADED',
  'PROVIDER_UNREACHABLE',
])

/** The files of a request that has been answered are not needed again. */
const sentFiles: PromptFiles = { read: () => Promise.resolve(null), isHere: () => true }

/**
 * Reads an answer of a batch, which the source of `asked` plays, like one that has just arrived, at the price of batches.
 * How long it took is not known. Null if the request was not processed.
 */
export async function readBatchAnswer(
  { costOf, takesImages: _sent, ...asked }: AskedCell,
  options: Pick<CellOptions, 'signal' | 'clock' | 'maxChars'>,
): Promise<CellOutcome | null> {
  const outcome = await askCell(
    { ...asked, costOf: costOf && atBatchPrice(costOf) },
    { ...options, timeouts: { idleMs: 0, wallMs: 0 }, files: sentFiles, onRetry: () => {} },
  )
  if (outcome.kind === 'failed' && passingCodes.has(outcome.error.code)) return null
  const answer = { ...outcome.answer, ttftMs: null, durationMs: null }
  return outcome.kind === 'failed'
    ? { ...outcome, answer: { ...answer, error: outcome.answer.error } }
    : { ...outcome, answer }
}

function atBatchPrice(costOf: CostOf): CostOf {
  return async (usage, charges) => {
    const cost = await costOf(usage, charges)
    // A provider that reports a sum reports what it has charged.
    if (cost === null || charges?.reportedUsd !== undefined) return cost
    return { ...cost, usd: cost.usd * batchPriceShare }
  }
}
