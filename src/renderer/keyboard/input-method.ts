/**
 * Whether a key press belongs to an input method that composes a word: such an Enter or arrow chooses nothing.
 * Browsers tell it by `isComposing`, Safari for the key that ends the composition only by the code 229.
 */
export function belongsToInputMethod({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229
}
