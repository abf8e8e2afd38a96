import { z } from 'zod'

import {
  answerCharsRange,
  paneOrders,
  timeoutSecondsRange,
  toolCallSecondsRange,
  toolStepsRange,
} from '../../app/settings'
import { actionName, isBindable, maxBoundActions } from '../../app/shortcuts'
import { webAddress } from '../../models/api-address'
import { modelPreferenceLimits } from '../../models/models'
import { paneLimits } from '../../sessions/sessions'
import { maxLimitUsd } from '../../spending/spending'
import { fetchHostOf, maxFetchHosts } from '../../tools/search'
import { modelRef, params, toolNames } from './fields'

/** Fields of the routes of settings and providers, which files with settings share. */

/** Null means no limit. */
const limitUsd = z.number().min(0).max(maxLimitUsd).nullable().exactOptional()

/** Keys by action. Unknown actions are kept, because a newer Parley may have them. */
const boundShortcuts = z
  .record(z.string().regex(actionName), z.string())
  .refine((bound) => Object.entries(bound).every(([name, keys]) => isBindable(keys, name)))
  .refine((bound) => Object.keys(bound).length <= maxBoundActions)

/** Some of the settings. */
export const settingsPatch = z.object({
  theme: z.enum(['light', 'dark', 'system']).exactOptional(),
  highContrast: z.boolean().exactOptional(),
  textSize: z.enum(['small', 'normal', 'large', 'largest']).exactOptional(),
  density: z.enum(['comfortable', 'compact']).exactOptional(),
  language: z.enum(['system', 'en', 'de']).exactOptional(),
  defaultModel: modelRef.nullable().exactOptional(),
  favouriteModels: z.array(modelRef).max(500).exactOptional(),
  defaultTools: toolNames.exactOptional(),
  fetchHosts: z
    .array(z.string().refine((host) => fetchHostOf(host) === host))
    .max(maxFetchHosts)
    .exactOptional(),
  compareModels: z.array(modelRef).max(paneLimits.max).exactOptional(),
  idleTimeoutSeconds: z.number().int().min(0).max(timeoutSecondsRange.max).exactOptional(),
  wallTimeoutSeconds: z.number().int().min(0).max(timeoutSecondsRange.max).exactOptional(),
  maxAnswerChars: z.number().int().min(answerCharsRange.min).max(answerCharsRange.max).exactOptional(),
  toolSteps: z.number().int().min(toolStepsRange.min).max(toolStepsRange.max).exactOptional(),
  toolCallSeconds: z
    .number()
    .int()
    .min(toolCallSecondsRange.min)
    .max(toolCallSecondsRange.max)
    .exactOptional(),
  discovery: z.boolean().exactOptional(),
  nameChats: z.boolean().exactOptional(),
  notifyWhenDone: z.boolean().exactOptional(),
  keepRunning: z.boolean().exactOptional(),
  spellCheck: z.boolean().exactOptional(),
  wrapCode: z.boolean().exactOptional(),
  scrollPanesTogether: z.boolean().exactOptional(),
  compareBlind: z.boolean().exactOptional(),
  paneOrder: z.enum(paneOrders).exactOptional(),
  panesPerProvider: z.number().int().min(0).max(paneLimits.max).exactOptional(),
  sendWith: z.enum(['enter', 'mod-enter']).exactOptional(),
  shortcuts: boundShortcuts.exactOptional(),
  quickWindowKeys: z
    .string()
    .max(60)
    .refine((keys) => isBindable(keys))
    .exactOptional(),
  dayWarningUsd: limitUsd,
  dayLimitUsd: limitUsd,
  monthWarningUsd: limitUsd,
  monthLimitUsd: limitUsd,
})

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
