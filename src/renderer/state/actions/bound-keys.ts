import type { AppSettings } from '../../../shared/app/schema'
import { isBindable, paneDigits } from '../../../shared/app/shortcuts'
import { keyHost } from '../../keyboard/key-host'
import { allKeys, isShortcut, shownKeys, type KeyPress, type Shortcut } from '../../keyboard/keys'
import {
  actionIds,
  catalogue,
  elementCatalogue,
  elementCommands,
  type ElementCommand,
  type KeyedCommand,
} from './action-catalogue'

/** The keys that the user chose, by action; empty for none. */
export type BoundKeys = AppSettings['shortcuts']

/** The shortcut that an action has now: the user's, or the one of the catalogue. */
export function shortcutOf(
  { id, shortcut }: { id: string; shortcut?: Shortcut },
  bound: BoundKeys,
): Shortcut | undefined {
  const keys = chosenKeys(id, bound)
  if (keys === undefined) return shortcut
  return keys === '' ? undefined : { ...editsText(keys), keys, ...mayRepeat(shortcut) }
}

/** The keys that are shown for a command on this platform; empty for none. */
export function keysOf(id: KeyedCommand, bound: BoundKeys): string {
  const shortcut = shortcutOf({ id, ...entryOf(id) }, bound)
  return shortcut === undefined ? '' : shownKeys(shortcut, keyHost)
}

/** The keys that go to one pane. */
export function keysOfPane(number: number, bound: BoundKeys): string {
  return keysOf('goToPane', bound).replace(paneDigits, String(number))
}

/** True if the user has changed the keys of an action. */
export function isBound(id: string, bound: BoundKeys): boolean {
  return chosenKeys(id, bound) !== undefined
}

/** True if a key press in its element runs this command. */
export function isCommandKey(
  id: ElementCommand | 'rename',
  press: KeyPress & { repeat: boolean },
  bound: BoundKeys,
): boolean {
  const shortcut = shortcutOf({ id, ...entryOf(id) }, bound)
  if (shortcut === undefined || !isShortcut(press, shortcut, keyHost)) return false
  return !press.repeat || shortcut.mayRepeat === true
}

/** The other commands with any of the keys of this one, or with `keys`, where both could be meant. */
export function conflictsOf(id: KeyedCommand, bound: BoundKeys, keys?: string): KeyedCommand[] {
  const wanted = keys === undefined ? pressesOf(id, bound) : eachDigit(keys)
  return commands.filter(
    (other) =>
      other !== id && mayMeet(id, other) && pressesOf(other, bound).some((each) => wanted.includes(each)),
  )
}

/** Gives a command its keys, and takes them from every other one. Empty: no keys. */
export function bind(id: KeyedCommand, keys: string, bound: BoundKeys): BoundKeys {
  const others = keys === '' ? [] : conflictsOf(id, bound, keys)
  const taken = others.map((other) => [other, keysLeft(other, keys, bound)] as const)
  const { shortcut } = entryOf(id)
  const isDefault = keys === (shortcut === undefined ? '' : shownKeys(shortcut, keyHost))
  const next = { ...bound, ...Object.fromEntries(taken) }
  return isDefault ? unbind(id, next) : { ...next, [id]: keys }
}

/** Restores the default keys of a command. */
export function unbind(id: KeyedCommand, bound: BoundKeys): BoundKeys {
  const { [id]: _former, ...others } = bound
  return others
}

/** The shown keys of a command, unless those are the ones that it loses. */
function keysLeft(id: KeyedCommand, lost: string, bound: BoundKeys): string {
  const shown = keysOf(id, bound)
  return eachDigit(shown).some((each) => eachDigit(lost).includes(each)) ? '' : shown
}

const commands: readonly KeyedCommand[] = [...actionIds, ...elementCommands]

function entryOf(id: KeyedCommand): { shortcut?: Shortcut } {
  return isElementCommand(id) ? elementCatalogue[id] : catalogue[id]
}

/** True for commands of a single element. */
export function isElementCommand(id: KeyedCommand): id is ElementCommand {
  return Object.hasOwn(elementCatalogue, id)
}

/** True if one key press could mean either: in the same element, or in an element of the window. */
function mayMeet(one: KeyedCommand, other: KeyedCommand): boolean {
  const [place, otherPlace] = [one, other].map((id) => (isElementCommand(id) ? elementCatalogue[id] : null))
  if (place == null || otherPlace == null)
    return place?.isInDialog !== true && otherPlace?.isInDialog !== true
  return place.element === otherPlace.element
}

function pressesOf(id: KeyedCommand, bound: BoundKeys): string[] {
  const shortcut = shortcutOf({ id, ...entryOf(id) }, bound)
  return shortcut === undefined ? [] : allKeys(shortcut).flatMap(eachDigit)
}

function eachDigit(keys: string): string[] {
  if (!keys.endsWith(paneDigits)) return [keys]
  return Array.from({ length: 8 }, (_, index) => keys.replace(paneDigits, String(index + 1)))
}

/** The settings may come from another version or a file edited by hand. */
function chosenKeys(id: string, bound: BoundKeys): string | undefined {
  const keys = Object.hasOwn(bound, id) ? bound[id] : undefined
  if (keys === undefined || !isBindable(keys, id)) return undefined
  const isForPanes = keys.endsWith(paneDigits)
  return keys === '' || isForPanes === (id === 'goToPane') ? keys : undefined
}

/** A text field keeps keys that move its caret or delete words. */
function editsText(keys: string): Pick<Shortcut, 'yieldsToTextFields'> {
  const isEditing = /\+(?:ArrowLeft|ArrowRight|Home|End|Backspace|Delete)$/.test(keys)
  return isEditing || /^Mod\+.*Arrow(?:Up|Down)$/.test(keys) ? { yieldsToTextFields: true } : {}
}

function mayRepeat(shortcut: Shortcut | undefined): Pick<Shortcut, 'mayRepeat'> {
  return shortcut?.mayRepeat === true ? { mayRepeat: true } : {}
}
