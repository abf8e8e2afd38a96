/**
 * Whether a key press belongs to an input method: such an Enter or arrow key must not select anything. Browsers set
 * `isComposing`; for the key that ends the composition, Safari only reports key code 229.
 */
export function belongsToInputMethod({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229
}
