import type { Shortcut } from './keys'

/** The groups in which actions are listed, in their order. */
export const actionGroups = {
  go: 'Go to',
  chat: 'This chat',
  compare: 'This comparison',
  entry: 'This chat or comparison',
  write: 'Writing',
  prompts: 'Prompts',
  look: 'Appearance',
  app: 'Parley',
} as const
export type ActionGroup = keyof typeof actionGroups

/** Something that a person can have done, wherever that is offered. */
export interface ActionEntry {
  title: string
  group: ActionGroup
  shortcut?: Shortcut
  /** Other words by which people look for it. */
  words?: string
}

function entry(
  group: ActionGroup,
  title: string,
  more: Omit<ActionEntry, 'group' | 'title'> = {},
): ActionEntry {
  return { group, title, ...more }
}

/** Every action that has a name of its own: the window, or a view while it is shown, says how it is done. */
const entries = {
  newChat: entry('go', 'New chat', { shortcut: { keys: 'Mod+N', inBrowser: 'Alt+N' } }),
  newCompare: entry('go', 'New compare', {
    shortcut: { keys: 'Mod+Shift+N', inBrowser: 'Alt+C' },
    words: 'comparison side by side',
  }),
  search: entry('go', 'Search all chats', { shortcut: { keys: 'Mod+K' }, words: 'find history' }),
  previousChat: entry('go', 'Previous chat in the list', { shortcut: { keys: 'Alt+PageUp' } }),
  nextChat: entry('go', 'Next chat in the list', { shortcut: { keys: 'Alt+PageDown' } }),
  toggleSidebar: entry('go', 'Show or hide the sidebar', {
    shortcut: { keys: 'Mod+B' },
    words: 'sessions list',
  }),

  find: entry('chat', 'Find in this chat', { shortcut: { keys: 'Mod+F' } }),
  outline: entry('chat', 'Outline', {
    shortcut: { keys: 'Alt+O' },
    words: 'contents headings questions',
  }),
  previousMessage: entry('chat', 'Previous message', { shortcut: { keys: 'Alt+ArrowUp', mayRepeat: true } }),
  nextMessage: entry('chat', 'Next message', { shortcut: { keys: 'Alt+ArrowDown', mayRepeat: true } }),
  newestAnswer: entry('chat', 'Go to the newest answer', {
    shortcut: { keys: 'Alt+J' },
    words: 'jump last end',
  }),
  copyAnswer: entry('chat', 'Copy the newest answer', {
    shortcut: { keys: 'Alt+Shift+C' },
    words: 'last clipboard markdown',
  }),
  retry: entry('chat', 'Retry: change and send the last message again', { shortcut: { keys: 'Alt+R' } }),
  undo: entry('chat', 'Undo: take the last exchange back', { shortcut: { keys: 'Alt+Z' } }),
  stop: entry('chat', 'Stop the answer', { shortcut: { keys: 'Alt+X' }, words: 'cancel abort' }),

  goToPane: entry('compare', 'Go to a pane', { shortcut: { keys: 'Alt+1…8' } }),
  maximisePane: entry('compare', 'Maximise the pane, or show all', { shortcut: { keys: 'Alt+M' } }),
  movePaneLeft: entry('compare', 'Move the pane to the left', {
    // In a text these choose words.
    shortcut: { keys: 'Alt+Shift+ArrowLeft', isLeftToText: true },
  }),
  movePaneRight: entry('compare', 'Move the pane to the right', {
    shortcut: { keys: 'Alt+Shift+ArrowRight', isLeftToText: true },
  }),
  addPane: entry('compare', 'Add a pane', { shortcut: { keys: 'Alt+Shift+N' } }),
  rerunPane: entry('compare', 'Run the pane again', { words: 're-run repeat' }),
  promotePane: entry('compare', 'Continue the pane as a chat', { words: 'promote' }),
  figures: entry('compare', 'Figures', {
    shortcut: { keys: 'Alt+Shift+F' },
    words: 'table tokens cost speed csv',
  }),
  scrollTogether: entry('compare', 'Scroll the panes together, or each by itself', { words: 'linked sync' }),

  rename: entry('entry', 'Rename', { shortcut: { keys: 'F2' }, words: 'title' }),
  pin: entry('entry', 'Pin', { shortcut: { keys: 'Alt+Shift+P' }, words: 'keep on top' }),
  archive: entry('entry', 'Archive', { shortcut: { keys: 'Alt+Shift+A' }, words: 'put aside' }),
  exportChat: entry('entry', 'Export…', {
    shortcut: { keys: 'Alt+Shift+E' },
    words: 'save download file json markdown html',
  }),
  deleteChat: entry('entry', 'Delete', {
    shortcut: { keys: 'Mod+Shift+Backspace', isLeftToText: true },
    words: 'remove bin trash',
  }),

  focusComposer: entry('write', 'Go to the message field', {
    shortcut: { keys: 'Alt+I' },
    words: 'composer write',
  }),
  chooseModel: entry('write', 'Choose the model', { shortcut: { keys: 'Alt+K' }, words: 'switch picker' }),
  modelSettings: entry('write', 'Model settings', {
    shortcut: { keys: 'Alt+S' },
    words: 'temperature parameters system prompt',
  }),
  attachFiles: entry('write', 'Attach files', { shortcut: { keys: 'Alt+A' }, words: 'image pdf upload' }),
  prompts: entry('write', 'Prompts: use, write and change', {
    shortcut: { keys: 'Alt+P' },
    words: 'library templates snippets',
  }),

  themeLight: entry('look', 'Theme: light'),
  themeDark: entry('look', 'Theme: dark', { words: 'night' }),
  themeSystem: entry('look', 'Theme: as the system has it', { words: 'auto' }),
  largerText: entry('look', 'Larger text', { words: 'size font zoom' }),
  smallerText: entry('look', 'Smaller text', { words: 'size font zoom' }),
  density: entry('look', 'Compact, or comfortable, spacing', { words: 'density' }),
  highContrast: entry('look', 'High contrast', { words: 'accessibility' }),

  palette: entry('app', 'Command palette', { shortcut: { keys: 'Mod+Shift+P', also: ['Mod+P'] } }),
  shortcuts: entry('app', 'Keyboard shortcuts', {
    shortcut: { keys: 'Mod+/', also: ['?'] },
    words: 'help keys',
  }),
  settings: entry('app', 'Settings', { shortcut: { keys: 'Mod+,' }, words: 'preferences options' }),
} satisfies Record<string, ActionEntry>

