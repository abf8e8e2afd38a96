import { isInBrowser } from '../browser/is-in-browser'
import type { KeyHost } from './keys'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** The platform of this window, as far as its keys differ. */
export const keyHost: KeyHost = { isMac, isInBrowser }

/** True while AltGr is held. It types characters, and on Windows it counts as Ctrl and Alt. */
export function isAltGraph(event: Pick<KeyboardEvent, 'getModifierState'>): boolean {
  // On a Mac, some browsers say so of Option.
  return !isMac && event.getModifierState('AltGraph')
}
