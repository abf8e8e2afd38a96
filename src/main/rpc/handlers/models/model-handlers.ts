import { invariant } from '../../../../shared/invariant'
import { withPreference } from '../../../../shared/models/models'
import type { ModelFactsLookup } from '../../../providers/facts/model-facts'
import type { ProviderRegistry } from '../../../providers/registry/provider-registry'
import type { ModelPreferences } from '../../../settings/model-preferences'
import type { RouteHandlers } from '../../router'
import { failure } from '../../../../shared/failures/failure'
import type { Clock } from '../../../base/clock'
import type { SearchSetup } from '../../../model-setup/setups'
import type { SearchSettings } from '../../../settings/search-settings'

/** `models.*` */
export function modelHandlers(deps: {
  registry: ProviderRegistry
  modelFacts: ModelFactsLookup
  preferences: ModelPreferences
}) {
  const { registry, modelFacts, preferences } = deps
  return {
    'models.list': async ({ refresh }, { signal }) => {
      const listing = await registry.listModels(refresh ?? false, signal)
      const { models, factsDate } = await modelFacts.complete(listing.models)
      return {
        models: models.map((model) => withPreference(model, preferences.of(model.id))),
        problems: listing.problems,
        factsDate,
      }
    },
    'models.update': (change) => {
      const [preference] = preferences.update([change])
      invariant(preference !== undefined, 'a change has a result')
      return { preference }
    },
    'models.updateMany': ({ changes }) => ({ preferences: preferences.update(changes) }),
  } satisfies Partial<RouteHandlers>
}

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
