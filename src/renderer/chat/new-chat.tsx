import { useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../shared/errors'
import { refusalOf } from '../state/chat-actions'
import { errorDataOf } from '../state/error-data'
import { bestModel } from '../state/models'
import { useApp, useDraft } from '../state/use-app'
import { Button } from '../ui/button'
import { Composer } from '../ui/composer/composer'
import { SendRefusal } from '../ui/composer/send-refusal'
import { AppModelPicker } from '../ui/model-picker/app-model-picker'
import { TitleBar } from '../ui/title-bar'
import { CommandTool } from './command-tool'
import { useCommandLine } from './use-command-line'
import { Welcome } from './welcome'

const place = 'chat:new'

/** A chat that nothing is stored of until its first message is sent. */
export function NewChat() {
  const app = useApp()
  const models = useStore(app.models, (state) => state.models)
  const defaultModel = useStore(app.settings, (state) => state.settings.defaultModel)
  const [chosen, setChosen] = useState<string | null>(null)
  const model = chosen ?? bestModel(models, defaultModel)
  const [text, setText] = useDraft(place)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const [isSending, setIsSending] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const commands = useCommandLine({
    draftPlace: place,
    sessionId: null,
    setModel: async (named) => {
      setChosen(named)
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
    const refused = refusalOf(message)
    setRefusal(refused)
    if (refused !== null || isSending) return
    setIsSending(true)
    try {
      const sessionId = await app.chat.create(model)
      const rejected = await app.chat.send(sessionId, message, 'reject')
      app.drafts.getState().takeSent(place, text)
      if (rejected !== null) {
        // The chat exists now: the text goes on there, with the reason beside it.
        app.drafts.getState().set(`chat:${sessionId}`, text)
        app.conversations.of(sessionId).setRunError(rejected)
      }
      app.go({ kind: 'chat', sessionId })
    } catch (error) {
      setRefusal(errorDataOf(error))
      setIsSending(false)
    }
  }

  return (
    <>
      <TitleBar title="New chat" onShowSidebar={() => app.navigation.setState({ isSidebarOpen: true })}>
        <AppModelPicker value={model} onChange={setChosen} />
      </TitleBar>
      <Welcome />
      <Composer
        label="Message"
        text={text}
        shouldFocus
        fieldRef={field}
        onChange={(changed) => {
          setText(changed)
          setRefusal(null)
        }}
        onSend={send}
        onEscape={() => void commands.dismiss()}
        completion={commands.completion}
        overlay={commands.overlay}
        notice={
          <>
            {commands.doubt !== null && (
              <SendRefusal refusal={{ code: 'INVALID_INPUT', message: commands.doubt.message }}>
                <Button look="link" onClick={() => void sendMessage(text)}>
                  Send as a message
                </Button>
              </SendRefusal>
            )}
            {refusal !== null && <SendRefusal refusal={refusal} />}
          </>
        }
        tools={<CommandTool text={text} setText={setText} field={field} />}
        hint={<kbd>{commands.hint ?? 'Enter sends'}</kbd>}
        buttons={
          <Button look="primary" onClick={send}>
            Send
          </Button>
        }
      />
    </>
  )
}
