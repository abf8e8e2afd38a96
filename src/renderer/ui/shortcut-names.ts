import { isInBrowser } from './host'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** How the shortcuts that work here are written. */
export const shortcutNames = {
  newChat: isInBrowser ? (isMac ? '⌥N' : 'Alt+N') : isMac ? '⌘N' : 'Ctrl+N',
  newCompare: isInBrowser ? (isMac ? '⌥C' : 'Alt+C') : isMac ? '⇧⌘N' : 'Ctrl+Shift+N',
  search: isMac ? '⌘K' : 'Ctrl K',
  settings: isMac ? '⌘,' : 'Ctrl ,',
  find: isMac ? '⌘F' : 'Ctrl+F',
  retry: isMac ? '⌥R' : 'Alt+R',
  undo: isMac ? '⌥Z' : 'Alt+Z',
} as const
