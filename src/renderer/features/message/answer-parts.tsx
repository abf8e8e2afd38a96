import { useMemo, type ReactNode } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import { assertNever } from '../../../shared/invariant'
import {
  type AnswerSource,
  isEmptyMessage,
  type Message,
  type Part,
  type ToolCallPart,
  type TextPart,
  type ReasoningPart,
  messageText,
} from '../../../shared/sessions/messages'
import type { ApprovalRequest, Notice } from '../../../shared/runs/events'
import { t } from '../../language/t'
import { useApp, useConversation } from '../../state/app/use-app'
import { MessageAttachments } from '../attachments/message-attachments'
import { ExcerptList } from '../knowledge/excerpt-list'
import { ErrorCard } from '../error-card/error-card'
import { BoundMarkdown } from '../../markdown/markdown'
import { answerItems } from '../tool-calls/answer-items'
import { LazyApprovalCard } from '../approvals/lazy-approval-card'
import { CallEntry } from '../tool-calls/call-list'
import { lazyComponent } from '../../ui/lazy-component'
import { PlainBoundary } from '../../ui/boundaries/plain-boundary'
import { PlanCard } from '../tool-calls/plan-card'
import { LoneToolResult } from '../tool-calls/tool-card'
import { MarkdownLink } from '../../markdown/link'
import { Card, Hint, Text, Ellipsis } from '../../ui/layout/layout'
import { agentNoticeText } from '../../../shared/runs/agent-notice'
import { formatDuration } from '../../language/format'
import styles from './message.module.css'
import toolCardStyles from '../tool-calls/tool-card.module.css'
import toolCallsStyles from '../tool-calls/tool-calls.module.css'
import { FoldHead, useFold } from '../../ui/controls/fold'
import reasoningStyles from './reasoning.module.css'

/** Few chats have a form. */
const FormCard = lazyComponent(() => import('../forms/form-card'), 'FormCard')

const noApprovals: readonly ApprovalRequest[] = []

const noNotices: readonly Notice[] = []

/** The actions of a message; an absent one is not offered. */
export interface MessageActions {
  onOpenSettings: (error: ErrorData) => void
  /** Regenerates this answer. */
  onRetry?: (() => void) | undefined
  /** Continues this answer, whose error cut it off. */
  onContinue?: (() => void) | undefined
  /** Draws the text of a merged answer with its sources. */
  renderStatements?: ((part: TextPart, isGrowing: boolean) => ReactNode) | undefined
}

/** The parts of an answer in order, and what its run asks the user. */
export function AnswerParts({ message, actions }: { message: Message; actions: MessageActions }) {
  const { parts } = message
  const { approvals, notices } = useLiveRun(message)
  const byCall = useMemo(() => Map.groupBy(approvals, ({ toolCallId }) => toolCallId ?? ''), [approvals])
  const approvalsOf = (toolCallId: string) => byCall.get(toolCallId) ?? noApprovals
  const isAtWork = message.status === 'streaming'
  const knowledge = parts.find((part) => part.type === 'knowledge')
  return (
    <>
      <AgentNotices notices={[...notices, ...storedNotices(message)]} />
      {answerItems(parts, (toolCallId) => byCall.has(toolCallId)).map((item) => (
        <PlainBoundary key={item.index} fallback={<p role="note">{t('messages.answer.partBroken')}</p>}>
          {item.kind === 'part' ? (
            <AnswerPart
              part={item.part}
              sessionId={message.sessionId}
              model={message.model}
              isAtWork={isAtWork}
              isGrowing={isAtWork && item.index === parts.length - 1}
              isAlone={parts.every((part) => part === item.part || part === knowledge)}
              actions={actions}
            />
          ) : (
            <CallEntry item={item} approvalsOf={approvalsOf} messageId={isAtWork ? undefined : message.id} />
          )}
        </PlainBoundary>
      ))}
      {knowledge !== undefined && !isAtWork && (
        <ExcerptList part={knowledge} sessionId={message.sessionId} answer={messageText(message)} />
      )}
      {isEmptyMessage(message) && (
        <Text as="p" tone="faint">
          {t('messages.answer.nothing')}
        </Text>
      )}
      {approvals
        .filter(({ toolCallId }) => !parts.some((part) => isCall(part, toolCallId)))
        .map((approval) => (
          <ToolFrame key={approval.approvalId}>
            <LazyApprovalCard approval={approval} />
          </ToolFrame>
        ))}
    </>
  )
}

/** Stored facts about the request of an answer; a live run reports its own. */
function storedNotices({ metrics, status }: Message): Notice[] {
  if (status === 'streaming') return []
  const { notices = [], tools } = metrics ?? {}
  const withoutTools = tools?.areUnsupported === true ? [{ reason: 'tools-unsupported' as const }] : []
  return [...withoutTools, ...notices].map((about) => ({ code: about.reason, message: '', about }))
}

function isCall(part: Part, toolCallId: string | undefined): part is ToolCallPart {
  return part.type === 'tool-call' && part.toolCallId === toolCallId
}

interface AnswerPartProps {
  part: Part
  sessionId: SessionId
  /** Absent for a hidden contestant. */
  model: string | undefined
  isAtWork: boolean
  isGrowing: boolean
  isAlone: boolean
  actions: MessageActions
}

