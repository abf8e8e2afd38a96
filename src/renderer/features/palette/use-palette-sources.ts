import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'

import { useLanguage } from '../../language/use-language'
import { recentActions } from '../../state/actions/recent-actions'
import type { AppState } from '../../state/app/app-state'
import { chatEntry, compareEntry, type SessionEntry } from '../../state/session-list/session-entry'
import { useApp } from '../../state/app/use-app'
import { useRequest } from '../../state/app/use-request'
import type { OfferedAction, PaletteSources } from './palette-lines'
import type { SessionSummary } from '../../../shared/sessions/sessions'

const typingPauseMs = 60
const maxChats = 8

const none: readonly SessionSummary[] = []

/** Chats with `query` in the title that the sidebar's list has not loaded. */
function useFartherChats(query: string): readonly SessionSummary[] {
  const app = useApp()
  const hasMore = useStore(app.sessionList.store, (state) => state.nextCursor !== null)
  const wanted = hasMore ? query.trim() : ''
  const input = wanted === '' ? null : { query: wanted, limit: maxChats }
  // The sidebar shows what is wrong with the store; the loaded chats are still offered.
  const { data } = useRequest('sessions.list', input, { settlesAfterMs: typingPauseMs })
  return wanted === '' ? none : (data?.sessions ?? none)
}

/** Everything that the palette lists. Actions depend on the state before it opened, such as the focused pane. */
export function usePaletteSources(query: string): PaletteSources {
  const app = useApp()
  const [recent] = useState(() => recentActions(app.environment.storage))
  const actions = useOffered()
  const sessions = useStore(app.sessionList.store, (state) => state.sessions)
  const comparisons = useStore(app.sessionList.store, (state) => state.comparisons)
  const models = useStore(app.models.store, (state) => state.models)
  const isInChat = useStore(app.navigation, ({ view }) => view.kind === 'chat' && view.sessionId !== null)
  const farther = useFartherChats(query)
  const entries = useMemo(
    () =>
      newestFirst([...sessions.map(chatEntry), ...comparisons.map(compareEntry), ...farther.map(chatEntry)]),
    [sessions, comparisons, farther],
  )
  return useMemo(
    () => ({ actions, recent, entries, models, isInChat }),
    [actions, recent, entries, models, isInChat],
  )
}

/**
 * All actions as they were when the palette opened, or when the language last changed; prompts as far as loaded.
 */
function useOffered(): readonly OfferedAction[] {
  const app = useApp()
  const language = useLanguage()
  const [worded, setWorded] = useState(language)
  const [actions, setActions] = useState(() => offeredNow(app))
  if (worded !== language) {
    setWorded(language)
    setActions(offeredNow(app))
  }
  useEffect(() => {
    void app.prompts.load()
    return app.prompts.store.subscribe(() =>
      setActions((before) => [
        ...before.filter((some) => !isPrompt(some)),
        ...offeredNow(app).filter(isPrompt),
      ]),
    )
  }, [app])
  return actions
}

function offeredNow(app: AppState): OfferedAction[] {
  const others = app.actions.all().filter(({ id }) => id !== 'palette')
  return others.map((action) => ({ action, disabledReason: action.disabledReason?.() ?? null }))
}

function isPrompt({ action }: OfferedAction): boolean {
  return action.group === 'prompts'
}

/** Without duplicates. */
function newestFirst(entries: readonly SessionEntry[]): SessionEntry[] {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]))
  return [...byKey.values()].toSorted((left, right) => right.updatedAt - left.updatedAt)
}
