import { useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../shared/errors'
import { t } from '../../language/t'
import { agentsAmong, changedWork, folderRefusal, workOf } from '../../state/agents/agent-work'
import { refusalOf } from '../../state/conversations/chat-actions'
import { newChatDraft } from '../../state/drafts/draft-places'
import { errorDataOf, windowError } from '../../errors/error-data'
import { readMention } from '../commands/model-mention'
import { bestModel, modelName } from '../../state/models/models'
import { nothingChosen } from '../../state/conversations/new-chat-choice'
import { useApp, useDraft } from '../../state/app/use-app'
import { giveBackMessage, takeSentMessage } from '../../state/attachments/written-message'
import { AgentLine } from '../agent-choice/agent-line'
import { FolderStep } from '../agent-choice/folder-step'
import { useComposerFiles } from '../composer/use-composer-files'
import { Button } from '../../ui/controls/button'
import { Composer } from '../composer/composer'
import { sendKeyName } from '../../keyboard/send-key'
import { SendRefusal } from '../error-card/send-refusal'
import { AppModelPicker } from '../model-picker/app-model-picker'
import { ModelSettingsButton } from '../model-settings/model-settings-button'
import { TitleBar } from '../title-bar/title-bar'
import { CommandTool } from '../commands/command-tool'
import { useCommandLine } from '../commands/use-command-line'
import { useSentHistory } from '../composer/use-sent-history'
import { Welcome } from './welcome'

const place = newChatDraft

/** A chat that nothing is stored of until its first message is sent. */
export function NewChat() {
  const app = useApp()
  const models = useStore(app.models, (state) => state.models)
  const defaultModel = useStore(app.settings, (state) => state.settings.defaultModel)
  const { model: chosen, ...asked } = useStore(app.newChatChoice)
  const suggested = useStore(app.navigation, (state) => state.suggestedModel)
  const choose = (wanted: string) => {
    app.newChatChoice.setState({ model: wanted })
    app.navigation.setState({ suggestedModel: null })
  }
  const linked = models.find(({ id }) => id === suggested)?.id
  const model = chosen ?? linked ?? bestModel(models, defaultModel)
  const [text, setText] = useDraft(place)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const [isSending, setIsSending] = useState(false)
  const sendKey = useStore(app.settings, (state) => sendKeyName(state.settings.sendWith))
  const field = useRef<HTMLTextAreaElement>(null)
  const onHistoryKey = useSentHistory({ sessionId: null, text, setText, field })
  const mention = readMention(text, models)
  const files = useComposerFiles({
    place,
    text,
    setText,
    isDropTarget: true,
    models: [mention?.model.id ?? model],
  })
  const agents = agentsAmong([mention?.model.id ?? model])
  const commands = useCommandLine({
    draftPlace: place,
    sessionId: null,
    setModel: async (named) => {
      choose(named)
      return null
    },
    text,
    setText,
    onRefused: setRefusal,
    onCardClosed: () => field.current?.focus(),
  })

  const send = () => {
    const message = commands.take()
    if (message !== null) void sendMessage(message)
  }
  const sendMessage = async (message: string) => {
    const named = readMention(message, models)
    const said = named?.text ?? message
    if (isSending) return
    setIsSending(true)
    const { view } = app.navigation.getState()
    const { attachments, refusal: unattached } = await files.settled()
    const refused =
      unattached ??
      refusalOf(said, attachments.length) ??
      folderRefusal(models, named?.model.id ?? model, asked.workspace)
    setRefusal(refused)
    if (refused !== null) {
      setIsSending(false)
      return
    }
    try {
      const sessionId = await app.chat.create(model, asked)
      app.lastSeen.noteBegun(sessionId)
      const options = { attachments, ...(named === null ? {} : { model: named.model.id }) }
      const rejected = await app.chat.send(sessionId, said, 'reject', options)
      takeSentMessage(app, place, { text, attachments })
      if (rejected !== null) {
        // The chat exists now: the text goes on there, with the reason beside it.
        giveBackMessage(app, `chat:${sessionId}`, { text, attachments })
        app.conversations.of(sessionId).setRunError(rejected)
      }
      app.navigation.setState({ suggestedModel: null })
      app.newChatChoice.setState(nothingChosen, true)
      if (!app.goOnFrom(view, { kind: 'chat', sessionId })) setIsSending(false)
    } catch (error) {
      setRefusal(errorDataOf(error))
      setIsSending(false)
    }
  }

  return (
    <>
      <TitleBar
        title={t('common.newChat')}
        onShowSidebar={() => app.navigation.setState({ isSidebarOpen: true })}
      >
        <AppModelPicker value={model} onChange={choose} />
        <ModelSettingsButton
          params={asked.params}
          systemPrompt={asked.systemPrompt}
          modelName={modelName(models, model)}
          facts={models.find(({ id }) => id === model)?.facts}
          onChange={(changed) => app.newChatChoice.setState(changed)}
        />
      </TitleBar>
      <Welcome onTry={() => field.current?.focus()} />
      <Composer
        label={t('composer.message.label')}
        text={text}
        shouldFocus
        fieldRef={field}
        onChange={(changed) => {
          setText(changed)
          setRefusal(null)
        }}
        onSend={send}
        onKey={onHistoryKey}
        onEscape={commands.dismiss}
        completion={commands.completion}
        overlay={commands.overlay}
        notice={
          <>
            {commands.doubt !== null && (
              <SendRefusal refusal={windowError('INVALID_INPUT', commands.doubt.message)}>
                <Button look="link" onClick={() => void sendMessage(text)}>
                  {t('composer.message.sendAsMessage')}
                </Button>
              </SendRefusal>
            )}
            {refusal !== null && (
              <SendRefusal refusal={refusal}>
                <FolderStep refusal={refusal} />
              </SendRefusal>
            )}
          </>
        }
        line={
          agents.length > 0 && (
            <AgentLine
              agents={agents}
              works={[workOf(asked)]}
              where="chat"
              onChange={(changed) => {
                setRefusal(null)
                app.newChatChoice.setState(changedWork(workOf(asked), changed, 'chat'))
              }}
            />
          )
        }
        files={files.composer}
        tools={<CommandTool text={text} setText={setText} field={field} />}
        hint={
          <kbd>
            {commands.hint ??
              (mention === null
                ? t('composer.hint.sends', { key: sendKey })
                : t('composer.hint.asks', { key: sendKey, model: mention.model.name }))}
          </kbd>
        }
        buttons={
          <Button look="primary" onClick={send}>
            {t('common.send')}
          </Button>
        }
      />
    </>
  )
}
