import type { ModelInfo, ProviderKind } from '../../shared/models/models'
import type { BatchService } from '../run-source/batches'
import type { RunSource } from '../run-source/run-source'

/** A source of answers: an account, a server, or the built-in script. */
export interface Provider {
  readonly id: string
  readonly kind: ProviderKind
  readonly name: string
  /** @throws ParleyError PROVIDER_AUTH, PROVIDER_UNREACHABLE, PROVIDER_PROTOCOL, … */
  listModels(signal: AbortSignal): Promise<ModelInfo[]>
  readonly run: RunSource
  /**
   * True if this model continues an answer that is the last message of a request, according to its provider's
   * documentation. Absent: none does.
   */
  takesPrefill?(modelId: string): boolean
  /** Absent where batches are not known to be offered. */
  readonly batches?: BatchService
}
