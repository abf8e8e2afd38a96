import { useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'

import { belongsToInputMethod } from '../../keyboard/input-method'
import { listTarget, type ListKeys } from '../../keyboard/list-keys'
import { useMemoInLanguage } from '../../language/memo'
import { useApp } from '../../state/app/use-app'
import { searchSections, type SearchRow } from './search-rows'

/** The line below the hits that loads more of them. */
export const moreRowId = 'more'

const keysOfList: ListKeys = { atEnds: 'stay', pageLength: 8 }

/** The query, its hits, and the active line. */
export function useSearch() {
  const app = useApp()
  const { search } = app
  const state = useStore(search.store)
  const { hits, query, phase } = state
  const isSearching = query.trim() !== ''
  const sections = useMemoInLanguage(() => searchSections(hits), [hits])
  const rows = sections.flatMap((section) => section.rows)
  const ids = [...rows.map(({ id }) => id), ...(search.canShowMore ? [moreRowId] : [])]
  /** Chosen with the arrow keys, for one query. */
  const [chosen, setChosen] = useState<{ id: string; query: string } | null>(null)
  const chosenAt = chosen?.query === query ? ids.indexOf(chosen.id) : -1
  const activeId = phase === 'failed' ? undefined : ids[Math.max(chosenAt, 0)]

  const open = (row: SearchRow) => {
    setChosen({ id: row.id, query })
    app.go(row.view)
  }
  const openActive = () => {
    if (activeId === moreRowId) void search.loadMore()
    const row = rows.find(({ id }) => id === activeId)
    if (row !== undefined) open(row)
  }

  /** Handles keys for the list of hits. Returns whether it did. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isSearching || belongsToInputMethod(event.nativeEvent)) return false
    const at = ids.findIndex((id) => id === activeId)
    const target = listTarget(event.nativeEvent, at, ids.length, keysOfList)
    const targetId = target === null ? undefined : ids[target]
    if (targetId !== undefined) setChosen({ id: targetId, query })
    else if (event.key === 'Enter') openActive()
    else if (event.key === 'Escape') search.clear()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { state, isSearching, sections, activeId, open, onKey }
}
