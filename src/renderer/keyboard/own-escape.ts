import type { KeyboardEvent } from 'react'

import { belongsToInputMethod } from './input-method'

/** Whether Escape was pressed here: not taken by something within, nor in a dialog, a popup or an input method. */
export function isOwnEscape(event: KeyboardEvent): boolean {
  const { key, target, currentTarget, nativeEvent } = event
  if (key !== 'Escape' || event.defaultPrevented || belongsToInputMethod(nativeEvent)) return false
  // React lets events bubble out of what it draws elsewhere.
  return target instanceof Element && currentTarget.contains(target) && target.closest('dialog') === null
}
