import { useRef } from 'react'
import { useStore } from 'zustand'

import { useApp } from '../../state/app/use-app'
import { isTemporaryView, type View } from '../../state/navigation/navigation'
import type { SessionId } from '../../../shared/ids'
import { projectParams } from '../../../shared/projects/projects'
import { t } from '../../language/t'
import { draftForChat, newChatDraft, newTemporaryDraft } from '../../state/drafts/draft-places'
import { bestModel, isChoosable } from '../../../shared/models/model-choice'
import { factsFor, modelName, ownParams, canAnswer, type ModelsState } from '../../state/models/models'
import { nothingChosen } from '../../state/conversations/new-chat-choice'
import { Composer } from '../composer/composer'
import type { OutgoingMessage } from '../composer/composer-target'
import { useComposer } from '../composer/use-composer'
import { AppModelPicker } from '../model-picker/app-model-picker'
import { ModelSettingsButton } from '../model-settings/model-settings-button'
import { ProjectChip } from '../projects/project-chip'
import { TitleBar } from '../title-bar/title-bar'
import { TemporaryToggle, TemporaryWelcome } from './temporary/temporary-badge'
import { RecentModels, StartNotes, Starters } from './starters'
import { classNames } from '../../ui/class-names'
import { lazyComponent } from '../../ui/lazy-component'
import { Stack } from '../../ui/layout/layout'
import styles from './start.module.css'

/** Chats that exist. A window that opens with an empty one draws that first. */
export const LazyOpenChat = lazyComponent(() => import('./open-chat'), 'OpenChat')

/** A chat, or the start of a new one. */
export function ChatPage({ view }: { view: Extract<View, { kind: 'chat' }> }) {
  const { conversations } = useApp()
  if (view.sessionId === null) return <NewChat isTemporary={isTemporaryView(view)} />
  return <LazyOpenChat conversation={conversations.of(view.sessionId)} view={view} />
}

/** Most windows open with a model already set up. */
const FirstRun = lazyComponent(() => import('../first-run/first-run'), 'FirstRun')

