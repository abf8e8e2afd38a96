import type { AppSettings } from '../../shared/app/schema'
import { t } from '../language/t'
import { belongsToInputMethod } from './input-method'
import { writtenKeys } from './keys'
import { keyHost } from './key-host'

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
