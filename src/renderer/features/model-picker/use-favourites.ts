import { useStore } from 'zustand'

import { useApp } from '../../state/app/use-app'

/** The user's favourite models, and a function to toggle one. */
export function useFavourites(): { favourites: readonly string[]; toggle: (modelId: string) => void } {
  const { settings } = useApp()
  const favourites = useStore(settings, (state) => state.settings.favouriteModels)
  return {
    favourites,
    toggle: (modelId) =>
      void settings.getState().change({
        favouriteModels: favourites.includes(modelId)
          ? favourites.filter((id) => id !== modelId)
          : [...favourites, modelId],
      }),
  }
}
