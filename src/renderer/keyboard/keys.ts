import { english } from '../../shared/locales/en/index'
import { lookupTable } from '../../shared/lookup-table'
import { t } from '../language/t'

/** What of a key press tells which keys it was. */
export type KeyPress = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** What decides how keys are named and which of them a window gets. */
export interface KeyHost {
  isMac: boolean
  isInBrowser: boolean
}

/**
 * Keys are written `Mod+Shift+P`: any of Mod (Command on a Mac, Ctrl elsewhere), Alt and Shift, then a letter, a digit,
 * a sign, or the name that the browser has for the key.
 */
export interface Shortcut {
  keys: string
  /** In a browser, which keeps `keys` for itself; they work where it does not. */
  inBrowser?: string
  /** More keys that do the same, not shown. */
  also?: readonly string[]
  /** A field that has the keyboard, and a text in it, has its own use for these keys. */
  isLeftToText?: boolean
  /** It goes on while the keys are held down. */
  mayRepeat?: boolean
}

/** The keys that the window names for a shortcut. */
export function shownKeys({ keys, inBrowser }: Shortcut, { isInBrowser }: KeyHost): string {
  return isInBrowser ? (inBrowser ?? keys) : keys
}

/** Whether a press is that of a shortcut, by any of its keys. */
export function isShortcut(
  press: KeyPress,
  { keys, inBrowser, also = [] }: Shortcut,
  host: KeyHost,
): boolean {
  return [keys, ...(inBrowser === undefined ? [] : [inBrowser]), ...also].some((some) =>
    isPressed(press, some, host),
  )
}

/** Whether a press writes a sign in a field: plainly, or with Alt, as `@` and `[` are on some keyboards. */
export function writesSign({ ctrlKey, metaKey, key }: KeyPress): boolean {
  return !ctrlKey && !metaKey && isSign(key)
}

/** The keys as they are printed on them: `['Ctrl', 'Shift', 'P']`, in German `['Strg', …]`, on a Mac `['⇧', '⌘', 'P']`. */
export function keyCaps(keys: string, { isMac }: KeyHost): string[] {
  const { hasMod, hasAlt, hasShift, key } = parseKeys(keys)
  if (isMac) {
    return [
      ...(hasAlt ? ['⌥'] : []),
      ...(hasShift ? ['⇧'] : []),
      ...(hasMod ? ['⌘'] : []),
      macSigns.get(key) ?? capOf(key),
    ]
  }
  const modifiers = [...(hasMod ? ['Ctrl'] : []), ...(hasAlt ? ['Alt'] : []), ...(hasShift ? ['Shift'] : [])]
  return [...modifiers, key].map(capOf)
}

/** The keys in one text: `Ctrl+Shift+P`, on a Mac `⇧⌘P`. */
export function writtenKeys(keys: string, host: KeyHost): string {
  return keyCaps(keys, host).join(host.isMac ? '' : '+')
}

/** The keys as assistive technology is told them, in no language: `Control+Shift+P`, on a Mac `Meta+Shift+P`. */
export function ariaKeys(keys: string, { isMac }: KeyHost): string {
  return keys.replace(/^Mod(?=\+)/, isMac ? 'Meta' : 'Control')
}

const signs = lookupTable({
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
})

/** What stands on a key of the user's keyboard, as far as it is no Mac's. */
function capOf(key: string): string {
  return signs.get(key) ?? (isNamed(key) ? t(`actions.keys.${key}`) : key)
}

function isNamed(key: string): key is keyof typeof english.actions.keys {
  return Object.hasOwn(english.actions.keys, key)
}

const macSigns = lookupTable({
  Enter: '↩',
  PageUp: '⇞',
  PageDown: '⇟',
  Escape: '⎋',
  Delete: '⌦',
  Backspace: '⌫',
})

interface Keys {
  hasMod: boolean
  hasAlt: boolean
  hasShift: boolean
  key: string
}

function parseKeys(keys: string): Keys {
  const parts = keys.split('+')
  return {
    hasMod: parts.includes('Mod'),
    hasAlt: parts.includes('Alt'),
    hasShift: parts.includes('Shift'),
    key: parts.at(-1) ?? '',
  }
}

function isPressed(press: KeyPress, keys: string, { isMac }: KeyHost): boolean {
  const { hasMod, hasAlt, hasShift, key } = parseKeys(keys)
  const [mod, other] = isMac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  if (mod !== hasMod || other || press.altKey !== hasAlt) return false
  // Where a sign stands, and so whether it takes Shift, is a matter of the keyboard.
  if (!isSign(key) && press.shiftKey !== hasShift) return false
  return isKey(press, key)
}

function isKey({ key, code }: KeyPress, wanted: string): boolean {
  if (/^[0-9]$/.test(wanted)) return code === `Digit${wanted}` || code === `Numpad${wanted}`
  if (!/^[A-Z]$/.test(wanted)) return key === wanted
  // Alt, and a keyboard of other letters, change what a key writes; then its place tells which it is.
  const letter = /^[a-z]$/i.test(key) ? key.toUpperCase() : code.replace(/^Key/, '')
  return letter === wanted
}

function isSign(key: string): boolean {
  return /^[!-/:-@[-`{-~]$/.test(key)
}
