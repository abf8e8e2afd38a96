import type { ParseKeys } from 'i18next'

import type { Shortcut } from '../../keyboard/keys'

/** The groups of actions, in display order. */
export const actionGroups = ['go', 'chat', 'compare', 'entry', 'write', 'prompts', 'look', 'app'] as const
export type ActionGroup = (typeof actionGroups)[number]

/** Where an action is listed, and its shortcut. */
export interface ActionEntry {
  group: ActionGroup
  shortcut?: Shortcut
}

/** Every named action; the window, or the current view, provides the implementation. */
const entries = {
  newChat: { group: 'go', shortcut: { keys: 'Mod+N', inBrowser: 'Alt+N', also: ['Mod+Shift+O'] } },
  newCompare: { group: 'go', shortcut: { keys: 'Mod+Shift+N', inBrowser: 'Alt+C' } },
  temporaryChat: { group: 'go', shortcut: { keys: 'Alt+T' } },
  newWindow: { group: 'go', shortcut: { keys: 'Alt+Shift+W' } },
  search: { group: 'go', shortcut: { keys: 'Mod+K' } },
  openProject: { group: 'go' },
  newProject: { group: 'go' },
  newChatInProject: { group: 'go' },
  // On a Mac, Alt and an arrow move the caret by a word.
  back: { group: 'go', shortcut: { keys: 'Alt+ArrowLeft', also: ['Mod+['], yieldsToTextFields: true } },
  forward: { group: 'go', shortcut: { keys: 'Alt+ArrowRight', also: ['Mod+]'], yieldsToTextFields: true } },
  previousChat: { group: 'go', shortcut: { keys: 'Alt+PageUp' } },
  nextChat: { group: 'go', shortcut: { keys: 'Alt+PageDown' } },
  toggleSidebar: { group: 'go', shortcut: { keys: 'Mod+B' } },

  find: { group: 'chat', shortcut: { keys: 'Mod+F' } },
  outline: { group: 'chat', shortcut: { keys: 'Alt+O' } },
  previousMessage: { group: 'chat', shortcut: { keys: 'Alt+ArrowUp', mayRepeat: true } },
  nextMessage: { group: 'chat', shortcut: { keys: 'Alt+ArrowDown', mayRepeat: true } },
  newestAnswer: { group: 'chat', shortcut: { keys: 'Alt+J' } },
  copyAnswer: { group: 'chat', shortcut: { keys: 'Alt+Shift+C' } },
  copyCode: { group: 'chat', shortcut: { keys: 'Alt+Shift+K' } },
  quote: { group: 'chat', shortcut: { keys: 'Alt+Q' } },
  retry: { group: 'chat', shortcut: { keys: 'Alt+R' } },
  undo: { group: 'chat', shortcut: { keys: 'Alt+Z' } },
  compact: { group: 'chat' },
  stop: { group: 'chat', shortcut: { keys: 'Alt+X' } },
  reviewChanges: { group: 'chat' },
  keepChat: { group: 'chat' },

  goToPane: { group: 'compare', shortcut: { keys: 'Alt+1…8' } },
  maximisePane: { group: 'compare', shortcut: { keys: 'Alt+M' } },
  // In text fields, these keys select words.
  movePaneLeft: { group: 'compare', shortcut: { keys: 'Alt+Shift+ArrowLeft', yieldsToTextFields: true } },
  movePaneRight: { group: 'compare', shortcut: { keys: 'Alt+Shift+ArrowRight', yieldsToTextFields: true } },
  addPane: { group: 'compare', shortcut: { keys: 'Alt+Shift+N' } },
  blind: { group: 'compare', shortcut: { keys: 'Alt+B' } },
  lineUps: { group: 'compare', shortcut: { keys: 'Alt+L' } },
  sweep: { group: 'compare' },
  sharedPrompt: { group: 'compare' },
  pace: { group: 'compare' },
  reveal: { group: 'compare' },
  rerunPane: { group: 'compare' },
  continueAll: { group: 'compare' },
  promotePane: { group: 'compare' },
  ranking: { group: 'compare', shortcut: { keys: 'Alt+Shift+R' } },
  promptSets: { group: 'compare', shortcut: { keys: 'Alt+Shift+S' } },
  vote: { group: 'compare', shortcut: { keys: 'Alt+V' } },
  merge: { group: 'compare', shortcut: { keys: 'Alt+Shift+M' } },
  figures: { group: 'compare', shortcut: { keys: 'Alt+Shift+F' } },
  replay: { group: 'compare' },
  scrollTogether: { group: 'compare' },

  rename: { group: 'entry', shortcut: { keys: 'F2' } },
  pin: { group: 'entry', shortcut: { keys: 'Alt+Shift+P' } },
  moveToProject: { group: 'entry' },
  archive: { group: 'entry', shortcut: { keys: 'Alt+Shift+A' } },
  openInWindow: { group: 'entry', shortcut: { keys: 'Alt+Shift+O' } },
  exportChat: { group: 'entry', shortcut: { keys: 'Alt+Shift+E' } },
  deleteChat: { group: 'entry', shortcut: { keys: 'Mod+Shift+Backspace', yieldsToTextFields: true } },

  focusComposer: { group: 'write', shortcut: { keys: 'Alt+I', also: ['Shift+Escape'] } },
  chooseModel: { group: 'write', shortcut: { keys: 'Alt+K' } },
  modelSettings: { group: 'write', shortcut: { keys: 'Alt+S' } },
  attachFiles: { group: 'write', shortcut: { keys: 'Alt+A' } },
  chooseFolder: { group: 'write' },
  prompts: { group: 'write', shortcut: { keys: 'Alt+P' } },

  themeLight: { group: 'look' },
  themeDark: { group: 'look' },
  themeSystem: { group: 'look' },
  largerText: { group: 'look' },
  smallerText: { group: 'look' },
  density: { group: 'look' },
  highContrast: { group: 'look' },

  palette: { group: 'app', shortcut: { keys: 'Mod+Shift+P', also: ['Mod+P'] } },
  shortcuts: { group: 'app', shortcut: { keys: 'Mod+/', also: ['?'] } },
  spending: { group: 'app', shortcut: { keys: 'Alt+U' } },
  settings: { group: 'app', shortcut: { keys: 'Mod+,' } },
} satisfies Record<string, ActionEntry>

