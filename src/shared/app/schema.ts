import { z } from 'zod'

import { modelRef } from '../models/schema'
import { paneLimits } from '../sessions/sessions'
import { maxLimitUsd } from '../spending/spending'
import { toolNames } from '../tools/schema'
import { fetchHostOf, maxFetchHosts } from '../tools/search'
import {
  answerCharsRange,
  instructionsMaxChars,
  paneOrders,
  timeoutSecondsRange,
  toolCallSecondsRange,
  toolStepsRange,
} from './settings'
import { actionName, isBindable, maxBoundActions } from './shortcuts'

const flag = z.boolean()
const timeoutSeconds = z.number().int().min(timeoutSecondsRange.min).max(timeoutSecondsRange.max)
/** Null means no limit. */
const limitUsd = z.number().min(0).max(maxLimitUsd).nullable()

/** Keys by action. Unknown actions are kept, because a newer Parley may have them. */
const boundShortcuts = z
  .record(z.string().regex(actionName), z.string())
  .refine((bound) => Object.entries(bound).every(([name, keys]) => isBindable(keys, name)))
  .refine((bound) => Object.keys(bound).length <= maxBoundActions)

/** The user's settings, stored as `settings.json` in the data folder. Provider keys are stored elsewhere. */
export const appSettings = z.object({
  theme: z.enum(['light', 'dark', 'system']),
  /** Stronger lines and colours than the theme's default; the system's preference counts too. */
  highContrast: flag,
  textSize: z.enum(['small', 'normal', 'large', 'largest']),
  /** Spacing of lines and rows. */
  density: z.enum(['comfortable', 'compact']),
  language: z.enum(['system', 'en', 'de']),
  /** `provider/model` for new chats; null means the best one available. */
  defaultModel: modelRef.nullable(),
  /** `provider/model` of the models that the picker lists first. */
  favouriteModels: z.array(modelRef).max(500),
  /** Sent to models before the instructions of a project and the system prompt of a chat or pane. */
  instructions: z.string().max(instructionsMaxChars),
  /** Names of the tools that models may use in new chats and panes; see `ToolChoice`. */
  defaultTools: toolNames,
  /** Private hosts, with or without a port, that models may fetch pages from. */
  fetchHosts: z.array(z.string().refine((host) => fetchHostOf(host) === host)).max(maxFetchHosts),
  /** The number of requests that a model with tools gets for one answer. */
  toolSteps: z.number().int().min(toolStepsRange.min).max(toolStepsRange.max),
  /** Ends a call of a tool after this long, without the time in which it waits for the user. Servers have their own limit. */
  toolCallSeconds: z.number().int().min(toolCallSecondsRange.min).max(toolCallSecondsRange.max),
  /** The models of the last comparison, preselected for the next one. */
  compareModels: z.array(modelRef).max(paneLimits.max),
  /** New comparisons are blind. */
  compareBlind: flag,
  /** The panes that are answered at the same time: all, all but local models, or one after another. */
  paneOrder: z.enum(paneOrders),
  /** The number of panes that ask the same provider at the same time; 0 means any number. */
  panesPerProvider: z.number().int().min(0).max(paneLimits.max),
  /** Ends a model's answer after this long without output; 0 means never. Agents may be silent. */
  idleTimeoutSeconds: timeoutSeconds,
  /** Ends any run after this long; 0, the default, means never. */
  wallTimeoutSeconds: timeoutSeconds,
  /** Ends an answer at this many UTF-16 code units, including reasoning and tool inputs and outputs. */
  maxAnswerChars: z.number().int().min(answerCharsRange.min).max(answerCharsRange.max),
  /** Look for local model servers on their usual loopback ports. */
  discovery: flag,
  /** Let models name chats and comparisons after their first answer. */
  nameChats: flag,
  /** Show a system notification when a run ends that no window shows. */
  notifyWhenDone: flag,
  /** Stay in the tray when the last window closes; no effect on the web host. */
  keepRunning: flag,
  spellCheck: flag,
  /** Break long lines of code instead of scrolling them. */
  wrapCode: flag,
  /** Show the reasoning of models open instead of folded. */
  keepReasoningOpen: flag,
  /** Scroll the panes of a comparison together. */
  scrollPanesTogether: flag,
  sendWith: z.enum(['enter', 'mod-enter']),
  /** The keys that the user chose, by action, as in `isBindable`; empty for none. Others have their defaults. */
  shortcuts: boundShortcuts,
  /** The keys that open the quick window from every program; empty for none. No effect on the web host. */
  quickWindowKeys: z
    .string()
    .max(60)
    .refine((keys) => isBindable(keys)),
  /** If more than this is spent in a day or month, Parley shows a warning. */
  dayWarningUsd: limitUsd,
  monthWarningUsd: limitUsd,
  /** Once this is spent, new requests are refused until the next day or month. */
  dayLimitUsd: limitUsd,
  monthLimitUsd: limitUsd,
})
export type AppSettings = z.infer<typeof appSettings>

/** Some of the settings. */
export const settingsPatch = appSettings.exactPartial()
