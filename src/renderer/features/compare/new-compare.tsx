import { useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../shared/errors'
import { failure, toErrorData } from '../../../shared/failures/failure'
import { agentOf } from '../../../shared/models/models'
import { paneLimits } from '../../../shared/sessions/sessions'
import { t } from '../../language/t'
import { workBeside, workFields } from '../../state/agents/agent-work'
import { refusalOf } from '../../state/conversations/chat-actions'
import { newCompareDraft } from '../../state/drafts/draft-places'
import { errorDataOf } from '../../errors/error-data'
import { modelsToCompare, modelToAdd } from '../../state/models/models'
import { withNewPane, withPaneMoved, type NewPane } from '../../state/comparisons/new-panes'
import { useApp, useDraft } from '../../state/app/use-app'
import {
  giveBackMessage,
  moveWritten,
  takeSentMessage,
  type WrittenMessage,
} from '../../state/attachments/written-message'
import { FolderStep } from '../agent-choice/folder-step'
import { useComposerFiles } from '../composer/use-composer-files'
import { Button } from '../../ui/controls/button'
import { Composer } from '../composer/composer'
import { SendRefusal } from '../error-card/send-refusal'
import { Icon } from '../../ui/controls/icon'
import { usePromptLine } from '../commands/use-prompt-line'
import { TitleBar } from '../title-bar/title-bar'
import { firstLackingFolder, PaneAgentsLine } from './panes/pane-agents-line'
import { PaneComposer } from './panes/pane-composer'
import { PaneFrame } from './panes/pane-frame'
import { PaneGrid } from './layout/pane-grid'
import { PaneMenu } from './panes/pane-menu'
import { PaneSettingsDialog } from './panes/pane-settings-dialog'
import { paneVariants } from './panes/pane-variant'
import { draftForAll, draftForPane, sendToPanes } from './panes/send-to-panes'
import { usePaneActions } from './panes/use-pane-actions'

const place = newCompareDraft
/** There is nothing to read yet: all stand beside and under each other, however low. */
const minRowPx = 100

/** Where the draft for one pane is kept as long as that pane is not stored. */
const draftForNewPane = (id: number) => `pane:new-${id}`

/** A comparison that nothing is stored of until its first message: the panes themselves choose the models. */
export function NewCompare() {
  const app = useApp()
  const models = useStore(app.models, (state) => state.models)
  const phase = useStore(app.models, (state) => state.phase)
  const lastModels = useStore(app.settings, (state) => state.settings.compareModels)
  const { newPanes } = app.comparisons
  const chosen = useStore(newPanes, (state) => state.panes)
  const setChosen = (wanted: readonly NewPane[] | null) => newPanes.setState({ panes: wanted })
  const [text, setText] = useDraft(place)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  // Not a state: files may be on their way for long, and a second press must know of the first.
  const isCreating = useRef(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const prompts = usePromptLine({ draftPlace: place, text, setText, field, onRefused: setRefusal })
  const [settingsOf, setSettingsOf] = useState<number | null>(null)
  const panes = chosen ?? modelsToCompare(models, lastModels).reduce<readonly NewPane[]>(withNewPane, [])
  const variants = paneVariants(panes)
  const settingsAt = panes.findIndex(({ id }) => id === settingsOf)
  const settingsPane = panes[settingsAt]

  const files = useComposerFiles({
    place,
    text,
    setText,
    isDropTarget: true,
    models: panes.map(({ model }) => model),
  })

  const change = (position: number, changed: Partial<NewPane>) => {
    const current = newPanes.getState().panes ?? panes
    const pane = current[position]
    if (pane !== undefined) setChosen(current.with(position, { ...pane, ...changed }))
  }
  const remove = (position: number) => {
    const [pane] = panes.slice(position, position + 1)
    setChosen(panes.toSpliced(position, 1))
    if (pane === undefined) return
    // The next pane with its number is another one.
    app.drafts.getState().set(draftForNewPane(pane.id), '')
    for (const { key } of app.attachments.of(draftForNewPane(pane.id))) {
      app.attachments.remove(draftForNewPane(pane.id), key)
    }
  }
  const move = (from: number, to: number) => setChosen(withPaneMoved(panes, from, to))
  usePaneActions({
    paneCount: panes.length,
    onGoTo: (position) =>
      document.querySelectorAll('.pane-slot')[position]?.querySelector('textarea')?.focus(),
    onMove: (position, by) => {
      if (panes[position + by] !== undefined) move(position, position + by)
    },
  })

  /** Stores the comparison and sends `message` to all of it, or to the one pane at `only`. */
  const start = async (message: WrittenMessage, only?: number, unattached: ErrorData | null = null) => {
    const refused =
      unattached ??
      refusalOf(message.text, message.attachments.length) ??
      (panes.length < paneLimits.min
        ? toErrorData(failure('INVALID_INPUT', 'too-few-models'))
        : firstLackingFolder(app, only === undefined ? panes : panes.slice(only, only + 1)))
    setRefusal(refused)
    const giveBack = () => {
      const pane = only === undefined ? undefined : panes[only]
      if (pane !== undefined) giveBackMessage(app, draftForNewPane(pane.id), message)
    }
    if (refused !== null || isCreating.current) {
      giveBack()
      return
    }
    isCreating.current = true
    const { view } = app.navigation.getState()
    try {
      const store = await app.comparisons.create(
        panes.map(({ model, params, systemPrompt, ...work }) => ({
          model,
          params,
          ...(systemPrompt === null ? {} : { systemPrompt }),
          ...(agentOf(model) === null ? {} : workFields(work)),
        })),
      )
      const stored = store.store.getState().comparison?.panes ?? []
      if (only === undefined) takeSentMessage(app, place, message)
      // What else is written waits where the next look finds it.
      if (only !== undefined) void moveWritten(app, place, draftForAll(store.comparisonId))
      for (const [position, { id }] of panes.entries()) {
        const pane = stored[position]
        if (pane !== undefined) void moveWritten(app, draftForNewPane(id), draftForPane(pane.paneId))
      }
      const asked = stored.filter((_, position) => only === undefined || only === position)
      void sendToPanes(app, store, asked, message)
      void app.settings.getState().change({ compareModels: panes.map(({ model }) => model) })
      const { comparisonId } = store
      if (!app.goOnFrom(view, { kind: 'compare', comparisonId })) isCreating.current = false
      setChosen(null)
    } catch (error) {
      giveBack()
      setRefusal(errorDataOf(error))
      isCreating.current = false
    }
  }
  const sendToAll = () => {
    if (prompts.take()) return
    void files
      .settled()
      .then(({ attachments, refusal: unattached }) => start({ text, attachments }, undefined, unattached))
  }
  const canAdd = panes.length < paneLimits.max && models.length > 0
  const addPane = () => {
    if (!canAdd) return
    const model = modelToAdd(
      models,
      panes.map((pane) => pane.model),
    )
    if (model !== null) setChosen(withNewPane(panes, model))
  }

  return (
    <>
      <TitleBar
        title={t('compare.new.title')}
        onShowSidebar={() => app.navigation.setState({ isSidebarOpen: true })}
      >
        <Button aria-disabled={!canAdd} onClick={addPane}>
          <Icon name="plus" /> {t('compare.page.addPane')}
        </Button>
      </TitleBar>
      {panes.length === 0 && phase !== 'loading' && (
        <p className="pane-hint compare-empty">{t('compare.new.noModels')}</p>
      )}
      <PaneGrid
        comparisonId={null}
        minRowPx={minRowPx}
        onMove={(key, position) =>
          move(
            panes.findIndex(({ id }) => String(id) === key),
            position,
          )
        }
        panes={panes.map(({ id, model, ...work }, position) => ({
          key: String(id),
          content: (
            <PaneFrame
              position={position}
              model={model}
              status="Idle"
              figures={null}
              variant={variants[position] ?? ''}
              permission={agentOf(model) === null ? null : (work.permission ?? 'read-only')}
              action={null}
              menu={
                <PaneMenu
                  position={position}
                  paneCount={panes.length}
                  onOpenSettings={() => setSettingsOf(id)}
                  onMove={(to) => move(position, to)}
                />
              }
              onModel={(next) => {
                const joined = agentOf(next) === null ? {} : workBeside(work, panes)
                change(position, { model: next, ...joined })
              }}
              onRemove={panes.length > paneLimits.min ? () => remove(position) : undefined}
            >
              <div className="pane-empty">
                {position === 0 && <p className="pane-hint">{t('compare.new.explanation')}</p>}
              </div>
              <PaneComposer
                place={draftForNewPane(id)}
                position={position}
                isBusy={false}
                isNew
                model={model}
                workspace={work.workspace ?? null}
                onSend={(message) => void start(message, position)}
              />
            </PaneFrame>
          ),
        }))}
      />
      <Composer
        label={t('compare.composer.label')}
        look="wide"
        shouldFocus
        text={text}
        onChange={(changed) => {
          setText(changed)
          setRefusal(null)
        }}
        files={files.composer}
        onSend={sendToAll}
        notice={
          refusal !== null && (
            <SendRefusal refusal={refusal}>
              <FolderStep refusal={refusal} />
            </SendRefusal>
          )
        }
        line={
          <PaneAgentsLine
            panes={panes}
            onChange={(changed) => {
              setRefusal(null)
              setChosen(
                panes.map((pane) => ({ ...pane, ...changed.find((each) => each.pane === pane)?.work })),
              )
            }}
          />
        }
        fieldRef={field}
        completion={prompts.completion}
        overlay={prompts.overlay}
        onEscape={prompts.dismiss}
        hint={<kbd>{prompts.hint ?? t('compare.composer.enterHint', { panes: panes.length })}</kbd>}
        buttons={
          <Button look="primary" onClick={sendToAll}>
            {t('compare.composer.sendToAll')}
          </Button>
        }
      />
      {settingsPane !== undefined && (
        <PaneSettingsDialog
          position={settingsAt}
          model={settingsPane.model}
          settings={settingsPane}
          onChange={(changed) => change(settingsAt, changed)}
          onWork={(work) => change(settingsAt, work)}
          onClose={() => setSettingsOf(null)}
        />
      )}
    </>
  )
}
