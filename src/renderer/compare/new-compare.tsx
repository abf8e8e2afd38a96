import { useState } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../shared/errors'
import { paneLimits } from '../../shared/sessions'
import { refusalOf } from '../state/chat-actions'
import { newCompareDraft } from '../state/draft-places'
import { errorDataOf } from '../state/error-data'
import { modelsToCompare } from '../state/models'
import { useApp, useDraft } from '../state/use-app'
import { Button } from '../ui/button'
import { Composer } from '../ui/composer/composer'
import { SendRefusal } from '../ui/composer/send-refusal'
import { Icon } from '../ui/icon'
import { TitleBar } from '../ui/title-bar'
import { PaneComposer } from './pane-composer'
import { PaneFrame } from './pane-frame'
import { PaneGrid } from './pane-grid'
import { sendToPanes } from './send-to-panes'

const place = newCompareDraft

/** Where the draft for one pane is kept as long as that pane is not stored. */
const draftForNewPane = (position: number) => `pane:new-${position}`

/** A comparison that nothing is stored of until its first message: the panes themselves choose the models. */
export function NewCompare() {
  const app = useApp()
  const models = useStore(app.models, (state) => state.models)
  const phase = useStore(app.models, (state) => state.phase)
  const lastModels = useStore(app.settings, (state) => state.settings.compareModels)
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const [text, setText] = useDraft(place)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const [isCreating, setIsCreating] = useState(false)
  const paneModels = chosen ?? modelsToCompare(models, lastModels)

  /** Stores the comparison and sends `message` to all of it, or to the one pane at `only`. */
  const start = async (message: string, only?: number) => {
    const refused =
      refusalOf(message) ??
      (paneModels.length < paneLimits.min
        ? { code: 'INVALID_INPUT' as const, message: 'Choose at least two models first.' }
        : null)
    setRefusal(refused)
    const giveBack = () => {
      if (only !== undefined) app.drafts.getState().giveBack(draftForNewPane(only), message)
    }
    if (refused !== null || isCreating) {
      giveBack()
      return
    }
    setIsCreating(true)
    try {
      const store = await app.comparisons.create(paneModels)
      const panes = store.store.getState().comparison?.panes ?? []
      if (only === undefined) app.drafts.getState().takeSent(place, message)
      const asked = panes.filter((_, position) => only === undefined || only === position)
      void sendToPanes(app, store, asked, message)
      void app.settings.getState().change({ compareModels: [...paneModels] })
      app.go({ kind: 'compare', comparisonId: store.comparisonId })
    } catch (error) {
      giveBack()
      setRefusal(errorDataOf(error))
      setIsCreating(false)
    }
  }
  const addPane = () => {
    const model = models.find(({ id }) => !paneModels.includes(id)) ?? models[0]
    if (model !== undefined) setChosen([...paneModels, model.id])
  }

  return (
    <>
      <TitleBar title="New compare" onShowSidebar={() => app.navigation.setState({ isSidebarOpen: true })}>
        <Button disabled={paneModels.length >= paneLimits.max || models.length === 0} onClick={addPane}>
          <Icon name="plus" /> Add pane
        </Button>
      </TitleBar>
      <PaneGrid count={Math.max(paneModels.length, 1)}>
        {paneModels.length === 0 && phase !== 'loading' && (
          <p className="pane-hint">There is no model to compare yet. Add a provider in Settings.</p>
        )}
        {paneModels.map((model, position) => (
          <PaneFrame
            key={position}
            position={position}
            model={model}
            status="Idle"
            figures={null}
            action={null}
            onModel={(next) => setChosen(paneModels.with(position, next))}
            onRemove={
              paneModels.length > paneLimits.min
                ? () => setChosen(paneModels.toSpliced(position, 1))
                : undefined
            }
          >
            <div className="pane-empty">
              {position === 0 && (
                <p className="pane-hint">
                  Choose a model for each pane, then ask all of them the same. Each answers on its own and can
                  be stopped or continued by itself.
                </p>
              )}
            </div>
            <PaneComposer
              place={draftForNewPane(position)}
              position={position}
              isBusy={false}
              isNew
              onSend={(message) => void start(message, position)}
            />
          </PaneFrame>
        ))}
      </PaneGrid>
      <Composer
        label="Message all panes"
        look="wide"
        shouldFocus
        text={text}
        onChange={(changed) => {
          setText(changed)
          setRefusal(null)
        }}
        onSend={() => void start(text)}
        notice={refusal !== null && <SendRefusal refusal={refusal} />}
        hint={<kbd>Enter sends to {paneModels.length} panes</kbd>}
        buttons={
          <Button look="primary" onClick={() => void start(text)}>
            Send to all
          </Button>
        }
      />
    </>
  )
}
