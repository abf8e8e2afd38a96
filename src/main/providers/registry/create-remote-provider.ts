import { assertNever } from '../../../shared/invariant'
import type { RemoteProviderKind } from '../../../shared/models/models'
import { createAnthropicProvider } from '../anthropic/anthropic-provider'
import { createGoogleProvider } from '../google/google-provider'
import type { RemoteEndpointOptions } from '../language-model/remote-endpoint'
import { createOpenAiProvider } from '../openai/openai-provider'
import { createOpenAiCompatibleProvider } from '../openai-compatible/openai-compatible-provider'
import type { Provider } from '../provider'
import { withRetries } from '../retry/with-retries'

/** Creates a provider of this kind, which repeats a request after a transient failure. */
export function createRemoteProvider(kind: RemoteProviderKind, options: RemoteEndpointOptions): Provider {
  return withRetries(create(kind, options), { clock: options.clock })
}

function create(kind: RemoteProviderKind, options: RemoteEndpointOptions): Provider {
  switch (kind) {
    case 'openai':
      return createOpenAiProvider(options)
    case 'anthropic':
      return createAnthropicProvider(options)
    case 'google':
      return createGoogleProvider(options)
    case 'openai-compatible':
      return createOpenAiCompatibleProvider(options)
    default:
      return assertNever(kind)
  }
}
