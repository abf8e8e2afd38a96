import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

import type { AppSettings } from '../../shared/app/schema'
import { t } from '../language/t'
import { writtenKeys } from './keys'
import { keyHost } from './key-host'

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

/** True if Escape was pressed in this element and not handled by a child, dialog, popup or input method. */
export function isUnhandledEscape(event: ReactKeyboardEvent): boolean {
  const { key, target, currentTarget, nativeEvent } = event
  if (key !== 'Escape' || event.defaultPrevented || belongsToInputMethod(nativeEvent)) return false
  // React events also bubble out of portals.
  return target instanceof Element && currentTarget.contains(target) && target.closest('dialog') === null
}

/** A key press that might send. */
interface PressedKey {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** True for the key press that sends the message; any other Enter breaks the line. */
export function isSendKey(
  { key, shiftKey, ctrlKey, metaKey, altKey }: PressedKey,
  sendWith: AppSettings['sendWith'],
): boolean {
  if (key !== 'Enter' || shiftKey || altKey) return false
  return sendWith === 'enter' || ctrlKey || metaKey
}

/** True for the key press that submits a form from a field of several lines, in which Enter alone starts a line. */
export function isSubmitKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'isComposing' | 'keyCode'>,
): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !belongsToInputMethod(event)
}

/** The name of the send key. */
export function sendKeyName(sendWith: AppSettings['sendWith']): string {
  return sendWith === 'enter' ? t('actions.keys.Enter') : writtenKeys('Mod+Enter', keyHost)
}