export type ActionId = keyof typeof entries
export const catalogue: Readonly<Record<ActionId, ActionEntry>> = entries
export const actionIds = Object.keys(entries) as readonly ActionId[]

/** Keys that do something where one is, and are no actions of the window. */
export const localKeys: readonly {
  name: string
  keys: readonly (readonly [keys: string, what: string])[]
}[] = [
  {
    name: 'In the message field',
    keys: [
      ['Enter', 'Send, or queue while an answer is written'],
      ['Shift+Enter', 'A new line'],
      ['ArrowUp', 'What was sent before, in an empty field'],
      ['/', 'Commands'],
      ['@', 'Ask another model'],
      ['Escape', 'Stop the answer'],
    ],
  },
  {
    name: 'On a message',
    keys: [
      ['J', 'Next message'],
      ['K', 'Previous message'],
      ['C', 'Copy'],
      ['E', 'Edit'],
      ['R', 'Answer again'],
      ['F', 'Fork'],
      ['Enter', 'All actions'],
    ],
  },
  {
    name: 'In the list of chats',
    keys: [
      ['ArrowDown', 'Next; Home, End and Page keys go further'],
      ['Space', 'Select'],
      ['F2', 'Rename'],
      ['Delete', 'Delete'],
      ['Mod+Z', 'Take that back'],
      ['Shift+F10', 'All actions'],
    ],
  },
  { name: 'In the list of models', keys: [['Shift+Enter', 'Make it a favourite, or no longer']] },
]
