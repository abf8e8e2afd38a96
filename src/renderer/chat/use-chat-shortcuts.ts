import { useEffect, useEffectEvent } from 'react'

/** What a key press asks for in an open chat. */
export type ChatShortcut = 'find' | 'retry' | 'undo'

/** Listens in the whole window as long as a chat is open; not while a dialog covers it. */
export function useChatShortcuts(onShortcut: (shortcut: ChatShortcut) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = chatShortcutOf(event)
    if (shortcut === null || event.repeat || document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    onShortcut(shortcut)
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** What a key press asks for. */
export function chatShortcutOf(
  event: Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): ChatShortcut | null {
  const hasCommand = event.ctrlKey || event.metaKey
  if (event.shiftKey || hasCommand === event.altKey) return null
  // Alt changes what a key writes on some systems; then its place on the keyboard tells which it is.
  const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code.slice(-1).toLowerCase()
  if (hasCommand) return letter === 'f' ? 'find' : null
  if (letter === 'r') return 'retry'
  return letter === 'z' ? 'undo' : null
}
