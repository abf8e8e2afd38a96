import { useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'

import { useMemoInLanguage } from '../../language/use-memo-in-language'
import { useApp } from '../../state/app/use-app'
import { searchSections, type SearchRow } from './search-rows'

/** The line below what was found, which asks for more of it. */
export const moreRowId = 'more'

/** What is being searched for, what was found, and which line of it the keyboard is at. */
export function useSearch() {
  const app = useApp()
  const { search } = app
  const state = useStore(search.store)
  const { hits, query, phase } = state
  const isSearching = query.trim() !== ''
  const sections = useMemoInLanguage(() => searchSections(hits), [hits])
  const rows = sections.flatMap((section) => section.rows)
  const ids = [...rows.map(({ id }) => id), ...(search.canShowMore ? [moreRowId] : [])]
  /** Chosen by the arrows, for the query that it was chosen in. */
  const [chosen, setChosen] = useState<{ id: string; query: string } | null>(null)
  const chosenAt = chosen?.query === query ? ids.indexOf(chosen.id) : -1
  const activeId = phase === 'failed' ? undefined : ids[Math.max(chosenAt, 0)]

  const open = (row: SearchRow) => {
    setChosen({ id: row.id, query })
    app.go(row.view)
  }
  const openActive = () => {
    if (activeId === moreRowId) void search.more()
    const row = rows.find(({ id }) => id === activeId)
    if (row !== undefined) open(row)
  }
  const move = (step: number) => {
    const at = ids.findIndex((id) => id === activeId)
    const id = ids[Math.min(Math.max(at + step, 0), ids.length - 1)]
    if (id !== undefined) setChosen({ id, query })
  }

  /** Takes the keys that are for what was found. Answers whether it was one. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isSearching || event.nativeEvent.isComposing) return false
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'PageDown') move(8)
    else if (event.key === 'PageUp') move(-8)
    else if (event.key === 'Enter') openActive()
    else if (event.key === 'Escape') search.clear()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { state, isSearching, sections, activeId, open, onKey }
}
