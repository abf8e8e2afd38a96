import type { ParseKeys } from 'i18next'

import type { Shortcut } from '../../keyboard/keys'

/** The groups of actions, in display order. */
export const actionGroups = ['go', 'chat', 'compare', 'entry', 'write', 'prompts', 'look', 'app'] as const
export type ActionGroup = (typeof actionGroups)[number]

/** An action's group and shortcut. */
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
  palette: { group: 'go', shortcut: { keys: 'Mod+K', also: ['Mod+Shift+P', 'Mod+P'] } },
  openProject: { group: 'go' },
  newProject: { group: 'go' },
  newChatInProject: { group: 'go' },
  // On a Mac, Alt and an arrow move the caret by a word.
  back: { group: 'go', shortcut: { keys: 'Alt+ArrowLeft', also: ['Mod+['], yieldsToTextFields: true } },
  forward: { group: 'go', shortcut: { keys: 'Alt+ArrowRight', also: ['Mod+]'], yieldsToTextFields: true } },
  previousChat: { group: 'go', shortcut: { keys: 'Alt+PageUp' } },
  nextChat: { group: 'go', shortcut: { keys: 'Alt+PageDown' } },
  promptSets: { group: 'go', shortcut: { keys: 'Alt+Shift+S' } },
  ranking: { group: 'go', shortcut: { keys: 'Alt+Shift+R' } },
  whichModel: { group: 'go', shortcut: { keys: 'Alt+Shift+Q' } },
  toggleSidebar: { group: 'go', shortcut: { keys: 'Mod+B' } },

  find: { group: 'chat', shortcut: { keys: 'Mod+F' } },
  outline: { group: 'chat', shortcut: { keys: 'Alt+O' } },
  previousMessage: { group: 'chat', shortcut: { keys: 'Alt+ArrowUp', mayRepeat: true } },
  nextMessage: { group: 'chat', shortcut: { keys: 'Alt+ArrowDown', mayRepeat: true } },
  newestAnswer: { group: 'chat', shortcut: { keys: 'Alt+J' } },
  copyAnswer: { group: 'chat', shortcut: { keys: 'Alt+Shift+C' } },
  copyCode: { group: 'chat', shortcut: { keys: 'Alt+Shift+K' } },
  showPage: { group: 'chat', shortcut: { keys: 'Alt+G' } },
  quote: { group: 'chat', shortcut: { keys: 'Alt+Q' } },
  retry: { group: 'chat', shortcut: { keys: 'Alt+R' } },
  undo: { group: 'chat', shortcut: { keys: 'Alt+Z' } },
  otherBranch: { group: 'chat', shortcut: { keys: 'Alt+H' } },
  thisBranch: { group: 'chat', shortcut: { keys: 'Alt+Shift+H' } },
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
  vote: { group: 'compare', shortcut: { keys: 'Alt+V' } },
  merge: { group: 'compare', shortcut: { keys: 'Alt+Shift+M' } },
  critique: { group: 'compare' },
  figures: { group: 'compare', shortcut: { keys: 'Alt+Shift+F' } },
  replay: { group: 'compare' },
  layoutAuto: { group: 'compare' },
  layoutColumns: { group: 'compare' },
  layoutGrid: { group: 'compare' },
  layoutSingle: { group: 'compare' },
  scrollTogether: { group: 'compare' },

  rename: { group: 'entry', shortcut: { keys: 'F2' } },
  pin: { group: 'entry', shortcut: { keys: 'Alt+Shift+P' } },
  moveToProject: { group: 'entry' },
  archive: { group: 'entry', shortcut: { keys: 'Alt+Shift+A' } },
  keepHere: { group: 'entry' },
  openInWindow: { group: 'entry', shortcut: { keys: 'Alt+Shift+O' } },
  exportChat: { group: 'entry', shortcut: { keys: 'Alt+Shift+E' } },
  deleteChat: { group: 'entry', shortcut: { keys: 'Mod+Shift+Backspace', yieldsToTextFields: true } },

  focusComposer: { group: 'write', shortcut: { keys: 'Alt+I', also: ['Shift+Escape'] } },
  chooseModel: { group: 'write', shortcut: { keys: 'Alt+K' } },
  modelSettings: { group: 'write', shortcut: { keys: 'Alt+S' } },
  attachFiles: { group: 'write', shortcut: { keys: 'Alt+A' } },
  chooseTools: { group: 'write', shortcut: { keys: 'Alt+W' } },
  chooseFolder: { group: 'write' },
  prompts: { group: 'write', shortcut: { keys: 'Alt+P' } },

  themeLight: { group: 'look' },
  themeDark: { group: 'look' },
  themeSystem: { group: 'look' },
  largerText: { group: 'look' },
  smallerText: { group: 'look' },
  density: { group: 'look' },
  highContrast: { group: 'look' },

  shortcuts: { group: 'app', shortcut: { keys: 'Mod+/', also: ['?'] } },
  spending: { group: 'app', shortcut: { keys: 'Alt+U' } },
  settings: { group: 'app', shortcut: { keys: 'Mod+,' } },
} satisfies Record<string, ActionEntry>

