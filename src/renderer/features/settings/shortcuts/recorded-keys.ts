import { paneDigits, refusalOfKeys, type KeysRefusal } from '../../../../shared/app/shortcuts'
import { t } from '../../../language/t'
import { keysOfPress, type KeyHost, type KeyPress } from '../../../keyboard/keys'
import { titleOfAction } from '../../../state/actions/action-list'
import { conflictsOf, isElementCommand, type BoundKeys } from '../../../state/actions/bound-keys'
import { elementCatalogue, type KeyedCommand } from '../../../state/actions/action-catalogue'
import { isInBrowser } from '../../../browser/is-in-browser'

/** The result of the last key press while keys for an action are recorded. */
export type Recording =
  /** None yet, or a modifier alone. */
  | { kind: 'partial' }
  | { kind: 'refused'; keys: string; why: KeysRefusal | 'no-digit' }
  /** Other actions have these keys. */
  | { kind: 'taken'; keys: string; by: KeyedCommand[] }

/** The end of a recording. Empty keys remove those that the action has. */
export type RecordedKeys = { kind: 'cancelled' } | { kind: 'recorded'; keys: string }

const modifiers = ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock', 'Fn']

/** Reads a key press as the new keys of an action, or of the quick window. */
export function recordedKeys(
  id: KeyedCommand | 'quickWindow',
  press: KeyPress,
  host: KeyHost,
  bound: BoundKeys,
): Recording | RecordedKeys {
  if (modifiers.includes(press.key)) return { kind: 'partial' }
  const pressed = keysOfPress(press, host)
  if (pressed === 'Escape') return { kind: 'cancelled' }
  if (pressed === 'Backspace' || pressed === 'Delete') return { kind: 'recorded', keys: '' }
  if (pressed === null) return { kind: 'refused', keys: '', why: 'unknown' }
  const isForPanes = id === 'goToPane'
  if (isForPanes && !/[1-8]$/.test(pressed)) return { kind: 'refused', keys: pressed, why: 'no-digit' }
  const keys = isForPanes ? pressed.replace(/\d$/, paneDigits) : pressed
  const why = refusalOfKeys(keys, id)
  if (why !== null) return { kind: 'refused', keys: pressed, why }
  const by = id === 'quickWindow' ? [] : conflictsOf(id, bound, keys)
  return by.length > 0 ? { kind: 'taken', keys, by } : { kind: 'recorded', keys }
}

/** The name of a command. */
export function commandTitle(id: KeyedCommand): string {
  if (!isElementCommand(id)) return titleOfAction(id)
  const { title } = elementCatalogue[id]
  return t(title)
}

/** The names of commands, quoted; those of a single element with the name of its place. */
export function titlesOf(ids: readonly KeyedCommand[]): string {
  return ids
    .map((id) => {
      const place = isElementCommand(id) ? t(`actions.places.${elementCatalogue[id].element}`) : null
      const text = commandTitle(id)
      return t('common.quoted', { text: place === null ? text : t('actions.places.of', { place, text }) })
    })
    .join(', ')
}

/** Programs that use keys before Parley can. */
type KeyOwner = 'browser' | 'menu' | 'reload'

/** Chromium gives these to no page. The Mac list is the same, with Command. */
const keysOfBrowser = [
  'Mod+N',
  'Mod+T',
  'Mod+W',
  'Mod+Q',
  'Mod+Shift+N',
  'Mod+Shift+T',
  'Mod+Shift+W',
  'Mod+Shift+Q',
  'Mod+PageUp',
  'Mod+PageDown',
]

/** Items of the desktop app's menu that have fixed keys. */
const keysOfMenu = ['Mod+W', 'Mod+Q', 'Mod+M', 'Mod+H', 'Mod+0', 'Mod+-', 'Mod+=', 'F11']

const keysOfReload = ['F5', 'Mod+R', 'Mod+Shift+R', 'Mod+F5']

/** The program that uses these keys before Parley can, on this host; null for none. */
export function ownerOfKeys(keys: string): KeyOwner | null {
  if (keysOfReload.includes(keys)) return 'reload'
  if (isInBrowser) return keysOfBrowser.includes(keys) ? 'browser' : null
  return keysOfMenu.includes(keys) ? 'menu' : null
}
