import { actionIds, catalogue } from '../state/actions/catalogue'
import { shownKeys, writtenKeys, type KeyHost } from '../state/actions/keys'
import { isInBrowser } from './host'

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Where this window runs, as far as keys differ there. */
export const keyHost: KeyHost = { isMac, isInBrowser }

/** How the shortcuts that work here are written. */
export const shortcutNames = {
  ...(Object.fromEntries(
    actionIds.map((id) => {
      const { shortcut } = catalogue[id]
      return [id, shortcut === undefined ? '' : writtenKeys(shownKeys(shortcut, keyHost), keyHost)]
    }),
  ) as Record<(typeof actionIds)[number], string>),
  /** Makes the model of the picker's active line a favourite. */
  favourite: writtenKeys('Shift+Enter', keyHost),
}
