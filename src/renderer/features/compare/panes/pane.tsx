import { useCallback, useMemo, useRef, useEffect, useState, useContext, type ComponentProps } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'

import type { PaneId, MessageId } from '../../../../shared/ids'
import { agentOf } from '../../../../shared/models/models'
import { paneLimits, type Pane as PaneInfo } from '../../../../shared/sessions/sessions'
import { memo } from '../../../language/memo'
import { t } from '../../../language/t'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import {
  lastAnswer,
  needsDecision,
  shownExchanges,
  messageOf,
} from '../../../state/conversations/conversation'
import { paramsFor } from '../../../state/models/models'
import { useApp, useConversation, useShown } from '../../../state/app/use-app'
import { ChangesBar } from '../../agent-changes/changes-bar'
import { Button, CloseButton } from '../../../ui/controls/button'
import { Icon } from '../../../ui/controls/icon'
import { failureData } from '../../../errors/failure'
import { ErrorCard } from '../../error-card/error-card'
import { FollowScroll } from '../../../ui/viewport/follow-scroll'
import { LazyCallAnnouncer } from '../../approvals/lazy-call-announcer'
import { RetryAnnouncer } from '../../message/retry-line'
import { useNamedMessage, type NamedMessage } from '../../message-navigation/message-elements'
import { useRestoredPlace } from '../../message-navigation/use-restored-place'
import { VisitBar } from '../../message-navigation/visit-bar'
import { useTarget } from '../../message-navigation/use-target'
import { isUnhandledEscape } from '../../../keyboard/key-presses'
import { CheckButton } from '../checks/check-button'
import { PaneAnnouncer } from './pane-announcer'
import { PaneComposer } from './pane-composer'
import { paneStatus, paneMetrics, type PaneMetrics } from './pane-metrics'
import { PaneFrame, PaneMenu } from './pane-frame'
import { paneLetter } from './identity/pane-name'
import { paneTools } from './pane-tools'
import { promotePane, promoteDisabledReason } from './use-pane-actions'
import { draftForPane, sendToPanes } from './send-to-panes'
import { useReviewPlaces } from '../answers/use-votable-answers'
import { focusFieldAround, usePaneThread } from './use-pane-thread'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { throttle } from '../../../browser/throttle'
import { Stack, Row } from '../../../ui/layout/layout'
import { errorLine } from '../../../errors/error-text'
import { MessageBoundary } from '../../message/message-boundary'
import { AnswerRow } from '../../message/rows/answer-row'
import type { Thread } from '../../message/rows/thread'
import { UserRow } from '../../message/rows/user-row'
import { QuestionLengthContext } from '../question/use-shared-turns'
import type { ComparePages } from '../pages/compare-pages'
import { PanePage } from '../pages/lazy-pages'
import paneGridStyles from '../layout/pane-grid.module.css'
import compareStyles from '../compare.module.css'

/** Metrics that change faster than this are unreadable. */
const stepMs = 200

/** The live metrics of a pane, throttled to a readable pace. */
function useSteadyMetrics(conversation: ConversationStore): PaneMetrics {
  const { environment } = useApp()
  const [metrics, setMetrics] = useState(() => paneMetrics(conversation.store.getState()))
  useEffect(() => {
    const shown = throttle(environment, stepMs, () => setMetrics(paneMetrics(conversation.store.getState())))
    shown.runNow()
    const stopListening = conversation.store.subscribe((state, before) => {
      if (!state.isRunning && before.isRunning) shown.runNow()
      else shown.request()
    })
    return () => {
      shown.cancel()
      stopListening()
    }
  }, [conversation, environment])
  return metrics
}

interface PaneProps {
  store: ComparisonStore
  pages: ComparePages
  pane: PaneInfo
  position: number
  paneCount: number
  /** The contestant is hidden. */
  isHidden: boolean
  /** The contestant was revealed while the comparison was shown. */
  isRevealed: boolean
  /** The settings that distinguish it from the other panes. */
  variant: string
  isMaximised: boolean
  /** False where one pane is shown at a time anyway. */
  canMaximise: boolean
  onMaximise: (paneId: PaneId) => void
  onOpenSettings: (paneId: PaneId) => void
}

/**
 * One pane of a comparison: a conversation with its own Send, Stop, Re-run and model choice. It does not render again
 * because another pane has changed.
 */
