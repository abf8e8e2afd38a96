import { useEffect, useEffectEvent } from 'react'

/** What a key press asks for in an open chat. */
export type ChatShortcut = 'find' | 'retry' | 'undo' | 'outline' | 'previous-message' | 'next-message'

/** Those that go on while their key is held down. */
const mayRepeat: readonly ChatShortcut[] = ['previous-message', 'next-message']

/** Listens in the whole window as long as a chat is open; not while a dialog covers it. */
export function useChatShortcuts(onShortcut: (shortcut: ChatShortcut) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = chatShortcutOf(event)
    if (shortcut === null || document.querySelector('dialog[open]') !== null) return
    if (event.repeat && !mayRepeat.includes(shortcut)) return
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
  if (event.altKey && event.key === 'ArrowUp') return 'previous-message'
  if (event.altKey && event.key === 'ArrowDown') return 'next-message'
  // Alt changes what a key writes on some systems; then its place on the keyboard tells which it is.
  const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code.slice(-1).toLowerCase()
  if (hasCommand) return letter === 'f' ? 'find' : null
  if (letter === 'r') return 'retry'
  if (letter === 'o') return 'outline'
  return letter === 'z' ? 'undo' : null
}
