/** What the user set. Written to `settings.json` in the data folder; keys of providers are never among it. */
export interface AppSettings {
  theme: 'light' | 'dark' | 'system'
  /** Stronger lines and colours than the theme has by itself; the system's own wish counts too. */
  highContrast: boolean
  textSize: 'small' | 'normal' | 'large' | 'largest'
  /** How much air there is between lines and rows. */
  density: 'comfortable' | 'compact'
  language: 'system' | 'en' | 'de'
  /** `provider/model` for new chats; null means the best that is there. */
  defaultModel: string | null
  /** `provider/model` of those that the picker shows first. */
  favouriteModels: string[]
  /** The models of the last comparison, offered for the next. */
  compareModels: string[]
  /** A model's answer to which nothing is added for so long is ended; 0 is never. An agent may be silent. */
  idleTimeoutSeconds: number
  /** A run is ended after so long whatever it does; 0, the default, is never. */
  wallTimeoutSeconds: number
  /** An answer that has so many characters (UTF-16 units), with reasoning and all that tools get and give, is ended. */
  maxAnswerChars: number
  /** Look for local model servers on their usual loopback ports. */
  discovery: boolean
  /** Let the model of a chat name it after its first answer. */
  nameChats: boolean
  /** Tell the system when a run ends that no window shows. */
  notifyWhenDone: boolean
  /** Stay in the tray when the last window is closed; on the web host it changes nothing. */
  keepRunning: boolean
  spellCheck: boolean
  /** Break long lines of code instead of scrolling them. */
  wrapCode: boolean
  /** Scroll the panes of a comparison together. */
  scrollPanesTogether: boolean
  sendWith: 'enter' | 'mod-enter'
}

/** What the two timeouts may be, up to a week. */
export const timeoutSecondsRange = { min: 0, max: 604_800 } as const

/** What `maxAnswerChars` may be: room for any answer of a model, and no more than a window and an import can take. */
export const answerCharsRange = { min: 100_000, max: 50_000_000 } as const

export const defaultSettings: AppSettings = {
  theme: 'system',
  highContrast: false,
  textSize: 'normal',
  density: 'comfortable',
  language: 'system',
  defaultModel: null,
  favouriteModels: [],
  compareModels: [],
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
}
