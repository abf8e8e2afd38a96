import { failure, toErrorData } from '../../../shared/failures/failure'
import { isModelRef, type ModelInfo, type ModelProblem } from '../../../shared/models/models'
import type { Clock } from '../../base/clock'
import type { Provider } from '../provider'

/** The models of several providers, and the providers that could not be listed. */
export interface ModelListing {
  models: ModelInfo[]
  problems: ModelProblem[]
}

/** How long one provider may take for its whole list. */
const providerTimeoutMs = 6_000

/**
 * The models of one provider.
 * @throws ParleyError PROVIDER_UNREACHABLE when the list takes too long, or any error of the provider
 */
export async function fetchModels(
  provider: Provider,
  clock: Clock,
  signal: AbortSignal,
): Promise<ModelInfo[]> {
  signal.throwIfAborted()
  const asking = new AbortController()
  const stop = () => asking.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const cancelTimer = clock.after(providerTimeoutMs, () => {
    const data = { providerName: provider.name, timeoutMs: providerTimeoutMs }
    asking.abort(failure('PROVIDER_UNREACHABLE', 'no-models', data))
  })
  try {
    // Leaves out models whose id cannot be part of a model reference.
    return (await provider.listModels(asking.signal)).filter(({ id }) => isModelRef(id))
  } finally {
    cancelTimer()
    signal.removeEventListener('abort', stop)
  }
}

/** The models of all providers in order, requested in parallel: one that hangs does not delay the others. */
export async function fetchAllModels(
  providers: readonly Provider[],
  clock: Clock,
  signal: AbortSignal,
): Promise<ModelListing> {
  const outcomes = await Promise.all(
    providers.map(async (provider): Promise<ModelListing> => {
      try {
        return { models: await fetchModels(provider, clock, signal), problems: [] }
      } catch (error) {
        const problem = { providerId: provider.id, providerName: provider.name, error: toErrorData(error) }
        return { models: [], problems: [problem] }
      }
    }),
  )
  return mergeListings(outcomes)
}

/** Joins several listings in order. */
export function mergeListings(listings: readonly ModelListing[]): ModelListing {
  return {
    models: listings.flatMap((listing) => listing.models),
    problems: listings.flatMap((listing) => listing.problems),
  }
}
