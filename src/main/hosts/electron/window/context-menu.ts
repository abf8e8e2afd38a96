import type { TFunction } from 'i18next'

import type { ContextMenuParameters, HostMenuItem, HostWebContents } from '../system/electron-modules'

/** The items of a context menu: spelling suggestions, and editing commands for the text. */
export function contextMenuItems(
  { misspelledWord, dictionarySuggestions, editFlags, isEditable, selectionText }: ContextMenuParameters,
  contents: Pick<HostWebContents, 'replaceMisspelling' | 'session'>,
  t: TFunction,
): HostMenuItem[] {
  const separator: HostMenuItem = { type: 'separator' }
  const words: HostMenuItem[] = dictionarySuggestions.map((word) => ({
    label: word,
    click: () => contents.replaceMisspelling(word),
  }))
  const spelling: HostMenuItem[] =
    misspelledWord === ''
      ? []
      : [
          ...(words.length > 0 ? words : [{ label: t('host.spelling.noGuesses'), enabled: false }]),
          separator,
          {
            label: t('host.spelling.learn', { word: misspelledWord }),
            click: () => void contents.session.addWordToSpellCheckerDictionary(misspelledWord),
          },
          separator,
        ]
  if (isEditable) {
    return [
      ...spelling,
      { role: 'undo', label: t('host.menu.undo'), enabled: editFlags.canUndo },
      { role: 'redo', label: t('host.menu.redo'), enabled: editFlags.canRedo },
      separator,
      { role: 'cut', label: t('host.menu.cut'), enabled: editFlags.canCut },
      { role: 'copy', label: t('host.menu.copy'), enabled: editFlags.canCopy },
      { role: 'paste', label: t('host.menu.paste'), enabled: editFlags.canPaste },
      { role: 'selectAll', label: t('host.menu.selectAll'), enabled: editFlags.canSelectAll },
    ]
  }
  if (selectionText.trim() === '') return []
  return [
    { role: 'copy', label: t('host.menu.copy') },
    { role: 'selectAll', label: t('host.menu.selectAll') },
  ]
}
