import { z } from 'zod'

import { searchProviderKinds } from '../../shared/tools/search'
import type { SavedSearch } from '../model-setup/search-setup'

/** The choice until the user makes one. */
export const defaultSearch: SavedSearch = { kind: 'own', baseUrl: null }

/** How models search the web, in the settings file. */
export const searchEntry: z.ZodType<SavedSearch> = z.object({
  kind: z.enum(['own', ...searchProviderKinds]),
  baseUrl: z.url({ protocol: /^https?$/ }).nullable(),
})
