import { isInBrowser } from '../browser/is-in-browser'
import type { KeyHost } from './keys'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Where this window runs, as far as keys differ there. */
export const keyHost: KeyHost = { isMac, isInBrowser }
