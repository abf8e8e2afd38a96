import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { SessionId } from '../../../../shared/ids'
import type { Message } from '../../../../shared/sessions/messages'
import type { Pane } from '../../../../shared/sessions/sessions'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { lastAnswer, type Conversation } from '../../../state/conversations/conversation'
import { modelName } from '../../../state/models/models'
import { throttle } from '../../../browser/throttle'
import { useApp } from '../../../state/app/use-app'
import { paneLetter } from '../panes/pane-letter'
import { paneVariants } from '../panes/pane-variant'
import { metricsOf, summedMetrics } from './answer-metrics'
import type { PaneColumn } from './metrics-table'

/** The last answer of each pane, or all answers of its path. */
export type MetricsScope = 'last' | 'all'

const stepMs = 500

/** The current table, updated a few times a second. */
export function useMetrics(
  store: ComparisonStore,
  panes: readonly Pane[],
  scope: MetricsScope,
): PaneColumn[] {
  const { models } = useStore(useApp().models)
  const conversations = useSteadyConversations(store, panes)
  const older = useOlderMessages(panes, conversations, scope === 'all')
  const variants = paneVariants(panes)
  return panes.map((pane, position) => {
    const conversation = conversations[position]
    return {
      ...paneLetter(pane),
      name: modelName(models, pane.model),
      model: pane.model,
      variant: variants[position] ?? '',
      metrics:
        conversation === undefined || scope === 'last'
          ? metricsOf(conversation === undefined ? undefined : lastAnswer(conversation))
          : summedMetrics(answersOf(conversation, older.get(pane.sessionId) ?? [])),
    }
  })
}

function useSteadyConversations(store: ComparisonStore, panes: readonly Pane[]): Conversation[] {
  const { environment } = useApp()
  const [conversations, setConversations] = useState(() => conversationsOf(store, panes))
  useEffect(() => {
    const shown = throttle(environment, stepMs, () => setConversations(conversationsOf(store, panes)))
    shown.runNow()
    const stops = panes.map((pane) => store.conversationOf(pane).store.subscribe(shown.request))
    return () => {
      shown.cancel()
      for (const stop of stops) stop()
    }
  }, [store, panes, environment])
  return conversations
}

function conversationsOf(store: ComparisonStore, panes: readonly Pane[]): Conversation[] {
  return panes.map((pane) => store.conversationOf(pane).store.getState())
}

/** The whole path of panes that are only partly loaded; requested once. */
function useOlderMessages(
  panes: readonly Pane[],
  conversations: readonly Conversation[],
  isWanted: boolean,
): ReadonlyMap<SessionId, readonly Message[]> {
  const { api } = useApp().environment
  const [known, setKnown] = useState<ReadonlyMap<SessionId, readonly Message[]>>(new Map())
  const lacking = panes
    .filter(
      (_, position) =>
        conversations[position]?.hasMore === true || conversations[position]?.hasNewer === true,
    )
    .map(({ sessionId }) => sessionId)
    .filter((sessionId) => !known.has(sessionId))
  const wanted = isWanted ? lacking.join(' ') : ''
  useEffect(() => {
    if (wanted === '') return undefined
    let isOver = false
    const ask = async (sessionId: SessionId) => {
      try {
        const { messages } = await api.invoke('sessions.get', { sessionId })
        if (!isOver) setKnown((before) => new Map(before).set(sessionId, messages))
      } catch {
        // The sum then covers only what is loaded; the pane itself shows the error.
        if (!isOver) setKnown((before) => new Map(before).set(sessionId, []))
      }
    }
    for (const sessionId of wanted.split(' ')) void ask(sessionId as SessionId)
    return () => {
      isOver = true
    }
  }, [api, wanted])
  return known
}

/** Each answer once; loaded ones are newer. */
function answersOf({ messages, live }: Conversation, older: readonly Message[]): Message[] {
  const byId = new Map([...older, ...messages].map((message) => [message.id, message]))
  if (live !== null) byId.set(live.messageId, live.snapshot.message)
  return [...byId.values()].filter(({ role }) => role === 'assistant')
}
