/** `text` as it is compared when case does not matter, also beyond ASCII. The SQL function `fold_case` is this. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
