import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { SessionSummary } from '../../../shared/sessions/sessions'
import { useApp } from '../../state/app/use-app'

const typingPauseMs = 60
const maxChats = 8

const none: readonly SessionSummary[] = []

/** Chats with `query` in the title that the sidebar's list has not loaded. */
export function useFartherChats(query: string): readonly SessionSummary[] {
  const app = useApp()
  const [found, setFound] = useState(none)
  const hasMore = useStore(app.sessionList.store, (state) => state.nextCursor !== null)
  const wanted = hasMore ? query.trim() : ''
  useEffect(() => {
    if (wanted === '') return undefined
    const request = new AbortController()
    const ask = async () => {
      try {
        const input = { query: wanted, limit: maxChats }
        const { sessions } = await app.environment.api.invoke('sessions.list', input, {
          signal: request.signal,
        })
        if (!request.signal.aborted) setFound(sessions)
      } catch {
        // The sidebar shows what is wrong with the store; the loaded chats are still offered.
      }
    }
    const cancel = app.environment.after(typingPauseMs, () => void ask())
    return () => {
      cancel()
      request.abort()
    }
  }, [app, wanted])
  return wanted === '' ? none : found
}
