import { failure } from '../../../shared/failures/failure'
import type { Clock } from '../../base/clock'
import type { Provider } from '../provider'
import { demoModels } from './demo-script'
import { runDemo } from './run-demo'

/** The id of the built-in provider, which no other may use. */
export const demoProviderId = 'demo'

/** Scripted answers without a network, for trying Parley out offline. Each answer says that it is scripted. */
export function createDemoProvider(clock: Clock): Provider {
  const name = 'Demo'
  return {
    id: demoProviderId,
    kind: 'demo',
    name,
    listModels: () =>
      Promise.resolve(
        demoModels.map((model) => ({
          id: `${demoProviderId}/${model.id}`,
          providerId: demoProviderId,
          providerName: name,
          name: model.name,
          isScripted: true,
          isLocal: true,
        })),
      ),
    async *run(request, context) {
      const model = demoModels.find(({ id }) => id === request.modelId)
      if (model === undefined) throw failure('NOT_FOUND', 'demo-model', { modelId: request.modelId })
      yield* runDemo(model, request, context, clock)
    },
  }
}
