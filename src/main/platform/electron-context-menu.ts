import type { ContextMenuParameters, HostMenuItem, HostWebContents } from './electron-modules'

/** What a right click offers: the words that may have been meant, and what can be done with the text there. */
export function contextMenuItems(
  { misspelledWord, dictionarySuggestions, editFlags, isEditable, selectionText }: ContextMenuParameters,
  contents: Pick<HostWebContents, 'replaceMisspelling' | 'session'>,
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
          ...(words.length > 0 ? words : [{ label: 'No Guesses', enabled: false }]),
          separator,
          {
            label: `Add “${misspelledWord}” to Dictionary`,
            click: () => void contents.session.addWordToSpellCheckerDictionary(misspelledWord),
          },
          separator,
        ]
  if (isEditable) {
    return [
      ...spelling,
      { role: 'undo', enabled: editFlags.canUndo },
      { role: 'redo', enabled: editFlags.canRedo },
      separator,
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ]
  }
  return selectionText.trim() === '' ? [] : [{ role: 'copy' }, { role: 'selectAll' }]
}
