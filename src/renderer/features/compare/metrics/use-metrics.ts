import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'

import type { SessionId } from '../../../../shared/ids'
import type { StoredMerge } from '../../../../shared/merges/merges'
import type { Message } from '../../../../shared/sessions/messages'
import type { Pane } from '../../../../shared/sessions/sessions'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { type Conversation, lastAnswer } from '../../../state/conversations/conversation'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { modelName } from '../../../state/models/models'
import { throttle } from '../../../browser/throttle'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { paneLetter, paneName } from '../panes/identity/pane-name'
import { paneVariants } from '../panes/identity/pane-variant'
import { metricsOf, summedMetrics } from './answer-metrics'
import type { PaneColumn } from './metrics-table'

/** The last answer of each pane, or all answers of its path. */
export type MetricsScope = 'last' | 'all'

const stepMs = 500

/** A pane or a merge: both have answers of their own. */
interface Answering {
  sessionId: SessionId
  conversation: ConversationStore
  column: Omit<PaneColumn, 'metrics'>
}

/** The current table, the merges after the panes, updated a few times a second. */
export function useMetrics(
  store: ComparisonStore,
  panes: readonly Pane[],
  merges: readonly StoredMerge[],
  scope: MetricsScope,
): PaneColumn[] {
  const answering = useAnswering(store, panes, merges)
  const conversations = useSteadyConversations(answering)
  const older = useOlderMessages(answering, conversations, scope === 'all')
  return answering.map(({ column, sessionId }, index) => {
    const conversation = conversations[index]
    return {
      ...column,
      metrics:
        conversation === undefined || scope === 'last'
          ? metricsOf(conversation === undefined ? undefined : lastAnswer(conversation))
          : summedMetrics(answersOf(conversation, older.get(sessionId) ?? [])),
    }
  })
}

function useAnswering(
  store: ComparisonStore,
  panes: readonly Pane[],
  merges: readonly StoredMerge[],
): Answering[] {
  const app = useApp()
  const { models } = useStore(app.models.store)
  return useMemo(() => {
    const variants = paneVariants(panes)
    const list = app.comparisons.mergesOf(store.comparisonId)
    return [
      ...panes.map((pane, position) => ({
        sessionId: pane.sessionId,
        conversation: store.conversationOf(pane),
        column: {
          key: pane.paneId,
          ...paneLetter(pane),
          name: paneName(models, pane),
          model: pane.model,
          variant: variants[position] ?? '',
        },
      })),
      // Oldest first, with the numbers that they have in the list of merges.
      ...merges.toReversed().map((merge, index) => ({
        sessionId: merge.sessionId,
        conversation: list.conversationOf(merge),
        column: {
          key: merge.mergeId,
          letter: `M${index + 1}`,
          color: 'var(--ink-3)',
          name: modelName(models, merge.model),
          model: merge.model,
          variant: t('compare.figures.merge', { kind: t(`compare.merge.kinds.${merge.kind}`) }),
        },
      })),
    ]
  }, [app, store, panes, merges, models])
}

function useSteadyConversations(answering: readonly Answering[]): Conversation[] {
  const { environment } = useApp()
  const [conversations, setConversations] = useState(() => statesOf(answering))
  useEffect(() => {
    const shown = throttle(environment, stepMs, () => setConversations(statesOf(answering)))
    shown.runNow()
    const stops = answering.flatMap(({ conversation }) => [
      conversation.store.subscribe(shown.request),
      // A merge that is not open is not loaded.
      conversation.show(),
    ])
    return () => {
      shown.cancel()
      for (const stop of stops) stop()
    }
  }, [answering, environment])
  return conversations
}

function statesOf(answering: readonly Answering[]): Conversation[] {
  return answering.map(({ conversation }) => conversation.store.getState())
}

/** The whole path of panes that are only partly loaded; requested once. */
function useOlderMessages(
  answering: readonly Answering[],
  conversations: readonly Conversation[],
  isWanted: boolean,
): ReadonlyMap<SessionId, readonly Message[]> {
  const { api } = useApp().environment
  const [known, setKnown] = useState<ReadonlyMap<SessionId, readonly Message[]>>(new Map())
  const lacking = answering
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