export type ActionId = keyof typeof entries
export const catalogue: Readonly<Record<ActionId, ActionEntry>> = entries
export const actionIds = Object.keys(entries) as readonly ActionId[]

/** Keys that work only inside one element and are not actions of the window, by the catalogue keys of their texts. */
export const localKeys = [
  {
    name: 'actions.inField.name',
    keys: [
      ['Enter', 'actions.inField.send'],
      ['Shift+Enter', 'actions.inField.newLine'],
      ['ArrowUp', 'actions.inField.sentBefore'],
      ['/', 'actions.inField.commands'],
      ['@', 'actions.inField.otherModel'],
      ['Escape', 'actions.titles.stop'],
    ],
  },
  {
    name: 'actions.onMessage.name',
    keys: [
      ['J', 'actions.titles.nextMessage'],
      ['K', 'actions.titles.previousMessage'],
      ['C', 'common.copy'],
      ['E', 'common.edit'],
      ['R', 'actions.onMessage.regenerate'],
      ['G', 'chat.answer.continue'],
      ['F', 'actions.onMessage.fork'],
      ['S', 'messages.addToSet'],
      ['Enter', 'actions.onMessage.all'],
    ],
  },
  {
    name: 'actions.inList.name',
    keys: [
      ['ArrowDown', 'actions.inList.next'],
      ['Space', 'sessions.actions.select'],
      ['F2', 'actions.titles.rename'],
      ['Delete', 'common.delete'],
      ['Mod+Z', 'actions.inList.undo'],
      ['Shift+F10', 'actions.inList.all'],
    ],
  },
  {
    name: 'actions.inModels.name',
    keys: [
      ['Shift+Enter', 'actions.inModels.favourite'],
      ['Alt+Enter', 'actions.inModels.edit'],
    ],
  },
] as const satisfies readonly {
  name: ParseKeys
  keys: readonly (readonly [keys: string, what: ParseKeys])[]
}[]
