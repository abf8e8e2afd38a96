import { z } from 'zod'

import { webAddress } from '../../models/api-address'
import { modelPreferenceLimits } from '../../models/models'
import { modelRef } from '../../models/schema'
import { params } from './fields'

/** Fields of the routes of providers and models, which files with settings share. */

/** A provider without its key. */
export const providerFields = {
  id: z
    .string()
    .max(64)
    .regex(
      /^[a-z0-9][a-z0-9._-]*$/,
      'must have only lowercase letters, digits, dots, dashes and underscores',
    ),
  kind: z.enum(['openai', 'anthropic', 'google', 'openai-compatible']),
  name: z.string().trim().min(1).max(100).exactOptional(),
  /** A web address, with or without its scheme. */
  baseUrl: z.stringFormat('url', (text) => webAddress(text) !== null).exactOptional(),
}

const dollarsPerMillion = z.number().min(0).max(modelPreferenceLimits.price)

/** A price that the user has set for a model, in US dollars per million tokens. */
export const ownPrice = z.object({ input: dollarsPerMillion, output: dollarsPerMillion })

/** A change to what the user has set for a model. */
export const modelChange = z.object({
  model: modelRef,
  isHidden: z.boolean().exactOptional(),
  label: z.string().max(modelPreferenceLimits.labelChars).nullable().exactOptional(),
  note: z.string().max(modelPreferenceLimits.noteChars).nullable().exactOptional(),
  params: params.exactOptional(),
  price: ownPrice.nullable().exactOptional(),
})
