import type { SpendingLimits } from '../spending/spending'

/** The user's settings, stored as `settings.json` in the data folder. Provider keys are stored elsewhere. */
export interface AppSettings extends SpendingLimits {
  theme: 'light' | 'dark' | 'system'
  /** Stronger lines and colours than the theme's default; the system's preference counts too. */
  highContrast: boolean
  textSize: 'small' | 'normal' | 'large' | 'largest'
  /** Spacing of lines and rows. */
  density: 'comfortable' | 'compact'
  language: 'system' | 'en' | 'de'
  /** `provider/model` for new chats; null means the best one available. */
  defaultModel: string | null
  /** `provider/model` of the models that the picker lists first. */
  favouriteModels: string[]
  /** Names of the tools that models may use in new chats and panes; see `ToolChoice`. */
  defaultTools: string[]
  /** Private hosts, with or without a port, that models may fetch pages from. */
  fetchHosts: string[]
  /** How many requests a model with tools gets for one answer. */
  toolSteps: number
  /** Ends a call of a tool after this long, without the time in which it waits for the user. Servers have their own limit. */
  toolCallSeconds: number
  /** The models of the last comparison, preselected for the next one. */
  compareModels: string[]
  /** New comparisons are blind. */
  compareBlind: boolean
  /** Which panes are answered at the same time: all, all but local models, or one after another. */
  paneOrder: PaneOrder
  /** How many panes ask the same provider at the same time; 0 means any number. */
  panesPerProvider: number
  /** Ends a model's answer after this long without output; 0 means never. Agents may be silent. */
  idleTimeoutSeconds: number
  /** Ends any run after this long; 0, the default, means never. */
  wallTimeoutSeconds: number
  /** Ends an answer at this many UTF-16 code units, including reasoning and tool inputs and outputs. */
  maxAnswerChars: number
  /** Look for local model servers on their usual loopback ports. */
  discovery: boolean
  /** Let the model of a chat name it after its first answer. */
  nameChats: boolean
  /** Show a system notification when a run ends that no window shows. */
  notifyWhenDone: boolean
  /** Stay in the tray when the last window closes; no effect on the web host. */
  keepRunning: boolean
  spellCheck: boolean
  /** Break long lines of code instead of scrolling them. */
  wrapCode: boolean
  /** Scroll the panes of a comparison together. */
  scrollPanesTogether: boolean
  sendWith: 'enter' | 'mod-enter'
  /** The keys that the user chose, by action, as in `isBindable`; empty for none. Others have their defaults. */
  shortcuts: Readonly<Record<string, string>>
  /** The keys that open the quick window from every program; empty for none. No effect on the web host. */
  quickWindowKeys: string
}

/** When the panes of a comparison ask their models: at once, local ones one after another, or all one after another. */
export const paneOrders = ['together', 'local-in-turn', 'in-turn'] as const
export type PaneOrder = (typeof paneOrders)[number]

/** The allowed range of both timeouts, up to a week. */
export const timeoutSecondsRange = { min: 0, max: 604_800 } as const

/** The allowed range of requests per answer with tools: fewer would not finish anything. */
export const toolStepsRange = { min: 2, max: 200 } as const
/** The allowed range of the time for one call. */
export const toolCallSecondsRange = { min: 10, max: 3_600 } as const

/** The allowed range of `maxAnswerChars`: enough for any model, and no more than a window and an import can handle. */
export const answerCharsRange = { min: 100_000, max: 50_000_000 } as const

/** The settings of a user who has changed none. */
export const defaultSettings: AppSettings = {
  theme: 'system',
  highContrast: false,
  textSize: 'normal',
  density: 'comfortable',
  language: 'system',
  defaultModel: null,
  favouriteModels: [],
  defaultTools: [],
  fetchHosts: [],
  toolSteps: 25,
  toolCallSeconds: 120,
  compareModels: [],
  compareBlind: false,
  paneOrder: 'together',
  panesPerProvider: 0,
  idleTimeoutSeconds: 900,
  wallTimeoutSeconds: 0,
  maxAnswerChars: 8_000_000,
  discovery: true,
  nameChats: true,
  notifyWhenDone: true,
  keepRunning: false,
  spellCheck: true,
  wrapCode: false,
  scrollPanesTogether: true,
  sendWith: 'enter',
  shortcuts: {},
  quickWindowKeys: '',
  dayWarningUsd: null,
  dayLimitUsd: null,
  monthWarningUsd: null,
  monthLimitUsd: null,
}
