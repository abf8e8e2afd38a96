import { remoteEndpoint, type RemoteEndpointOptions } from '../language-model/remote-endpoint'
import { runModel } from '../language-model/run-model'
import type { Provider } from '../provider'
import { gemini } from './google-adapter'
import { listModels } from './google-models'

/**
 * Google's Gemini models, through the Gemini API with a key.
 * If `baseUrl` is not a valid address, every request fails with INVALID_INPUT.
 */
export function createGoogleProvider(options: RemoteEndpointOptions): Provider {
  const { id, name } = options
  return {
    id,
    kind: 'google',
    name,
    listModels: async (signal) => listModels({ id, name }, remoteEndpoint(options), signal),
    run: (request, context) => runModel(gemini, remoteEndpoint(options), request, context),
  }
}
