import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'

import { belongsToInputMethod } from '../../keyboard/key-presses'
import { type ListKeys, listTarget } from '../../keyboard/list-keys'

interface ComboboxOptions {
  /** The ids of the options, in the order of the list. */
  ids: readonly string[]
  /** Identifies the options: when it changes, `first` becomes active. */
  query: string
  /** The option that is active until another is selected: the first one by default. */
  first?: string | undefined
  keys?: ListKeys
  /** Handles a key that does not move in the list. Returns whether it did. */
  onKey: (event: KeyboardEvent, activeId: string | undefined) => boolean
}

const usualKeys: ListKeys = { atEnds: 'go-round', pageLength: 8 }

/** A list of options whose active one is selected from a text field, which keeps the focus. */
export function useCombobox({ ids, query, first = ids[0], keys = usualKeys, onKey }: ComboboxOptions) {
  const listId = useId()
  const [selected, setSelected] = useState<{ id: string; query: string } | null>(null)
  const isPointed = useRef(false)
  const activeId = selected?.query === query && ids.includes(selected.id) ? selected.id : first
  const optionId = (id: string) => `${listId}-${id}`
  const activeOption = activeId === undefined ? undefined : optionId(activeId)
  const isFirst = activeId === ids[0]
  useEffect(() => {
    const wasPointed = isPointed.current
    isPointed.current = false
    // Scrolling would move another option under the pointer.
    if (wasPointed || activeOption === undefined) return
    const option = document.getElementById(activeOption)
    option?.scrollIntoView({ block: 'nearest' })
    // Also shows the heading above the first option.
    if (isFirst) option?.closest('[role="listbox"]')?.scrollTo({ top: 0 })
  }, [activeOption, isFirst])
  const point = (id: string) => {
    if (id === activeId) return
    isPointed.current = true
    setSelected({ id, query })
  }
  return {
    listId,
    activeId,
    activeOption,
    /** Selects the option under the pointer. */
    point,
    /** Returns whether the key was for the list. */
    onKeyDown: (event: KeyboardEvent): boolean => {
      if (belongsToInputMethod(event.nativeEvent)) return false
      const at = activeId === undefined ? -1 : ids.indexOf(activeId)
      const target = listTarget(event.nativeEvent, at, ids.length, keys)
      const targetId = target === null ? undefined : ids[target]
      if (targetId !== undefined) setSelected({ id: targetId, query })
      else if (!onKey(event, activeId)) return false
      event.preventDefault()
      return true
    },
    field: {
      role: 'combobox',
      'aria-expanded': true,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': activeOption,
      autoComplete: 'off',
      spellCheck: false,
    },
    optionOf: (id: string) =>
      ({
        id: optionId(id),
        role: 'option',
        'aria-selected': id === activeId,
        // Keeps the focus in the field.
        onPointerDown: (event: PointerEvent) => event.preventDefault(),
        onPointerMove: () => point(id),
      }) as const,
  } as const
}

export type Combobox = ReturnType<typeof useCombobox>
/** The attributes of one option. */
export type ComboboxOption = ReturnType<Combobox['optionOf']>
