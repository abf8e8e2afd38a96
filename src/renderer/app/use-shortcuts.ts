import { useEffect, useEffectEvent } from 'react'

import type { FocusedField } from '../state/actions/action-list'
import { useApp } from '../state/app/use-app'
import { focusComposer } from '../keyboard/focus-targets'
import { belongsToInputMethod } from '../keyboard/input-method'
import { isAltGraph, keyHost } from '../keyboard/key-host'

/**
 * Handles the shortcuts of all available actions, the Escape that stops an answer, and characters typed while nothing is
 * focused, which go to the composer; except while a dialog covers the window.
 */
export function useShortcuts(): void {
  const app = useApp()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Keys pressed during composition belong to the input method.
    if (event.defaultPrevented || belongsToInputMethod(event)) return
    if (isReloadKey(event) && app.restart.askToReload()) event.preventDefault()
    if (document.querySelector('dialog[open]') !== null) return
    const isPressed = !isAltGraph(event) && app.actions.press(event, fieldOf(document.activeElement), keyHost)
    if (isPressed) event.preventDefault()
    // Whatever Escape closes has already handled it. A held key only closed something.
    else if (event.key === 'Escape' && !event.repeat) {
      // Its answer continues.
      if (app.navigation.getState().isQuick) app.environment.closeWindow()
      else app.actions.runIfPossible('stop')
    }
    // The browser types into what is focused after this.
    else if (isFreelyTyped(event) && document.activeElement === document.body) focusComposer()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** True for keys that type a character, except the space, which scrolls where nothing is focused. */
function isFreelyTyped(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event
  const isCommand = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph')
  return !isCommand && key !== ' ' && /^.$/u.test(key)
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
