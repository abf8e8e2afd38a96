/** The name of an action, as the keys of `AppSettings.shortcuts` have it. */
export const actionName = /^[a-z][A-Za-z]{0,39}$/

/** More actions than Parley has, so that a file cannot grow without limit. */
export const maxBoundActions = 200

/** Keys without a character, by the browser's names, except for `Space`. */
export const namedKeys: readonly string[] = [
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'Backspace',
  'Delete',
  'End',
  'Enter',
  'Escape',
  'Home',
  'Insert',
  'PageDown',
  'PageUp',
  'Space',
  ...Array.from({ length: 24 }, (_, index) => `F${index + 1}`),
]

/** Commands of a focused message, chat or vote. Nothing is typed there, so a letter can run them. */
const commandsWithPlainKeys = [
  'messageNext',
  'messagePrevious',
  'messageCopy',
  'messageCopyPlain',
  'messageEdit',
  'messageRegenerate',
  'messageContinue',
  'messageFork',
  'messageAddToSet',
  'entryDelete',
  'voteTie',
  'voteAllBad',
] as const

/** Represents eight keys, one for each pane. */
export const paneDigits = '1…8'

/** These edit text, undo it or send a message, whatever has the focus. */
const keysOfText = new Set([
  'Mod+A',
  'Mod+C',
  'Mod+V',
  'Mod+X',
  'Mod+Y',
  'Mod+Z',
  'Mod+Shift+V',
  'Mod+Shift+Z',
  'Mod+Enter',
  'Mod+Insert',
  'Mod+Shift+Enter',
])

/** Systems use these for windows and menus. `Mod+Space` switches the input source of a Mac. */
const keysOfSystem = new Set([
  'Alt+Escape',
  'Alt+F4',
  'Alt+Shift+Escape',
  'Alt+Space',
  'Mod+Alt+Delete',
  'Mod+Escape',
  'Mod+Alt+Escape',
  'Mod+Shift+Escape',
  'Mod+Space',
  'Mod+Shift+Space',
])

/** Why keys cannot be bound to an action: `plain` ones would be typed. */
export type KeysRefusal = 'unknown' | 'plain' | 'text' | 'system'

/** These move through, open or close what has the focus. */
const keysOfElements = /^(?:Shift\+)?(?:Arrow.*|Enter|Escape|Home|End|PageUp|PageDown|Space)$/

/** Why these keys cannot be bound to `action`, or to one of the window; null if they can. */
export function refusalOfKeys(keys: string, action?: string): KeysRefusal | null {
  const parts = /^(Mod\+)?(Alt\+)?(Shift\+)?(.+)$/u.exec(keys)
  const key = parts?.[4] ?? ''
  // A letter is written in upper case, so that one key has one name.
  const isCharacter = /^[^a-z\p{C}\p{Z}+]$/u.test(key)
  if (!isCharacter && !namedKeys.includes(key) && key !== paneDigits) return 'unknown'
  const hasModifier = parts?.[1] !== undefined || parts?.[2] !== undefined
  if (!hasModifier && !/^F\d+$/.test(key)) return mayBePlain(keys, action) ? null : 'plain'
  if (keysOfText.has(keys)) return 'text'
  return keysOfSystem.has(keys) ? 'system' : null
}

function mayBePlain(keys: string, action: string | undefined): boolean {
  return commandsWithPlainKeys.some((name) => name === action) && !keysOfElements.test(keys)
}

/** True for keys that can be bound to `action`, or to one of the window, and for an empty text: no keys. */
export function isBindable(keys: string, action?: string): boolean {
  return keys === '' || refusalOfKeys(keys, action) === null
}

/** The entries of a value from a file that can be used. */
export function bindableShortcuts(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] =>
      actionName.test(entry[0]) && typeof entry[1] === 'string' && isBindable(entry[1], entry[0]),
  )
  return Object.fromEntries(entries.slice(0, maxBoundActions))
}