/** A chat that is created with its first message. It is stored unless it is temporary. */
function NewChat({ isTemporary }: { isTemporary: boolean }) {
  const app = useApp()
  const { models, recent } = useStore(app.models.store)
  const defaultModel = useStore(app.settings.store, (state) => state.settings.defaultModel)
  const { model: chosen, params: chosenParams, ...others } = useStore(app.newChatChoice)
  const openProject = useStore(app.projects.store, (state) =>
    state.projects.find(({ id }) => id === state.openId),
  )
  // A temporary chat belongs to no project.
  const project = isTemporary ? undefined : openProject
  const suggested = useStore(app.navigation, (state) => state.suggestedModel)
  const view = useStore(app.navigation, (state) => state.view)
  const choose = (wanted: string) => {
    app.newChatChoice.setState({ model: wanted })
    app.navigation.setState({ suggestedModel: null })
  }
  const screen = useStartScreen()
  const isFirstRun = screen === 'first-run' && !(isTemporary && models.some(isChoosable))
  const linked = models.find(({ id }) => id === suggested)?.id
  const wished = [project?.model, defaultModel]
  const model = chosen ?? linked ?? bestModel(models, wished, isTemporary ? [] : recent)
  const params = chosenParams ?? projectParams(project ?? null) ?? ownParams(models, model)
  const asked = { ...others, params }
  const defaultTools = useStore(app.settings.store, (state) => state.settings.defaultTools)
  const { enabled: toolsOn } = others.tools ?? project?.tools ?? { enabled: defaultTools }

  const place = isTemporary ? newTemporaryDraft : newChatDraft
  // A ref, not state: a message that was sent right after the first one must see it.
  const begun = useRef<SessionId | null>(null)
  const begin = async ({ text, attachments, model: named }: OutgoingMessage) => {
    const [sessionId] = await Promise.all([
      app.chat.create(model, asked, { isTemporary, projectId: project?.id ?? null }),
      // So that the chat is drawn at once. If it cannot be loaded, the view of the chat reports it.
      LazyOpenChat.load().catch(() => undefined),
    ])
    begun.current = sessionId
    // The chat now exists, so its composer gets what is refused, with the reason beside it.
    app.outbox.redirect(place, draftForChat(sessionId))
    app.lastSeen.noteBegun(sessionId)
    const rejected = await app.chat.send(sessionId, text, 'reject', { attachments, model: named })
    app.navigation.setState({ suggestedModel: null })
    app.newChatChoice.setState(nothingChosen, true)
    const isShown = app.navigateFrom(view, {
      kind: 'chat',
      sessionId,
      isTemporary: isTemporary ? true : undefined,
    })
    // What was written after the message belongs to its chat.
    if (isShown) app.outbox.move(place, draftForChat(sessionId))
    return rejected
  }
  const follow = (sessionId: SessionId, { text, attachments, model: named }: OutgoingMessage) =>
    app.chat.send(sessionId, text, 'queue', { attachments, model: named })
  const send = async (message: OutgoingMessage) => {
    const chat = begun.current
    const follows = chat !== null && message.returnsTo === draftForChat(chat)
    const rejected = await (follows ? follow(chat, message) : begin(message))
    if (rejected !== null && begun.current !== null) app.conversations.of(begun.current).setRunError(rejected)
    return rejected
  }
  const composer = useComposer({
    place,
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
    isTemporary,
    send,
    tools: {
      sessionId: null,
      choices: [toolsOn],
      folders: [others.workspace ?? null],
      changeTools: async (change) => {
        const { tools } = app.newChatChoice.getState()
        app.newChatChoice.setState({ tools: { enabled: change(tools?.enabled ?? toolsOn) } })
        return null
      },
      changeFolder: async (workspace) => {
        app.newChatChoice.setState({ workspace })
        return null
      },
    },
    work: {
      where: 'chat',
      change: async (next) => {
        app.newChatChoice.setState(next(others))
        return null
      },
    },
  })

  const chooseFromStart = (wanted: string) => {
    app.models.noteUse(wanted)
    choose(wanted)
    composer.focus()
  }

  return (
    <>
      <TitleBar
        title={t(isTemporary ? 'actions.titles.temporaryChat' : 'common.newChat')}
        onShowSidebar={() => app.navigation.setState({ isSidebarOpen: true })}
      >
        <ProjectChip
          projectId={project?.id}
          onChange={() => app.dialogs.open({ kind: 'project', shown: { kind: 'open' } })}
        />
        <TemporaryToggle isOn={isTemporary} />
        <AppModelPicker value={model} onChange={choose} />
        <ModelSettingsButton
          params={asked.params}
          systemPrompt={asked.systemPrompt}
          modelName={modelName(models, model)}
          facts={factsFor(models, model)}
          onChange={(changed) => app.newChatChoice.setState(changed)}
        />
      </TitleBar>
      <Stack gap={0} grow className={classNames(!isFirstRun && styles.centred)} data-slot="start">
        {isFirstRun ? (
          <FirstRun onTry={composer.focus} />
        ) : isTemporary ? (
          <TemporaryWelcome />
        ) : (
          <h2 className={styles.question}>{t('common.whatsOnYourMind')}</h2>
        )}
        <Composer composer={composer} label={t('composer.message.label')} />
        {screen === 'ready' && !isTemporary && (
          <Stack gap={4} grow={false} className={styles.below}>
            <RecentModels model={model} onChoose={chooseFromStart} />
            <Starters
              onPrompt={(prompt) => void composer.commands.insertPrompt(prompt)}
              onQuestion={(question) => {
                composer.write(composer.text === '' ? question : `${composer.text}\n\n${question}`)
                composer.focus()
              }}
            />
            <StartNotes />
          </Stack>
        )}
      </Stack>
    </>
  )
}

/** The content of a new chat. */
type StartScreen = 'loading' | 'first-run' | 'ready'

interface Known {
  list: { phase: 'idle' | 'loading' | 'ready' | 'failed'; count: number }
  models: Pick<ModelsState, 'models' | 'phase' | 'recent'>
}

/** How to get a model, until there is one and something was used; then the composer in the middle. */
export function startScreen({ list, models: { models, phase, recent } }: Known): StartScreen {
  if (list.phase === 'idle' || list.phase === 'loading') return 'loading'
  const isUnused = list.phase === 'ready' && list.count === 0 && recent.length === 0
  return isUnused || (!canAnswer(models) && phase !== 'loading') ? 'first-run' : 'ready'
}

/** Like `startScreen`, from the window's current state. */
function useStartScreen(): StartScreen {
  const app = useApp()
  const models = useStore(app.models.store)
  const { phase, sessions, comparisons } = useStore(app.sessionList.store)
  return startScreen({ list: { phase, count: sessions.length + comparisons.length }, models })
}
