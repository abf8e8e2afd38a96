import { useEffect, type MouseEvent } from 'react'
import { useStore } from 'zustand'

import type { MessageRole } from '../../shared/messages'
import { hashOfView } from '../state/navigation'
import { modelName } from '../state/models'
import type { SearchState } from '../state/search'
import { useApp } from '../state/use-app'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { MarkedText } from './marked-text'
import { shortSnippet, type SearchRow, type SearchSection } from './search-rows'
import { shortTime } from './session-entries'
import { moreRowId } from './use-search'
import './search-results.css'

export interface SearchResultsProps {
  id: string
  state: SearchState
  sections: readonly SearchSection[]
  activeId: string | undefined
  now: number
  onOpen: (row: SearchRow) => void
}

/** What was found, in the place of the list. The focus stays in the field; its arrows move through the lines. */
export function SearchResults({ id, state, sections, activeId, now, onOpen }: SearchResultsProps) {
  const { search } = useApp()
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  if (state.phase === 'failed') {
    return (
      <div className="sidebar-list search-none" role="alert">
        <p>{state.error?.message}</p>
        <Button look="link" onClick={() => void search.again()}>
          Try again
        </Button>
      </div>
    )
  }
  const isEmpty = sections.length === 0
  return (
    <nav className="sidebar-list" aria-label="Sessions">
      <p className="hidden-text" role="status">
        {state.phase === 'ready' ? countWords(sections, state.hasMore) : ''}
      </p>
      {isEmpty && state.phase === 'searching' && <p className="search-none search-late">Searching…</p>}
      {isEmpty && state.phase === 'ready' && (
        <div className="search-none">
          <p>Nothing was found.</p>
          <p className="search-none-more">
            Every word must be there, in any order. Fewer or shorter words find more.
          </p>
        </div>
      )}
      {!isEmpty && (
        <div id={id} role="listbox" aria-label="Search results" className="search-results">
          {sections.map(({ name, rows }) => (
            <div key={name} role="group" aria-label={name}>
              <div className="search-section" aria-hidden="true">
                {name}
              </div>
              {rows.map((row) => (
                <Row key={row.id} row={row} isActive={row.id === activeId} now={now} onOpen={onOpen} />
              ))}
            </div>
          ))}
          {search.canShowMore ? (
            <div
              id={moreRowId}
              role="option"
              tabIndex={-1}
              aria-selected={activeId === moreRowId}
              className="search-row search-more"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => void search.more()}
              onKeyDown={(event) => {
                if (event.key === 'Enter') void search.more()
              }}
            >
              Show more
            </div>
          ) : (
            state.hasMore && <p className="search-none">There is more. More words narrow it down.</p>
          )}
        </div>
      )}
    </nav>
  )
}

interface RowProps {
  row: SearchRow
  isActive: boolean
  now: number
  onOpen: (row: SearchRow) => void
}

function Row({ row, isActive, now, onOpen }: RowProps) {
  const { hit } = row
  const target = {
    id: row.id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    href: hashOfView(row.view),
    className: 'search-row',
    onPointerDown: (event: MouseEvent) => event.preventDefault(),
    onClick: (event: MouseEvent) => {
      // Another window or tab is the browser's to open.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      onOpen(row)
    },
  }
  const time = <span className="session-time">{shortTime(hit.createdAt, now)}</span>
  if (hit.field === 'title') {
    return (
      <a {...target}>
        <span className="search-row-head">
          {hit.comparisonId !== undefined && <ComparisonMark />}
          <span className="search-row-title">
            <MarkedText text={hit.snippet} marks={hit.highlights} />
          </span>
          {time}
        </span>
      </a>
    )
  }
  const short = shortSnippet(hit)
  return (
    <a {...target}>
      <span className="search-row-head">
        {hit.comparisonId !== undefined && <ComparisonMark />}
        <span className="search-row-title">{hit.sessionTitle}</span>
        {time}
      </span>
      <span className="search-row-text">
        <Speaker role={hit.role} model={hit.model} isReasoning={hit.field === 'reasoning'} />
        <MarkedText text={short.snippet} marks={short.highlights} />
      </span>
    </a>
  )
}

function ComparisonMark() {
  return (
    <span className="session-mark">
      <Icon name="compare" />
      <span className="hidden-text">Comparison:</span>
    </span>
  )
}

interface SpeakerProps {
  role: MessageRole | null
  model: string | null
  isReasoning: boolean
}

/** Who said it. */
function Speaker({ role, model, isReasoning }: SpeakerProps) {
  const { models } = useApp()
  const known = useStore(models, (state) => state.models)
  const name =
    role === 'user'
      ? 'You'
      : role === 'assistant'
        ? model === null
          ? 'Answer'
          : modelName(known, model)
        : role === 'tool'
          ? 'Tool'
          : 'System'
  return <b className="search-row-speaker">{isReasoning ? `${name}, thinking` : name}</b>
}

function countWords(sections: readonly SearchSection[], hasMore: boolean): string {
  const count = sections.reduce((sum, { rows }) => sum + rows.length, 0)
  if (count === 0) return 'Nothing was found.'
  return `${count}${hasMore ? ' and more' : ''} found`
}
