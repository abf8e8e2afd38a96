import { useEffect, useEffectEvent, useState } from 'react'
import { useStore } from 'zustand'

import { t } from '../../../language/t'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { fillWarning } from './context-fill'
import { draftSize } from './context-size'
import { failureData } from '../../../errors/failure'
import { modelName } from '../../../state/models/models'
import { useApp, useConversation } from '../../../state/app/use-app'
import { isBusy } from '../../../state/conversations/conversation'
import { draftForChat, draftForQueued, draftsForQueueOf } from '../../../state/drafts/draft-places'
import { Button } from '../../../ui/controls/button'
import { Composer, SendButton, StopButton } from '../../composer/composer'
import type { SendMessage } from '../../composer/composer-target'
import { useComposer } from '../../composer/use-composer'
import { TemporaryLine } from '../temporary/temporary-badge'
import { ContextMeter, useContextFill } from './context-meter'
import { QueueList } from './queue-list'
import { Row } from '../../../ui/layout/layout'
import contextMeterStyles from './context-meter.module.css'

/** The composer of a chat. Send and Stop share one place; messages sent during an answer are queued. */
export function ChatComposer({ conversation }: { conversation: ConversationStore }) {
  const app = useApp()
  const { isQuick } = app.navigation.getState()
  const { sessionId } = conversation
  const place = draftForChat(sessionId)
  // Background work such as naming the chat does not count: a message cancels it.
  const isRunning = useConversation(conversation, isBusy)
  const isStopped = useConversation(
    conversation,
    ({ live, stoppedRun }) => stoppedRun !== null && stoppedRun === live?.runId,
  )
  const [isStopping, setIsStopping] = useState(false)
  const queue = useConversation(conversation, (state) => state.queue)
  const session = useConversation(conversation, (state) => state.session)
  const models = useStore(app.models.store, (state) => state.models)

  const sendAs =
    (whenBusy: 'reject' | 'queue' | 'replace'): SendMessage =>
    ({ text, attachments, model }) =>
      app.chat.send(sessionId, text, whenBusy, { attachments, model })
  const composer = useComposer({
    place,
    sessionId,
    variant: 'column',
    commands: { kind: 'chat', sessionId, setModel: (model) => app.chat.setModel(sessionId, model) },
    recipients: [{ ...session, model: session?.model ?? null }],
    isTemporary: session?.isTemporary === true,
    // While the queue is paused, a new message is sent at once instead of joining it, or once the stopped run has ended.
    send: sendAs(!queue.isHeld || (isRunning && !isStopped) ? 'queue' : isRunning ? 'replace' : 'reject'),
    tools: {
      sessionId,
      choices: [session?.tools?.enabled ?? []],
      folders: [session?.workspace ?? null],
      isFolderImported: session?.isFolderImported === true,
      changeTools: (change) => app.chat.changeTools(sessionId, change),
      changeFolder: (folder) => app.chat.setFolder(sessionId, folder),
    },
    ...(session !== null && {
      work: { where: 'chat', change: (next) => app.chat.setWork(sessionId, next(session)) },
    }),
  })
  const { text, files, isEmpty, refuse } = composer
  const model = composer.recipients[0]?.model ?? null
  const fill = useContextFill(conversation, { model, draft: draftSize(text, files.parts) })
  const warning = fill === null ? null : fillWarning(fill, modelName(models, model))
  useRescuedEdits(conversation, () => refuse(failureData('NOT_FOUND', 'edited-message')))
  const stop = async () => {
    const stopping = app.chat.stop(sessionId)
    setIsStopping(true)
    refuse(await stopping)
    setIsStopping(false)
  }
  const stopAndSend = () => composer.send(sendAs('replace'))

  return (
    <Composer
      composer={composer}
      label={t('composer.message.label')}
      notice={
        <>
          {session?.isTemporary === true && <TemporaryLine />}
          {warning !== null && (
            <Row
              as="p"
              align="stretch"
              wrap
              pad={[2, 3]}
              tone="warn"
              size="s"
              className={contextMeterStyles.contextWarning}
              role="status"
            >
              {warning}
              {!isRunning && (
                <Button variant="link" onClick={() => app.actions.run('compact')}>
                  {t('actions.titles.compact')}
                </Button>
              )}
            </Row>
          )}
          {queue.messages.length > 0 && (
            <QueueList
              conversation={conversation}
              queue={queue}
              onTakenBack={(taken) => {
                app.outbox.restore(place, taken)
                composer.focus()
              }}
              onRefused={refuse}
            />
          )}
        </>
      }
      step={
        composer.refusal?.code === 'RUN_ACTIVE' && (
          <Button variant="link" onClick={stopAndSend}>
            {t('composer.message.stopAndSend')}
          </Button>
        )
      }
      meter={fill !== null && <ContextMeter fill={fill} />}
      {...(isRunning &&
        !isStopped && {
          hint: (
            <kbd>
              {text === ''
                ? t(isQuick ? 'composer.hint.hides' : 'composer.hint.stops')
                : t('composer.hint.queues', { key: composer.sendKey })}
            </kbd>
          ),
          buttons: (
            <>
              {!isEmpty && !composer.commands.isCommand && (
                <>
                  <SendButton composer={composer} variant="quiet" by={sendAs('replace')}>
                    {t('composer.message.stopAndSend')}
                  </SendButton>
                  <SendButton composer={composer} variant="plain" by={sendAs('queue')}>
                    {t('composer.message.queue')}
                  </SendButton>
                </>
              )}
              <StopButton composer={composer} aria-busy={isStopping} onStop={() => void stop()}>
                {t('common.stop')}
              </StopButton>
            </>
          ),
        })}
    />
  )
}

/**
 * A queued message whose run begins while it is being edited is sent without the edit, which then moves to the composer;
 * `onRescued` is called to say so.
 */
function useRescuedEdits(conversation: ConversationStore, onRescued: () => void): void {
  const app = useApp()
  const { sessionId } = conversation
  const waiting = useConversation(conversation, (state) => state.queue.messages)
  /** While the watch is attaching to a run, the queue may be unknown. */
  const isKnown = useConversation(
    conversation,
    (state) => state.phase === 'ready' && (state.queue.messages.length > 0 || !state.isRunning),
  )
  const rescue = useEffectEvent((places: readonly string[]) => {
    const { drafts } = app
    let hasRescued = false
    for (const place of places) {
      const text = drafts.of(place)
      if (text === '') continue
      drafts.restore(draftForChat(sessionId), text)
      drafts.set(place, '')
      hasRescued = true
    }
    if (hasRescued) onRescued()
  })
  useEffect(() => {
    if (!isKnown) return
    const stillThere = new Set(waiting.map(({ id }) => draftForQueued(sessionId, id)))
    const begun = Object.keys(app.drafts.store.getState().byPlace).filter((place) =>
      place.startsWith(draftsForQueueOf(sessionId)),
    )
    rescue(begun.filter((place) => !stillThere.has(place)))
  }, [app, sessionId, waiting, isKnown])
  // A message that has left the queue has begun, even if the queue is now empty.
  useEffect(() => {
    return () => {
      const now = conversation.store.getState().queue.messages
      const gone = waiting.filter(({ id }) => !now.some((message) => message.id === id))
      rescue(gone.map(({ id }) => draftForQueued(sessionId, id)))
    }
  }, [conversation, sessionId, waiting])
}