export const Pane = memo(function Pane(props: PaneProps) {
  const { store, pages, pane, position, paneCount, isHidden, variant, isMaximised } = props
  const onMaximise = () => props.onMaximise(pane.paneId)
  const app = useApp()
  const conversation = store.conversationOf(pane)
  useShown(conversation)
  const exchanges = useConversation(conversation, useShallow(shownExchanges))
  const ids = useMemo(() => exchanges.flatMap(idsOf), [exchanges])
  const hasMore = useConversation(conversation, (state) => state.hasMore)
  const isRunning = useConversation(conversation, (state) => state.isRunning)
  const status = useConversation(conversation, paneStatus)
  const isAsking = useConversation(conversation, needsDecision)
  const error = useConversation(conversation, (state) => state.runError ?? state.loadError)
  // A refused message is a draft again, so after a complete answer there is nothing to retry.
  const canRetry = useConversation(conversation, (state) => {
    const answer = lastAnswer(state)
    return answer?.status === 'partial' || answer?.status === 'failed'
  })
  const metrics = useSteadyMetrics(conversation)
  const hasNewer = useConversation(conversation, (state) => state.hasNewer)
  const isMoving = useConversation(conversation, (state) => state.isMoving)
  const newestCalls = useConversation(conversation, (state) => state.newestCalls)
  const column = useRef<HTMLDivElement>(null)
  const thread = usePaneThread(store, pane, column, isHidden)
  useTarget(conversation, column)
  const named = useNamed(pane)
  useRestoredPlace(conversation, column, named.messageId !== undefined)
  useNamedMessage(conversation, named, {
    onRefused: (refusal) => conversation.setRunError(refusal),
    onLeft: () => app.go({ kind: 'compare', comparisonId: store.comparisonId }),
  })
  const loadOlder = useCallback(() => void conversation.pages.loadOlder(), [conversation])
  const loadNewer = useCallback(() => void conversation.pages.loadNewer(), [conversation])
  const stop = () => void store.stop(pane)
  const regenerate = () => store.regenerate(pane)
  const places = useReviewPlaces(store, isHidden)
  const hasPage = useStore(pages.store, (state) => state.isShown || state.hasFrames)
  const tag = paneLetter(pane)
  const { letter } = tag

  const errorCard = error !== null && (
    <ErrorCard
      error={error}
      onOpenSettings={(shown) => app.openSettingsFor(shown, pane.model)}
      onRetry={canRetry && !isHidden ? regenerate : undefined}
      offersRestart={false}
    />
  )

  // A blind comparison is stopped and asked as a whole: a single pane would show how fast it is.
  const action = isHidden ? null : isRunning ? (
    <Button
      key="stop"
      variant="stop"
      className={compareStyles.paneStop}
      data-slot="pane-stop"
      aria-label={t('compare.pane.stop')}
      onFirstClick={({ currentTarget }) => {
        focusFieldAround(currentTarget)
        stop()
      }}
    >
      {t('common.stop')}
    </Button>
  ) : (
    ids.length > 0 && (
      <Button
        key="rerun"
        variant="quiet"
        className={compareStyles.paneRerun}
        data-slot="pane-rerun"
        aria-label={t('compare.pane.regenerateNamed', { letter })}
        title={t('common.regenerate')}
        onFirstClick={({ currentTarget }) => {
          focusFieldAround(currentTarget)
          regenerate()
        }}
      >
        <Icon name="again" />
        <span className={compareStyles.paneRerunWord}>{t('common.regenerate')}</span>
      </Button>
    )
  )

  return (
    <PaneFrame
      position={position}
      tag={tag}
      model={pane.model}
      status={status}
      needsDecision={isAsking}
      isHidden={isHidden}
      isRevealed={props.isRevealed}
      metrics={status === 'Idle' || isHidden ? null : metrics}
      variant={variant}
      permission={agentOf(pane.model) === null ? null : (pane.permission ?? 'read-only')}
      action={
        <>
          {isMaximised && (
            <Button
              variant="quiet"
              className={paneGridStyles.paneRestore}
              onClick={({ currentTarget }) => {
                focusFieldAround(currentTarget)
                onMaximise()
              }}
            >
              {t('compare.paneMenu.showAll')}
            </Button>
          )}
          {action}
        </>
      }
      menu={
        <PaneMenu
          letter={letter}
          position={position}
          paneCount={paneCount}
          onOpenSettings={isHidden ? undefined : () => props.onOpenSettings(pane.paneId)}
          onMove={(to) => void store.movePane(pane.paneId, to)}
          maximise={props.canMaximise ? { isMaximised, onChange: onMaximise } : undefined}
          promote={
            isHidden
              ? undefined
              : {
                  refusal: promoteDisabledReason(store, pane),
                  onChoose: () => void promotePane(app, store, pane),
                }
          }
        />
      }
      onHeadDoubleClick={onMaximise}
      onKeyDown={(event) => {
        // In a maximised pane, Escape restores the layout instead of stopping the answer.
        if (isMaximised || !isUnhandledEscape(event)) return
        // Handled here, so that Escape stops only this pane.
        event.preventDefault()
        if (isRunning && !event.repeat) {
          if (isHidden) store.stopAll()
          else stop()
        }
      }}
      onModel={(model) => {
        const params = paramsFor(app.models.store.getState().models, pane, model)
        void store.replacePane({ ...pane, params }, model)
      }}
      onRemove={paneCount > paneLimits.min && !isHidden ? () => void store.removePane(pane) : undefined}
    >
      <Row gap={0} align="stretch" grow className={compareStyles.paneBody} data-slot="pane-body">
        {hasPage && (
          <PanePage
            pages={pages}
            paneId={pane.paneId}
            draft={draftForPane(pane.paneId)}
            letter={letter}
            isAnswering={isRunning}
            isHidden={isHidden}
          />
        )}
        <FollowScroll
          label={t('compare.pane.messages', { letter })}
          followKey={newestCalls}
          rows={ids}
          isReplacing={isMoving}
          isComplete={!isRunning}
          onNearStart={hasMore ? loadOlder : undefined}
          onNearEnd={hasNewer ? loadNewer : undefined}
          onJump={() => void conversation.pages.goToNewest()}
          onEndRead={(isEndRead) => conversation.pages.setEndRead(isEndRead)}
        >
          <Stack gap={3} pad={3} ref={column} className={compareStyles.paneColumn}>
            {exchanges.map((exchange, index) => (
              <Stack
                key={idsOf(exchange)[0]}
                gap={3}
                className={compareStyles.paneExchange}
                data-slot="exchange"
              >
                {idsOf(exchange).map((id) => (
                  <PaneMessage key={id} conversation={conversation} messageId={id} thread={thread} />
                ))}
                {index === exchanges.length - 1 && errorCard}
              </Stack>
            ))}
            {exchanges.length === 0 && errorCard}
          </Stack>
        </FollowScroll>
      </Row>
      {!isHidden && (
        <PaneComposer
          place={draftForPane(pane.paneId)}
          letter={letter}
          sessionId={pane.sessionId}
          pane={pane}
          tools={paneTools(store, [pane], isHidden)}
          disabledReason={() => (store.isIdle(pane) ? null : failureData('RUN_ACTIVE', 'pane'))}
          onSend={async (message) => {
            void sendToPanes(app, store, [pane], message)
            return null
          }}
          isNew={ids.length === 0}
        />
      )}
      <PaneAnnouncer conversation={conversation} letter={letter} />
      <RetryAnnouncer conversation={conversation} />
      {/* How calls end is not announced: panes make the same ones. */}
      <LazyCallAnnouncer conversation={conversation} saysEnds={false} />
      <ChangesBar
        conversation={conversation}
        workspace={pane.workspace ?? null}
        pane={{ letter, places, isHidden, check: <CheckButton store={store} /> }}
      />
      <VisitBar conversation={conversation} className={compareStyles.undo} />
      <PaneNotice conversation={conversation} />
    </PaneFrame>
  )
})

