import type { AppSettings } from '../../../shared/settings'
import { isMac } from '../shortcut-names'

/** A key press, as far as it may send. */
interface PressedKey {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** Whether a key sends what is written; every other Enter breaks the line. */
export function isSendKey(
  { key, shiftKey, ctrlKey, metaKey, altKey }: PressedKey,
  sendWith: AppSettings['sendWith'],
): boolean {
  if (key !== 'Enter' || shiftKey || altKey) return false
  return sendWith === 'enter' || ctrlKey || metaKey
}

/** How the key that sends is called. */
export function sendKeyName(sendWith: AppSettings['sendWith']): string {
  if (sendWith === 'enter') return 'Enter'
  return isMac ? '⌘↩' : 'Ctrl+Enter'
}
