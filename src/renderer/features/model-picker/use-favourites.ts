import { useStore } from 'zustand'

import { useApp } from '../../state/app/use-app'

interface Favourites {
  /** `provider/model`, in the user's order. */
  favourites: readonly string[]
  /** Adds a favourite at the end, or removes it. */
  toggle: (modelId: string) => void
  /** Moves a favourite before (-1) or after (1) its neighbour among those in view. */
  move: (modelId: string, by: -1 | 1, inView: readonly string[]) => void
}

/** The user's favourite models, and how to change them. */
export function useFavourites(): Favourites {
  const { settings } = useApp()
  const favourites = useStore(settings.store, (state) => state.settings.favouriteModels)
  const save = (favouriteModels: string[]) => void settings.change({ favouriteModels })
  return {
    favourites,
    toggle: (modelId) =>
      save(
        favourites.includes(modelId) ? favourites.filter((id) => id !== modelId) : [...favourites, modelId],
      ),
    move: (modelId, by, inView) => {
      const moved = movedBeside(favourites, modelId, inView[inView.indexOf(modelId) + by])
      if (moved !== null) save(moved)
    },
  }
}

/** The list with `item` on the other side of `neighbour`; null if one of them is not in it. */
export function movedBeside(
  list: readonly string[],
  item: string,
  neighbour: string | undefined,
): string[] | null {
  const from = list.indexOf(item)
  const to = neighbour === undefined ? -1 : list.indexOf(neighbour)
  return from === -1 || to === -1 ? null : list.toSpliced(from, 1).toSpliced(to, 0, item)
}
