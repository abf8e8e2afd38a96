import type { KeyboardEvent } from 'react'
import { useStore } from 'zustand'

import type { ListKeys } from '../../keyboard/list-keys'
import { useMemoInLanguage } from '../../language/memo'
import { useApp } from '../../state/app/use-app'
import { useCombobox } from '../../ui/lists/use-combobox'
import { searchSections, type SearchRow } from './search-rows'

/** The line below the hits that loads more of them. */
export const moreRowId = 'more'

const listKeys: ListKeys = { atEnds: 'stay', pageLength: 8 }

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
  const list = useCombobox({
    ids: phase === 'failed' ? [] : ids,
    query,
    keys: listKeys,
    onKey(event, activeId) {
      const row = rows.find(({ id }) => id === activeId)
      if (event.key === 'Escape') search.clear()
      else if (event.key !== 'Enter') return false
      else if (activeId === moreRowId) void search.loadMore()
      else if (row !== undefined) open(row)
      return true
    },
  })
  const open = (row: SearchRow) => {
    list.select(row.id)
    app.go(row.view)
  }
  /** Handles keys for the list of hits. Returns whether it did. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isSearching || !list.onKeyDown(event)) return false
    event.stopPropagation()
    return true
  }
  return { state, isSearching, sections, list, open, onKey }
}