function AnswerPart({ part, sessionId, model, isAtWork, isGrowing, isAlone, actions }: AnswerPartProps) {
  switch (part.type) {
    case 'text':
      if (part.isLate === true) return <LateText text={part.text} />
      return part.statements === undefined || actions.renderStatements === undefined ? (
        <BoundMarkdown text={part.text} isStreaming={isGrowing} />
      ) : (
        actions.renderStatements(part, isGrowing)
      )
    case 'reasoning':
      return <Reasoning part={part} isThinking={isGrowing} />
    case 'knowledge':
      // Rendered below the answer.
      return null
    case 'tool-call':
      // Rendered with the group that it belongs to.
      return null
    case 'tool-result':
      return <LoneToolResult result={part} />
    case 'attachment':
      return <MessageAttachments parts={[part]} />
    case 'form':
      return <FormCard part={part} sessionId={sessionId} model={model} />
    case 'plan':
      return <PlanCard part={part} isAtWork={isAtWork} />
    case 'sources':
      return <SourceList sources={part.sources} />
    case 'error':
      return (
        <ErrorCard
          error={part}
          hasText={!isAlone}
          onOpenSettings={actions.onOpenSettings}
          onRetry={actions.onRetry}
          onContinue={actions.onContinue}
        />
      )
    default:
      return assertNever(part)
  }
}

/** Output of an agent that arrived after the end of its answer. */
function LateText({ text }: { text: string }) {
  return (
    <section className={styles.answerLate} aria-label={t('messages.answer.late')}>
      <h3>{t('messages.answer.late')}</h3>
      <BoundMarkdown text={text} isStreaming={false} />
    </section>
  )
}

/** The sources of an answer, numbered as in its text. A title is foreign text, so each one is shown with its host. */
function SourceList({ sources }: { sources: readonly AnswerSource[] }) {
  return (
    <Hint as="section" tone="soft" className={styles.answerSources} aria-label={t('messages.answer.sources')}>
      <h3>{t('messages.answer.sources')}</h3>
      <ol>
        {sources.map(({ url, title }) => (
          <li key={url} dir="auto">
            <MarkdownLink href={url} text={title ?? url}>
              {title ?? url}
            </MarkdownLink>
            {title !== undefined && <Text tone="faint"> {URL.parse(url)?.host}</Text>}
          </li>
        ))}
      </ol>
    </Hint>
  )
}

/** The requests and notices of the run that writes `message`. */
function useLiveRun({ id, sessionId }: Message): {
  approvals: readonly ApprovalRequest[]
  notices: readonly Notice[]
} {
  const app = useApp()
  const conversation = useMemo(() => app.conversations.of(sessionId), [app, sessionId])
  const approvals = useConversation(conversation, ({ live }) =>
    live?.messageId === id ? live.snapshot.pending.approvals : noApprovals,
  )
  const notices = useConversation(conversation, ({ live }) =>
    live?.messageId === id ? live.snapshot.notices : noNotices,
  )
  return { approvals, notices }
}

/** The frame for something that belongs to a call which the answer does not show. */
function ToolFrame({ children }: { children: ReactNode }) {
  return (
    <Card size="m" className={toolCardStyles.tool} data-slot="tool">
      {children}
    </Card>
  )
}

/** Keeps an agent with many warnings from filling the answer. */
const shownCount = 3

/** Notices from an agent beside its answer. */
function AgentNotices({ notices }: { notices: readonly Notice[] }) {
  const lines = notices.map(noticeLine).filter((line) => line !== null)
  const shown = [...new Set(lines)].slice(-shownCount)
  if (shown.length === 0) return null
  return (
    <Hint as="div" tone="warn" className={toolCallsStyles.agentNotices}>
      {shown.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Hint>
  )
}

function noticeLine({ code, message, about }: Notice): string | null {
  if (about !== undefined) return agentNoticeText(about, t)
  return code === 'AGENT_WARNING' ? t('messages.agentNotice.warning', { message }) : null
}

/** How much of the end is searched for a sentence. */
const examinedChars = 600
const sentenceEnd = /[.!?…:](?=\s)|[。！？]|\n/g
const marks = /^[\s>#*_\-\d.)]+|[*_`]/g

/** The last complete sentence or line of a growing text; empty before there is one. */
export function lastThought(text: string): string {
  const end = text.slice(-examinedChars)
  const isCut = text.length > examinedChars
  const stops = [...end.matchAll(sentenceEnd)].map(({ index, 0: stop }) => index + stop.length)
  const sentences = stops.map((stop, index) => end.slice(stops[index - 1] ?? 0, stop))
  // The first sentence of a truncated text lacks its start.
  if (isCut && sentences.length > 1) sentences.shift()
  return (
    sentences
      .map((sentence) => sentence.replaceAll(marks, '').trim())
      .findLast((words) => words.length > 2) ?? ''
  )
}

/**
 * A model's reasoning, collapsed to its duration unless the user keeps it open. While it streams collapsed, its last
 * complete sentence is shown beside it: that changes slowly enough to read.
 */
function Reasoning({ part, isThinking }: { part: ReasoningPart; isThinking: boolean }) {
  const isKeptOpen = useStore(useApp().settings.store, (state) => state.settings.keepReasoningOpen)
  const [isOpen, turn] = useFold(isKeptOpen)
  const took =
    part.durationMs === undefined
      ? t('messages.reasoning.thought')
      : t('messages.reasoning.thoughtFor', { time: formatDuration(part.durationMs) })
  const thought = isThinking && !isOpen ? lastThought(part.text) : ''
  return (
    <div className={reasoningStyles.reasoning} data-slot="reasoning">
      <FoldHead isOpen={isOpen} onTurn={turn}>
        {isThinking ? <span className={reasoningStyles.live}>{t('messages.reasoning.thinking')}</span> : took}
        {thought !== '' && (
          <Ellipsis tone="faint" className={reasoningStyles.thought} aria-hidden="true" dir="auto">
            {thought}
          </Ellipsis>
        )}
      </FoldHead>
      {isOpen && (
        <Text as="div" tone="soft" size="m" className={reasoningStyles.text} data-slot="reasoning-text">
          <BoundMarkdown text={part.text} isStreaming={isThinking} />
        </Text>
      )}
    </div>
  )
}
