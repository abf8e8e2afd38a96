import { z } from 'zod'

import { modelParams } from '../sessions/schema'
import { webAddress } from './api-address'
import { isModelRef, modelPreferenceLimits, remoteProviderKinds } from './models'

/** `provider/model` */
export const modelRef = z.string().max(512).refine(isModelRef, 'must be provider/model')

/** A provider without its key. */
export const providerFields = {
  id: z
    .string()
    .max(64)
    .regex(
      /^[a-z0-9][a-z0-9._-]*$/,
      'must have only lowercase letters, digits, dots, dashes and underscores',
    ),
  kind: z.enum(remoteProviderKinds),
  name: z.string().trim().min(1).max(100).exactOptional(),
  /** A web address, with or without its scheme. */
  baseUrl: z.stringFormat('url', (text) => webAddress(text) !== null).exactOptional(),
}

const dollarsPerMillion = z.number().min(0).max(modelPreferenceLimits.price)

/** A price that the user has set for a model, in US dollars per million tokens: the two that every server has. */
const ownPrice = z.object({ input: dollarsPerMillion, output: dollarsPerMillion })
export type OwnPrice = z.infer<typeof ownPrice>

/** The user's settings for a model. */
export const modelPreference = z.object({
  model: modelRef,
  /** Not offered where models are chosen. */
  isHidden: z.boolean(),
  /** Replaces its name; null means its provider's name. */
  label: z.string().max(modelPreferenceLimits.labelChars).nullable(),
  note: z.string().max(modelPreferenceLimits.noteChars).nullable(),
  /** For new chats and panes with it that have no other parameters. */
  params: modelParams,
  /** The price of its requests; absent means that of its provider or the price list. */
  price: ownPrice.exactOptional(),
})
export type ModelPreference = z.infer<typeof modelPreference>

/** A change to a `ModelPreference`. Absent fields stay; an empty text or null removes one. */
export const modelChange = modelPreference
  .extend({ price: ownPrice.nullable() })
  .exactPartial()
  .extend({ model: modelRef })
export type ModelChange = z.infer<typeof modelChange>
