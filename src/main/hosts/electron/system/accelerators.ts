import type { AppSettings } from '../../../../shared/app/schema'
import { isBindable } from '../../../../shared/app/shortcuts'

/** Electron's names where they differ from the browser's. */
const electronNames = new Map([
  ['Mod', 'CmdOrCtrl'],
  ['ArrowDown', 'Down'],
  ['ArrowLeft', 'Left'],
  ['ArrowRight', 'Right'],
  ['ArrowUp', 'Up'],
  ['Escape', 'Esc'],
])

/** Keys as Electron writes them; undefined for none, and for a character that it cannot have. */
export function acceleratorOf(keys: string): string | undefined {
  // Electron only knows ASCII characters.
  if (!/^[!-~]+$/.test(keys)) return undefined
  return keys
    .split('+')
    .map((part) => electronNames.get(part) ?? part)
    .join('+')
}

/** The keys of an action: the user's, or its default. Empty for none. */
export function boundKeys(id: string, byDefault: string, bound: AppSettings['shortcuts']): string {
  const keys = Object.hasOwn(bound, id) ? bound[id] : undefined
  return keys !== undefined && isBindable(keys) ? keys : byDefault
}
