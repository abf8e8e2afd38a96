import { z } from 'zod'

import { webAddress } from '../models/api-address'
import { type SearchInfo, searchProviderKinds } from '../tools/search'
import { route } from './definitions/define-route'

/** Routes of the provider that `web.search` uses. */
export const searchRoutes = {
  'search.get': route(() => z.object({})).returns<{ search: SearchInfo }>(),
  /**
   * Chooses how models search the web. `baseUrl` is the address of a SearXNG server. Without `apiKey`, the stored key is
   * kept unless requests now go elsewhere; an empty one removes it.
   * @throws INVALID_INPUT the address is missing or not a web address, the key cannot be sent; STORE_FULL
   */
  'search.save': route(() =>
    z.object({
      kind: z.enum(['own', ...searchProviderKinds]),
      baseUrl: z.stringFormat('url', (text) => webAddress(text) !== null).exactOptional(),
      apiKey: z.string().max(4096).exactOptional(),
    }),
  ).returns<{ search: SearchInfo }>(),
  /** Searches once with the saved provider. @throws INVALID_INPUT none is set up; PROVIDER_*, TIMEOUT */
  'search.test': route(() => z.object({})).returns<{ resultCount: number; durationMs: number }>(),
}
