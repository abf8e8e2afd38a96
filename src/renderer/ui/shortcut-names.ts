import { isInBrowser } from './host'

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** How the shortcuts that work here are written. */
export const shortcutNames = {
  newChat: isInBrowser ? (isMac ? '⌥N' : 'Alt+N') : isMac ? '⌘N' : 'Ctrl+N',
  newCompare: isInBrowser ? (isMac ? '⌥C' : 'Alt+C') : isMac ? '⇧⌘N' : 'Ctrl+Shift+N',
  search: isMac ? '⌘K' : 'Ctrl K',
  settings: isMac ? '⌘,' : 'Ctrl ,',
  favourite: isMac ? '⇧↩' : 'Shift+Enter',
  find: isMac ? '⌘F' : 'Ctrl+F',
  retry: isMac ? '⌥R' : 'Alt+R',
  undo: isMac ? '⌥Z' : 'Alt+Z',
  outline: isMac ? '⌥O' : 'Alt+O',
  previousMessage: isMac ? '⌥↑' : 'Alt+↑',
  nextMessage: isMac ? '⌥↓' : 'Alt+↓',
  goToPane: isMac ? '⌥1' : 'Alt+1',
  maximisePane: isMac ? '⌥M' : 'Alt+M',
  movePaneLeft: isMac ? '⌥⇧←' : 'Alt+Shift+←',
  movePaneRight: isMac ? '⌥⇧→' : 'Alt+Shift+→',
} as const
