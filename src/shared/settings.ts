/** What the user set. Written to `settings.json` in the data folder; keys of providers are never among it. */
export interface AppSettings {
  theme: 'light' | 'dark' | 'system'
  /** `provider/model` for new chats; null means the best that is there. */
  defaultModel: string | null
  /** The models of the last comparison, offered for the next. */
  compareModels: string[]
  /** A run that receives nothing for so long is ended; 0 is never. */
  idleTimeoutSeconds: number
  /** A run is ended after so long whatever it does; 0 is never. */
  wallTimeoutSeconds: number
  /** Look for local model servers on their usual loopback ports. */
  discovery: boolean
  /** Let the model of a chat name it after its first answer. */
  nameChats: boolean
}

export const defaultSettings: AppSettings = {
  theme: 'system',
  defaultModel: null,
  compareModels: [],
  idleTimeoutSeconds: 900,
  wallTimeoutSeconds: 7_200,
  discovery: true,
  nameChats: true,
}
