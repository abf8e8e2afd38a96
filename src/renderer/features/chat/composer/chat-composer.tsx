import { useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../../shared/errors'
import { failure, toErrorData } from '../../../../shared/failures/failure'
import { t } from '../../../language/t'
import { agentsAmong, changedWork, folderRefusal, workOf } from '../../../state/agents/agent-work'
import { refusalOf } from '../../../state/conversations/chat-actions'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { readMention } from '../../commands/model-mention'
import { fillWarning } from './context-fill'
import { draftSize } from './context-size'
import { windowError } from '../../../errors/error-data'
import { modelName } from '../../../state/models/models'
import { useApp, useConversation, useDraft } from '../../../state/app/use-app'
import { giveBackMessage, takeSentMessage } from '../../../state/attachments/written-message'
import { AgentLine } from '../../agent-choice/agent-line'
import { FolderStep } from '../../agent-choice/folder-step'
import { useComposerFiles } from '../../composer/use-composer-files'
import { Button } from '../../../ui/controls/button'
import { Composer } from '../../composer/composer'
import { sendKeyName } from '../../../keyboard/send-key'
import { SendRefusal } from '../../error-card/send-refusal'
import { CommandTool } from '../../commands/command-tool'
import { ContextMeter, useContextFill } from './context-meter'
import { QueueList } from './queue-list'
import { focusComposer } from '../messages/last-exchange'
import { useCommandLine } from '../../commands/use-command-line'
import { useRescuedEdits } from './use-rescued-edits'
import { useSentHistory } from '../../composer/use-sent-history'

/**
 * Where a message is written. Send and Stop stand in the same place; a draft leaves it only once it was accepted.
 * While an answer is written, what is sent waits for its turn.
 */
export function ChatComposer({ conversation }: { conversation: ConversationStore }) {
  const app = useApp()
  const { sessionId } = conversation
  const place = `chat:${sessionId}`
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useDraft(place)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const [isSending, setIsSending] = useState(false)
  const [isStopping, setIsStopping] = useState(false)
  // What holds the chat and writes nothing, such as naming it, makes way for a message.
  const isRunning = useConversation(conversation, (state) => state.live !== null)
  const queue = useConversation(conversation, (state) => state.queue)
  const commands = useCommandLine({
    draftPlace: place,
    sessionId,
    setModel: (model) => app.chat.setModel(sessionId, model),
    text,
    setText,
    onRefused: setRefusal,
    onCardClosed: () => field.current?.focus(),
  })
  const onHistoryKey = useSentHistory({ sessionId, text, setText, field })
  const models = useStore(app.models, (state) => state.models)
  const sendKey = useStore(app.settings, (state) => sendKeyName(state.settings.sendWith))
  const mention = readMention(text, models)
  const chatModel = useConversation(conversation, (state) => state.session?.model ?? null)
  const askedModel = mention?.model.id ?? chatModel
  const work = useConversation(conversation, (state) => state.session)
  const agents = agentsAmong([askedModel])
  const files = useComposerFiles({
    place,
    text,
    setText,
    isDropTarget: true,
    models: [askedModel],
  })
  const fill = useContextFill(conversation, { model: askedModel, draft: draftSize(text, files.parts) })
  const warning = fill === null ? null : fillWarning(fill, modelName(models, askedModel))
  useRescuedEdits(conversation, () => setRefusal(toErrorData(failure('NOT_FOUND', 'edited-message'))))

  // While what waits is held, a message that is sent is meant now, and not behind it.
  const orderly = !isRunning && queue.isHeld ? 'reject' : 'queue'

  const sendMessage = async (message: string, whenBusy: 'reject' | 'queue' | 'replace') => {
    if (isSending) return
    setRefusal(null)
    setIsSending(true)
    const asked = readMention(message, models)
    const { attachments, refusal: unattached } = await files.settled()
    const options = { attachments, ...(asked === null ? {} : { model: asked.model.id }) }
    const said = asked?.text ?? message
    const refused =
      unattached ??
      refusalOf(said, attachments.length) ??
      folderRefusal(models, asked?.model.id ?? chatModel, work?.workspace) ??
      (await app.chat.send(sessionId, said, whenBusy, options))
    setIsSending(false)
    if (refused === null) takeSentMessage(app, place, { text, attachments })
    else setRefusal(refused)
  }
  const send = (whenBusy: 'reject' | 'queue' | 'replace') => {
    const message = commands.take()
    if (message !== null) void sendMessage(message, whenBusy)
  }
  const stop = async () => {
    setIsStopping(true)
    setRefusal(await app.chat.stop(sessionId))
    setIsStopping(false)
  }

  return (
    <Composer
      label={t('composer.message.label')}
      text={text}
      shouldFocus
      fieldRef={field}
      onChange={(changed) => {
        setText(changed)
        setRefusal(null)
      }}
      onSend={() => send(orderly)}
      onKey={onHistoryKey}
      onEscape={commands.dismiss}
      completion={commands.completion}
      overlay={commands.overlay}
      notice={
        <>
          {warning !== null && (
            <p className="context-warning" role="status">
              {warning}
            </p>
          )}
          {queue.messages.length > 0 && (
            <QueueList
              conversation={conversation}
              queue={queue}
              onTakenBack={(taken) => {
                giveBackMessage(app, place, taken)
                field.current?.focus()
              }}
              onRefused={setRefusal}
            />
          )}
          {commands.doubt !== null && (
            <SendRefusal refusal={windowError('INVALID_INPUT', commands.doubt.message)}>
              <Button look="link" onClick={() => void sendMessage(text, orderly)}>
                {t('composer.message.sendAsMessage')}
              </Button>
            </SendRefusal>
          )}
          {refusal !== null && (
            <SendRefusal refusal={refusal}>
              {refusal.code === 'RUN_ACTIVE' && (
                <Button look="link" onClick={() => send('replace')}>
                  {t('composer.message.stopAndSend')}
                </Button>
              )}
              <FolderStep refusal={refusal} />
            </SendRefusal>
          )}
        </>
      }
      line={
        agents.length > 0 &&
        work !== null && (
          <AgentLine
            agents={agents}
            works={[workOf(work)]}
            where="chat"
            onChange={(changed) => {
              setRefusal(null)
              void app.chat.setWork(sessionId, changedWork(workOf(work), changed, 'chat')).then(setRefusal)
            }}
          />
        )
      }
      files={files.composer}
      tools={<CommandTool text={text} setText={setText} field={field} />}
      hint={
        <>
          {fill !== null && <ContextMeter fill={fill} />}
          <kbd>
            {commands.hint ?? hintOf({ isRunning, text, sendKey, asked: mention?.model.name ?? null })}
          </kbd>
        </>
      }
      buttons={
        isRunning ? (
          <>
            {(text !== '' || files.count > 0) && !commands.isCommand && (
              <>
                <Button look="quiet" onClick={() => send('replace')}>
                  {t('composer.message.stopAndSend')}
                </Button>
                <Button onClick={() => send('queue')}>{t('composer.message.queue')}</Button>
              </>
            )}
            <Button
              look="stop"
              aria-busy={isStopping}
              onFirstClick={() => {
                // The button goes with the answer: the keyboard goes on here.
                focusComposer()
                void stop()
              }}
            >
              {t('common.stop')}
            </Button>
          </>
        ) : (
          <Button look="primary" onFirstClick={() => send(orderly)}>
            {t('common.send')}
          </Button>
        )
      }
    />
  )
}

interface Hinted {
  isRunning: boolean
  text: string
  sendKey: string
  /** The model that the text names. */
  asked: string | null
}

/** What the key that sends does now. */
function hintOf({ isRunning, text, sendKey, asked }: Hinted): string {
  if (asked !== null) return t('composer.hint.asks', { key: sendKey, model: asked })
  if (!isRunning) return t('composer.hint.sends', { key: sendKey })
  return text === '' ? t('composer.hint.stops') : t('composer.hint.queues', { key: sendKey })
}
