import type { KeyboardEvent } from 'react'

import { belongsToInputMethod } from './input-method'

/** True if Escape was pressed in this element and not handled by a child, dialog, popup or input method. */
export function isUnhandledEscape(event: KeyboardEvent): boolean {
  const { key, target, currentTarget, nativeEvent } = event
  if (key !== 'Escape' || event.defaultPrevented || belongsToInputMethod(nativeEvent)) return false
  // React events also bubble out of portals.
  return target instanceof Element && currentTarget.contains(target) && target.closest('dialog') === null
}
