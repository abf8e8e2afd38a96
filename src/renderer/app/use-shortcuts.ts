import { useEffect, useEffectEvent } from 'react'

import type { FocusedField } from '../state/actions/action-list'
import { useApp } from '../state/app/use-app'
import { belongsToInputMethod } from '../keyboard/input-method'
import { keyHost } from '../keyboard/key-host'

/**
 * Listens for the shortcuts of everything that can be done now, and for the Escape that stops an answer; not while a
 * dialog covers the window.
 */
export function useShortcuts(): void {
  const app = useApp()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // A word that is being composed belongs to the input method.
    if (event.defaultPrevented || belongsToInputMethod(event)) return
    if (document.querySelector('dialog[open]') !== null) return
    if (app.actions.press(event, fieldOf(document.activeElement), keyHost)) event.preventDefault()
    // What Escape closes has taken it before it comes here. Held down, it only closed something.
    else if (event.key === 'Escape' && !event.repeat) app.actions.runIfPossible('stop')
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

const textTypes: readonly string[] = ['text', 'search', 'url', 'email', 'password', 'number', 'tel']

function fieldOf(focused: Element | null): FocusedField {
  const isField =
    focused instanceof HTMLTextAreaElement ||
    (focused instanceof HTMLInputElement && textTypes.includes(focused.type))
  // A list that is closed shows what was chosen: nobody writes there.
  if (!isField || focused.ariaExpanded === 'false') return 'none'
  return focused.value === '' ? 'empty' : 'with-text'
}
