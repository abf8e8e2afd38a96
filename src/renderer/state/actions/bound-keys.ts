import type { AppSettings } from '../../../shared/app/settings'
import { isBindable, paneDigits } from '../../../shared/app/shortcuts'
import { keyHost } from '../../keyboard/key-host'
import { allKeys, shownKeys, type Shortcut } from '../../keyboard/keys'
import { actionIds, catalogue, type ActionEntry, type ActionId } from './action-catalogue'

/** The keys that the user chose, by action; empty for none. */
export type BoundKeys = AppSettings['shortcuts']

/** The shortcut that an action has now: the user's, or the one of the catalogue. */
export function shortcutOf(
  { id, shortcut }: Pick<ActionEntry, 'shortcut'> & { id: string },
  bound: BoundKeys,
): Shortcut | undefined {
  const keys = chosenKeys(id, bound)
  if (keys === undefined) return shortcut
  return keys === '' ? undefined : { ...editsText(keys), keys, ...mayRepeat(shortcut) }
}

/** The keys that are shown for an action on this platform; empty for none. */
export function keysOf(id: ActionId, bound: BoundKeys): string {
  const shortcut = shortcutOf({ id, ...catalogue[id] }, bound)
  return shortcut === undefined ? '' : shownKeys(shortcut, keyHost)
}

/** The keys that go to one pane. */
export function keysOfPane(number: number, bound: BoundKeys): string {
  return keysOf('goToPane', bound).replace(paneDigits, String(number))
}

/** Whether the user has changed the keys of an action. */
export function isBound(id: ActionId, bound: BoundKeys): boolean {
  return chosenKeys(id, bound) !== undefined
}

/** The other actions with any of the keys of this one, or with `keys`. */
export function conflictsOf(id: ActionId, bound: BoundKeys, keys?: string): ActionId[] {
  const wanted = keys === undefined ? pressesOf(id, bound) : eachDigit(keys)
  return actionIds.filter(
    (other) => other !== id && pressesOf(other, bound).some((each) => wanted.includes(each)),
  )
}

/** Gives an action its keys, and takes them from every other one. Empty: no keys. */
export function bind(id: ActionId, keys: string, bound: BoundKeys): BoundKeys {
  const others = keys === '' ? [] : conflictsOf(id, bound, keys)
  const taken = others.map((other) => [other, keysLeft(other, keys, bound)] as const)
  const { shortcut } = catalogue[id]
  const isDefault = keys === (shortcut === undefined ? '' : shownKeys(shortcut, keyHost))
  const next = { ...bound, ...Object.fromEntries(taken) }
  return isDefault ? unbind(id, next) : { ...next, [id]: keys }
}

/** Restores the default keys of an action. */
export function unbind(id: ActionId, bound: BoundKeys): BoundKeys {
  const { [id]: _former, ...others } = bound
  return others
}

/** The shown keys of an action, unless those are the ones that it loses. */
function keysLeft(id: ActionId, lost: string, bound: BoundKeys): string {
  const shown = keysOf(id, bound)
  return eachDigit(shown).some((each) => eachDigit(lost).includes(each)) ? '' : shown
}

function pressesOf(id: ActionId, bound: BoundKeys): string[] {
  const shortcut = shortcutOf({ id, ...catalogue[id] }, bound)
  return shortcut === undefined ? [] : allKeys(shortcut).flatMap(eachDigit)
}

function eachDigit(keys: string): string[] {
  if (!keys.endsWith(paneDigits)) return [keys]
  return Array.from({ length: 8 }, (_, index) => keys.replace(paneDigits, String(index + 1)))
}

/** The settings may come from another version or a file edited by hand. */
function chosenKeys(id: string, bound: BoundKeys): string | undefined {
  const keys = Object.hasOwn(bound, id) ? bound[id] : undefined
  if (keys === undefined || !isBindable(keys)) return undefined
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
