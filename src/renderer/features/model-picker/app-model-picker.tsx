import { useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { ModelInfo } from '../../../shared/models/models'
import { isMissing } from '../../../shared/models/model-choice'
import { modelName } from '../../state/models/models'
import { useApp } from '../../state/app/use-app'
import { ModelPicker } from './model-picker'
import { useFavourites } from './use-favourites'
import { lazyComponent } from '../../ui/lazy-component'

const ModelEditor = lazyComponent(() => import('../model-editor/model-editor'), 'ModelEditor')
const InstallDialog = lazyComponent(() => import('../agent-choice/install-dialog'), 'InstallDialog')

export interface AppModelPickerProps {
  value: string | null
  label?: string
  isOpenAtFirst?: boolean
  onClose?: () => void
  variant?: 'chip' | 'plain'
  align?: 'start' | 'end'
  onChange: (model: string) => void
}

/** The model picker with the app's models. Choosing an agent that is not installed opens its installation dialog. */
export function AppModelPicker(props: AppModelPickerProps) {
  const app = useApp()
  const { models, problems, isRefreshing, recent } = useStore(app.models.store)
  const { favourites, toggle } = useFavourites()
  const [missing, setMissing] = useState<ModelInfo | null>(null)
  const [edited, setEdited] = useState<ModelInfo | null>(null)
  // A ref, not state: the list closes in the same tick, and `onClose` must then wait for the dialog.
  const hasDialog = useRef(false)
  const choose = (model: string) => {
    app.models.noteUse(model)
    props.onChange(model)
  }
  const leave = () => {
    hasDialog.current = false
    setMissing(null)
    setEdited(null)
    props.onClose?.()
  }
  return (
    <>
      <ModelPicker
        {...props}
        models={models}
        problems={problems}
        valueName={modelName(models, props.value)}
        isRefreshing={isRefreshing}
        favourites={favourites}
        recent={recent}
        onChange={(id) => {
          const model = models.find((known) => known.id === id)
          if (model === undefined || !isMissing(model)) {
            choose(id)
            return
          }
          hasDialog.current = true
          setMissing(model)
        }}
        onClose={() => {
          if (!hasDialog.current) props.onClose?.()
        }}
        onFavour={toggle}
        onEdit={(id) => {
          hasDialog.current = true
          setEdited(models.find((known) => known.id === id) ?? null)
        }}
        onRefresh={() => void app.models.load({ refresh: true })}
        onOpenSettings={() => app.openSettings()}
      />
      {missing?.agent !== undefined && (
        <InstallDialog
          agentId={missing.agent.agentId}
          name={missing.providerName}
          onUse={() => {
            leave()
            choose(missing.id)
          }}
          onClose={leave}
        />
      )}
      {edited !== null && <ModelEditor model={edited} onClose={leave} />}
    </>
  )
}
