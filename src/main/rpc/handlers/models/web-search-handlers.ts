import { failure } from '../../../../shared/failures/failure'
import type { Clock } from '../../../base/clock'
import type { SearchSetup } from '../../../model-setup/setups'
import type { SearchSettings } from '../../../settings/search-settings'
import type { RouteHandlers } from '../../router'

/** `search.*`: the provider that searches the web for models. */
export function webSearchHandlers(deps: {
  search: Pick<SearchSettings, 'get' | 'save' | 'setup'>
  clock: Clock
  /** Searches once. Resolves to the number of results. */
  tryOut: (setup: SearchSetup, signal: AbortSignal) => Promise<number>
}) {
  const { search, clock, tryOut } = deps
  return {
    'search.get': () => ({ search: search.get() }),
    'search.save': (change) => ({ search: search.save(change) }),
    'search.test': async (_input, { signal }) => {
      const setup = search.setup()
      if (setup === null) throw failure('INVALID_INPUT', 'search-none')
      const startedAt = clock.monotonic()
      const resultCount = await tryOut(setup, signal)
      return { resultCount, durationMs: Math.round(clock.monotonic() - startedAt) }
    },
  } satisfies Partial<RouteHandlers>
}
