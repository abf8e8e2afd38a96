import { namedKeys } from '../../shared/app/shortcuts'
import { actions } from '../../shared/locales/en/actions'
import { lookupTable } from '../../shared/lookup-table'
import { t } from '../language/t'

/** The part of a key press that identifies its keys. */
export type KeyPress = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The platform, which decides how keys are named and which of them a window receives. */
export interface KeyHost {
  isMac: boolean
  isInBrowser: boolean
}

/**
 * Keys are written as `Mod+Shift+P`: any of Mod (Command on a Mac, Ctrl elsewhere), Alt and Shift, then a letter, digit,
 * punctuation mark, or the browser's name for the key.
 */
export interface Shortcut {
  keys: string
  /** An alternative for browsers, which reserve `keys`; `keys` work wherever they are not reserved. */
  inBrowser?: string
  /** Additional keys, not shown. */
  also?: readonly string[]
  /** A focused field that contains text handles these keys itself. */
  yieldsToTextFields?: boolean
  /** Repeats while the keys are held down. */
  mayRepeat?: boolean
}

/** The keys shown for a shortcut. */
export function shownKeys({ keys, inBrowser }: Shortcut, { isInBrowser }: KeyHost): string {
  return isInBrowser ? (inBrowser ?? keys) : keys
}

/** True if a key press matches any of a shortcut's keys. */
export function isShortcut(press: KeyPress, shortcut: Shortcut, host: KeyHost): boolean {
  return allKeys(shortcut).some((some) => isPressed(press, some, host))
}

/** All keys of a shortcut, shown or not. */
export function allKeys({ keys, inBrowser, also = [] }: Shortcut): string[] {
  return [keys, ...(inBrowser === undefined ? [] : [inBrowser]), ...also]
}

/** True if a key press types a character: alone, or with Alt, as `@` and `[` on some layouts. */
export function typesCharacter({ ctrlKey, metaKey, key }: KeyPress): boolean {
  return !ctrlKey && !metaKey && isSign(key)
}

/** The key caps: `['Ctrl', 'Shift', 'P']`, in German `['Strg', …]`, on a Mac `['⇧', '⌘', 'P']`. */
export function keyCaps(keys: string, { isMac }: KeyHost): string[] {
  if (keys === '') return []
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

/** The label of a modifier key. */
export function modifierName(modifier: 'Mod' | 'Alt', { isMac }: KeyHost): string {
  if (isMac) return modifier === 'Mod' ? '⌘' : '⌥'
  return capOf(modifier === 'Mod' ? 'Ctrl' : 'Alt')
}

/** The keys as one text: `Ctrl+Shift+P`, on a Mac `⇧⌘P`. */
export function writtenKeys(keys: string, host: KeyHost): string {
  return keyCaps(keys, host).join(host.isMac ? '' : '+')
}

/** The keys for `aria-keyshortcuts`, in every language: `Control+Shift+P`, on a Mac `Meta+Shift+P`. */
export function ariaKeys(keys: string, { isMac }: KeyHost): string | undefined {
  if (keys === '') return undefined
  return keys.replace(/^Mod(?=\+)/, isMac ? 'Meta' : 'Control')
}

const signs = lookupTable({
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
})

/** The label of a key, except on a Mac. */
function capOf(key: string): string {
  return signs.get(key) ?? (isNamed(key) ? t(`actions.keys.${key}`) : key)
}

function isNamed(key: string): key is keyof typeof actions.keys {
  return Object.hasOwn(actions.keys, key)
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
  // Whether punctuation needs Shift depends on the layout.
  if (!isSign(key) && press.shiftKey !== hasShift) return false
  return isKey(press, key)
}

function isKey(press: KeyPress, wanted: string): boolean {
  if (/^[0-9]$/.test(wanted)) return digitOf(press) === wanted
  if (/^[A-Z]$/.test(wanted)) return letterOf(press) === wanted
  return wanted === 'Space' ? press.key === ' ' : press.key === wanted
}

function digitOf({ code }: KeyPress): string | undefined {
  return /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1]
}

/** With Alt, or on a non-Latin layout, a key types another character; its position then identifies it. */
function letterOf({ key, code }: KeyPress): string | undefined {
  return /^[a-z]$/i.test(key) ? key.toUpperCase() : /^Key([A-Z])$/.exec(code)?.[1]
}

/** The pressed keys as a shortcut has them; null for a modifier alone, and for keys that no shortcut can have. */
export function keysOfPress(press: KeyPress, { isMac }: KeyHost): string | null {
  const [hasMod, hasOther] = isMac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  const key = keyOfPress(press)
  if (key === null || hasOther) return null
  const modifiers = [
    ...(hasMod ? ['Mod'] : []),
    ...(press.altKey ? ['Alt'] : []),
    ...(press.shiftKey && !isSign(key) ? ['Shift'] : []),
  ]
  return [...modifiers, key].join('+')
}

function keyOfPress(press: KeyPress): string | null {
  const { key } = press
  if (key === ' ') return 'Space'
  if (namedKeys.includes(key)) return key
  // A plus sign separates keys.
  if (isSign(key)) return key === '+' ? null : key
  const known = letterOf(press) ?? digitOf(press)
  if (known !== undefined) return known
  return /^[^\p{C}\p{Z}]$/u.test(key) ? key : null
}

function isSign(key: string): boolean {
  return /^[!-/:-@[-`{-~]$/.test(key)
}