export type ActionId = keyof typeof entries
/** Every action, by its id. */
export const catalogue: Readonly<Record<ActionId, ActionEntry>> = entries
/** The ids of all actions, in the order of the catalogue. */
export const actionIds = Object.keys(entries) as readonly ActionId[]

/** The elements that have commands of their own, in display order. */
export const elementPlaces = ['message', 'entry', 'modelList', 'modelTable', 'vote', 'page'] as const
export type ElementPlace = (typeof elementPlaces)[number]

interface ElementEntry {
  element: ElementPlace
  title: ParseKeys
  shortcut: Shortcut
  /** The keys of the window do not work there. */
  isInDialog?: boolean
}

const elementEntries = {
  messageNext: {
    element: 'message',
    title: 'actions.titles.nextMessage',
    shortcut: { keys: 'J', mayRepeat: true },
  },
  messagePrevious: {
    element: 'message',
    title: 'actions.titles.previousMessage',
    shortcut: { keys: 'K', mayRepeat: true },
  },
  messageCopy: { element: 'message', title: 'common.copy', shortcut: { keys: 'C' } },
  messageCopyPlain: { element: 'message', title: 'chat.answer.copyPlain', shortcut: { keys: 'P' } },
  messageEdit: { element: 'message', title: 'common.edit', shortcut: { keys: 'E' } },
  messageRegenerate: { element: 'message', title: 'common.regenerate', shortcut: { keys: 'R' } },
  messageContinue: { element: 'message', title: 'chat.answer.continue', shortcut: { keys: 'G' } },
  messageFork: { element: 'message', title: 'chat.answer.fork', shortcut: { keys: 'F' } },
  messageAddToSet: { element: 'message', title: 'messages.addToSet', shortcut: { keys: 'S' } },
  entryDelete: { element: 'entry', title: 'common.delete', shortcut: { keys: 'Delete' } },
  modelFavourite: {
    element: 'modelList',
    title: 'actions.inModels.favourite',
    shortcut: { keys: 'Shift+Enter' },
  },
  modelEdit: { element: 'modelList', title: 'actions.inModels.edit', shortcut: { keys: 'Alt+Enter' } },
  modelUp: {
    element: 'modelTable',
    title: 'common.moveUp',
    shortcut: { keys: 'Alt+ArrowUp', mayRepeat: true },
    isInDialog: true,
  },
  modelDown: {
    element: 'modelTable',
    title: 'common.moveDown',
    shortcut: { keys: 'Alt+ArrowDown', mayRepeat: true },
    isInDialog: true,
  },
  pagePrevious: { element: 'page', title: 'chat.versions.previous', shortcut: { keys: 'K' } },
  pageNext: { element: 'page', title: 'chat.versions.next', shortcut: { keys: 'J' } },
  voteTie: { element: 'vote', title: 'actions.onVote.tie', shortcut: { keys: '=' } },
  voteAllBad: { element: 'vote', title: 'common.noneIsGood', shortcut: { keys: '0' } },
} satisfies Record<string, ElementEntry>

/** A command of a single element. Its keys work only there, before those of the window. */
export type ElementCommand = keyof typeof elementEntries
/** Every command of a single element, by its id. */
export const elementCatalogue: Readonly<Record<ElementCommand, ElementEntry>> = elementEntries
/** Their ids, in the order of the catalogue. */
export const elementCommands = Object.keys(elementEntries) as readonly ElementCommand[]

/** Anything that has keys which the user can change. */
export type KeyedCommand = ActionId | ElementCommand

/** Keys that cannot be changed: those of text fields, lists and menus everywhere. By the catalogue keys of their texts. */
export const fixedKeys = [
  {
    name: 'actions.inField.name',
    keys: [
      ['Enter', 'common.sendOrQueue'],
      ['Shift+Enter', 'common.newLine'],
      ['ArrowUp', 'common.previousMessages'],
      ['/', 'common.commands'],
      ['@', 'actions.inField.otherModel'],
      ['Escape', 'actions.titles.stop'],
    ],
  },
  {
    name: 'actions.places.message',
    keys: [['Enter', 'common.allActions']],
  },
  {
    name: 'actions.places.entry',
    keys: [
      ['ArrowDown', 'actions.inList.next'],
      ['Space', 'sessions.actions.select'],
      ['Mod+Z', 'common.undo'],
      ['Shift+F10', 'common.allActions'],
    ],
  },
] as const satisfies readonly {
  name: ParseKeys
  keys: readonly (readonly [keys: string, what: ParseKeys])[]
}[]
