import { useEffect, useEffectEvent } from 'react'

import { useApp } from './state/use-app'

/**
 * The shortcuts of the whole window. Browsers keep Ctrl+N and Ctrl+Shift+N for themselves, so Alt+N and Alt+C do
 * the same in both hosts.
 */
export function useShortcuts(onSearch: () => void): void {
  const app = useApp()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOf(event)
    if (action === null) return
    event.preventDefault()
    if (action === 'new-chat') app.newChat()
    else if (action === 'new-compare') app.newCompare()
    else if (action === 'settings') app.setSettingsOpen(true)
    else onSearch()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  useEffect(() => {
    const note = (event: KeyboardEvent) => {
      if (event.key === 'Escape') app.escapes.note()
    }
    window.addEventListener('keydown', note, { capture: true })
    return () => window.removeEventListener('keydown', note, { capture: true })
  }, [app])
}

type Action = 'new-chat' | 'new-compare' | 'search' | 'settings'

/** What a key press asks for. `code` and not `key`: Alt and other layouts change what a key writes. */
export function actionOf(
  event: Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): Action | null {
  const hasCommand = event.ctrlKey || event.metaKey
  if (event.altKey && !hasCommand && !event.shiftKey) {
    if (event.code === 'KeyN') return 'new-chat'
    return event.code === 'KeyC' ? 'new-compare' : null
  }
  if (!hasCommand || event.altKey) return null
  const key = event.key.toLowerCase()
  if (key === 'n') return event.shiftKey ? 'new-compare' : 'new-chat'
  if (event.shiftKey) return null
  if (key === 'k') return 'search'
  return key === ',' ? 'settings' : null
}
