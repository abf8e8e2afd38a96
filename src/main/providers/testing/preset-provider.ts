import { systemClock } from '../../base/clock'
import { plainDialect, type PrefillStyle } from '../openai-compatible/dialects'
import { createOpenAiCompatibleProvider } from '../openai-compatible/openai-compatible-provider'

/** The provider at this address. */
export function createAt(baseUrl: string, dialect = plainDialect, prefill: PrefillStyle | null = null) {
  return createOpenAiCompatibleProvider({
    id: 'fake',
    name: 'Fake',
    baseUrl,
    apiKey: 'k',
    clock: systemClock,
    dialect,
    prefill,
  })
}