function idsOf(exchange: string): MessageId[] {
  return exchange.split(' ') as MessageId[]
}

/** The message of this pane that the address points to. */
function useNamed({ sessionId }: PaneInfo): NamedMessage {
  const app = useApp()
  const view = useStore(app.navigation, (state) => state.view)
  return useMemo(() => {
    if (view.kind !== 'compare' || view.pane?.sessionId !== sessionId) return {}
    return { messageId: view.pane.messageId, found: view.found }
  }, [view, sessionId])
}

/** Why an action on a message of the pane was refused. */
function PaneNotice({ conversation }: { conversation: ConversationStore }) {
  const notice = useConversation(conversation, (state) => state.notice)
  if (notice?.kind !== 'refused') return null
  return (
    <Row gap={3} grow={false} pad={[2, 4]} tone="bad" className={compareStyles.error} role="alert">
      <span>{errorLine(notice.error)}</span>
      <CloseButton label={t('common.dismiss')} onClick={() => conversation.setNotice(null)} />
    </Row>
  )
}

interface PaneMessageProps {
  conversation: ConversationStore
  messageId: MessageId
  thread: Thread
}

/** One message of a pane with its actions. */
const PaneMessage = memo(function PaneMessage({ conversation, messageId, thread }: PaneMessageProps) {
  const message = useConversation(conversation, (state) => messageOf(state, messageId))
  if (message === undefined) return null
  const MessageRow = message.role === 'user' ? PaneQuestion : AnswerRow
  return (
    <MessageBoundary message={message}>
      <MessageRow conversation={conversation} message={message} thread={thread} isLastExchange={false} />
    </MessageBoundary>
  )
})

/** A question; shortened to a line if all panes were asked it. */
function PaneQuestion(props: ComponentProps<typeof UserRow>) {
  const lengthOf = useContext(QuestionLengthContext)
  return <UserRow {...props} length={lengthOf(props.message.id)} />
}
