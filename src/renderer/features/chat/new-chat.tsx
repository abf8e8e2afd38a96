import { useStore } from 'zustand'

import { t } from '../../language/t'
import { draftForChat, newChatDraft } from '../../state/drafts/draft-places'
import { bestModel, modelName } from '../../state/models/models'
import { nothingChosen } from '../../state/conversations/new-chat-choice'
import { useApp } from '../../state/app/use-app'
import { restoreMessage } from '../../state/attachments/written-message'
import { Composer } from '../composer/composer'
import type { OutgoingMessage } from '../composer/composer-target'
import { useComposer } from '../composer/use-composer'
import { AppModelPicker } from '../model-picker/app-model-picker'
import { ModelSettingsButton } from '../model-settings/model-settings-button'
import { TitleBar } from '../title-bar/title-bar'
import { Welcome } from './welcome'

/** A chat that is not stored until its first message is sent. */
export function NewChat() {
  const app = useApp()
  const models = useStore(app.models, (state) => state.models)
  const defaultModel = useStore(app.settings, (state) => state.settings.defaultModel)
  const { model: chosen, ...asked } = useStore(app.newChatChoice)
  const suggested = useStore(app.navigation, (state) => state.suggestedModel)
  const view = useStore(app.navigation, (state) => state.view)
  const choose = (wanted: string) => {
    app.newChatChoice.setState({ model: wanted })
    app.navigation.setState({ suggestedModel: null })
  }
  const linked = models.find(({ id }) => id === suggested)?.id
  const model = chosen ?? linked ?? bestModel(models, defaultModel)

  const begin = async ({ text, draft, ...options }: OutgoingMessage) => {
    const sessionId = await app.chat.create(model, asked)
    app.lastSeen.noteBegun(sessionId)
    const rejected = await app.chat.send(sessionId, text, 'reject', options)
    if (rejected !== null) {
      // The chat now exists, so its composer gets the text, with the reason beside it.
      restoreMessage(app, draftForChat(sessionId), draft)
      app.conversations.of(sessionId).setRunError(rejected)
    }
    app.navigation.setState({ suggestedModel: null })
    app.newChatChoice.setState(nothingChosen, true)
    app.navigateFrom(view, { kind: 'chat', sessionId })
    return null
  }
  const composer = useComposer({
    place: newChatDraft,
    sessionId: null,
    variant: 'column',
    commands: {
      kind: 'chat',
      sessionId: null,
      setModel: async (named) => {
        choose(named)
        return null
      },
    },
    recipients: [{ ...asked, model }],
    send: begin,
    work: {
      where: 'chat',
      change: async (next) => {
        app.newChatChoice.setState(next(asked))
        return null
      },
    },
  })

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
      <Welcome onTry={composer.focus} />
      <Composer composer={composer} label={t('composer.message.label')} />
    </>
  )
}
