import { useEffect, useState } from 'react'

import { agentOf } from '../../../shared/models/models'
import type { Part, ToolCallPart } from '../../../shared/sessions/messages'
import { visibleLine, withoutMiddle } from '../../../shared/text/visible-text'
import { t } from '../../language/t'
import { useConversation } from '../../state/app/use-app'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import { approvalWords } from './call-facts'
import { callPhrase } from './own-calls'

const nameChars = 120

/** The newest request that waits for the user. */
export function RequestWords({ conversation }: { conversation: ConversationStore }) {
  const newest = useConversation(conversation, ({ live }) => live?.snapshot.pending.approvals.at(-1) ?? null)
  return newest === null ? null : `${t('messages.approval.name')}: ${approvalWords(newest)}`
}

/** How the last call of a model ended. */
export function EndWords({ conversation }: { conversation: ConversationStore }) {
  const [words, setWords] = useState('')
  useEffect(
    () =>
      conversation.store.subscribe(({ live }, before) => {
        const { parts, model } = live?.snapshot.message ?? {}
        // Agents make too many calls.
        if (model !== undefined && agentOf(model) !== null) return
        const call = endedCall(parts, before.live?.snapshot.message.parts)
        if (call !== undefined) setWords(endWords(call))
      }),
    [conversation],
  )
  return words
}

/** The last call that has ended in between. Parts of an answer keep their places. */
function endedCall(
  parts: readonly Part[] | undefined,
  before: readonly Part[] | undefined,
): ToolCallPart | undefined {
  if (parts === undefined || before === undefined || parts === before) return undefined
  const index = parts.findLastIndex((part, at) => isEnded(part) && isRunning(before[at]))
  const part = parts[index]
  return part?.type === 'tool-call' ? part : undefined
}

function isEnded(part: Part): boolean {
  return part.type === 'tool-call' && (part.state === 'done' || part.state === 'failed')
}

function isRunning(part: Part | undefined): boolean {
  return part?.type === 'tool-call' && part.state === 'running'
}

function endWords(call: ToolCallPart): string {
  const phrase = callPhrase(call)
  const words = visibleLine(withoutMiddle(phrase === '' ? call.toolName : phrase, nameChars))
  return `${words}: ${t(`messages.tool.${call.state}`)}`
}
