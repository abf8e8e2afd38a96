import { useStore } from 'zustand'

import { modelName } from '../../state/models'
import { useApp } from '../../state/use-app'
import { ModelPicker } from './model-picker'
import { useFavourites } from './use-favourites'

export interface AppModelPickerProps {
  value: string | null
  label?: string
  isOpenAtFirst?: boolean
  onClose?: () => void
  look?: 'chip' | 'plain'
  align?: 'start' | 'end'
  onChange: (model: string) => void
}

/** The picker over the models that the app knows. */
export function AppModelPicker(props: AppModelPickerProps) {
  const app = useApp()
  const { models, problems, isRefreshing, recent, noteUse, load } = useStore(app.models)
  const { favourites, toggle } = useFavourites()
  return (
    <ModelPicker
      {...props}
      models={models}
      problems={problems}
      valueName={modelName(models, props.value)}
      isRefreshing={isRefreshing}
      favourites={favourites}
      recent={recent}
      onChange={(model) => {
        noteUse(model)
        props.onChange(model)
      }}
      onFavour={toggle}
      onRefresh={() => void load({ refresh: true })}
      onOpenSettings={() => app.setSettingsOpen(true)}
    />
  )
}
