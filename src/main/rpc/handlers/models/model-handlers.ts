import { invariant } from '../../../../shared/invariant'
import { withPreference } from '../../../../shared/models/models'
import type { ModelFactsLookup } from '../../../providers/facts/model-facts'
import type { ProviderRegistry } from '../../../providers/registry/provider-registry'
import type { ModelPreferences } from '../../../settings/model-preferences'
import type { RouteHandlers } from '../../router'

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
