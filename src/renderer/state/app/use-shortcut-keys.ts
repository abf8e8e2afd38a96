import { useStore } from 'zustand'

import { keyHost } from '../../keyboard/key-host'
import { writtenKeys } from '../../keyboard/keys'
import type { KeyedCommand } from '../actions/action-catalogue'
import { keysOf, type BoundKeys } from '../actions/bound-keys'
import { useApp } from './use-app'

/** The keys that the user chose. */
export function useBoundKeys(): BoundKeys {
  return useStore(useApp().settings.store, (state) => state.settings.shortcuts)
}

/** The keys of a command in catalogue notation; empty for none. */
export function useShortcutKeys(): (id: KeyedCommand) => string {
  const bound = useBoundKeys()
  return (id) => keysOf(id, bound)
}

/** The keys of an action as text in the window's language; undefined for none. */
export function useShortcutNames(): (id: KeyedCommand) => string | undefined {
  const bound = useBoundKeys()
  return (id) => writtenKeys(keysOf(id, bound), keyHost) || undefined
}

/** A tooltip with the keys of an action, if it has any. */
export function useTitleWithKeys(): (title: string, id: KeyedCommand) => string {
  const names = useShortcutNames()
  return (title, id) => {
    const keys = names(id)
    return keys === undefined ? title : `${title} (${keys})`
  }
}
