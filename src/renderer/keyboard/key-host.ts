import { isInBrowser } from '../browser/is-in-browser'
import type { KeyHost } from './keys'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** The platform of this window, as far as its keys differ. */
export const keyHost: KeyHost = { isMac, isInBrowser }
