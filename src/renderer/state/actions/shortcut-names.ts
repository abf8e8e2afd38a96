import { actionIds, catalogue, type ActionId } from './action-catalogue'
import { keyHost } from '../../keyboard/key-host'
import { shownKeys, writtenKeys } from '../../keyboard/keys'

/** The keys of the shortcuts that work here, as the catalogue notes them; empty for an action that has none. */
export const shortcutKeys = {
  ...(Object.fromEntries(
    actionIds.map((id) => {
      const { shortcut } = catalogue[id]
      return [id, shortcut === undefined ? '' : shownKeys(shortcut, keyHost)]
    }),
  ) as Record<ActionId, string>),
  /** Makes the model of the picker's active line a favourite. */
  favourite: 'Shift+Enter',
}

/** The same as people read them, in the window's language: asked for while something is drawn. */
export const shortcutNames = Object.defineProperties(
  {} as Readonly<typeof shortcutKeys>,
  Object.fromEntries(
    Object.entries(shortcutKeys).map(([id, keys]) => [
      id,
      { enumerable: true, get: () => writtenKeys(keys, keyHost) },
    ]),
  ),
)
