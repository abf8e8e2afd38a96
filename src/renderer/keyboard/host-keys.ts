import { isInBrowser } from '../browser/is-in-browser'

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
