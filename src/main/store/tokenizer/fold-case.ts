/** Folds `text` for comparisons that ignore case, also beyond ASCII. The SQL function `fold_case` is this. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
