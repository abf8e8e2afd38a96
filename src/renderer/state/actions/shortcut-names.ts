import { actionIds, catalogue, type ActionId } from './action-catalogue'
import { keyHost } from '../../keyboard/key-host'
import { shownKeys, writtenKeys } from '../../keyboard/keys'

/** The keys of this platform's shortcuts in catalogue notation; empty for an action without one. */
export const shortcutKeys = {
  ...(Object.fromEntries(
    actionIds.map((id) => {
      const { shortcut } = catalogue[id]
      return [id, shortcut === undefined ? '' : shownKeys(shortcut, keyHost)]
    }),
  ) as Record<ActionId, string>),
  /** Toggles the picker's active model as a favourite. */
  favourite: 'Shift+Enter',
}

/** The same as display text in the window's language, computed on access while rendering. */
export const shortcutNames = Object.defineProperties(
  {} as Readonly<typeof shortcutKeys>,
  Object.fromEntries(
    Object.entries(shortcutKeys).map(([id, keys]) => [
      id,
      { enumerable: true, get: () => writtenKeys(keys, keyHost) },
    ]),
  ),
)
