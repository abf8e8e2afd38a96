import { useEffect, useEffectEvent } from 'react'

import type { FocusedField } from '../state/actions/action-list'
import { useApp } from '../state/app/use-app'
import { belongsToInputMethod } from '../keyboard/input-method'
import { keyHost } from '../keyboard/key-host'

/**
 * Handles the shortcuts of all available actions, and the Escape that stops an answer, except while a dialog covers the
 * window.
 */
export function useShortcuts(): void {
  const app = useApp()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Keys pressed during composition belong to the input method.
    if (event.defaultPrevented || belongsToInputMethod(event)) return
    if (isReloadKey(event) && app.restart.askToReload()) event.preventDefault()
    if (document.querySelector('dialog[open]') !== null) return
    if (app.actions.press(event, fieldOf(document.activeElement), keyHost)) event.preventDefault()
    // Whatever Escape closes has already handled it. A held key only closed something.
    else if (event.key === 'Escape' && !event.repeat) app.actions.runIfPossible('stop')
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** The keys with which browsers reload a page. */
function isReloadKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (altKey) return false
  return key === 'F5' || (key.toLowerCase() === 'r' && (keyHost.isMac ? metaKey : ctrlKey))
}

const textTypes: readonly string[] = ['text', 'search', 'url', 'email', 'password', 'number', 'tel']

function fieldOf(focused: Element | null): FocusedField {
  const isField =
    focused instanceof HTMLTextAreaElement ||
    (focused instanceof HTMLInputElement && textTypes.includes(focused.type))
  // A closed combobox shows the selected value, so nobody is typing there.
  if (!isField || focused.ariaExpanded === 'false') return 'none'
  return focused.value === '' ? 'empty' : 'with-text'
}
