import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useStore } from 'zustand'

import { useApp } from '../state/use-app'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { shortcutNames } from '../ui/shortcut-names'
import { groupEntries } from './session-entries'
import { SessionRow } from './session-row'
import { UndoBar } from './undo-bar'
import './sidebar.css'

const clockStepMs = 30_000

/** New chat, New compare, the filter, and every chat and comparison under its day. */
export function Sidebar({ searchField }: { searchField: RefObject<HTMLInputElement | null> }) {
  const app = useApp()
  const list = useStore(app.sessionList.store)
  const [query, setQuery] = useState('')
  const now = useClock()
  const nav = useRef<HTMLElement>(null)
  const groups = groupEntries(list.sessions, list.comparisons, query, now)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && app.navigation.getState().isSidebarOpen) {
      app.navigation.setState({ isSidebarOpen: false })
      document.querySelector<HTMLElement>('.composer-column textarea, .composer-wide textarea')?.focus()
      return
    }
    moveFocus(event)
  }
  const moveFocus = (event: KeyboardEvent) => {
    if (!['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) return
    const rows = [...(nav.current?.querySelectorAll<HTMLElement>('.session-link') ?? [])]
    if (rows.length === 0 || document.activeElement?.classList.contains('title-field') === true) return
    event.preventDefault()
    const at = rows.findIndex((row) => row === document.activeElement)
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? rows.length - 1
          : event.key === 'ArrowDown'
            ? at + 1
            : at - 1
    if (next < 0) searchField.current?.focus()
    else rows[Math.min(next, rows.length - 1)]?.focus()
  }

  return (
    <aside className="sidebar" onKeyDown={onKeyDown}>
      <div className="sidebar-new">
        <Button title={shortcutNames.newChat} onClick={app.newChat}>
          New chat
        </Button>
        <Button title={shortcutNames.newCompare} onClick={app.newCompare}>
          New compare
        </Button>
      </div>
      <label className="sidebar-search">
        <Icon name="search" />
        <input
          ref={searchField}
          type="search"
          aria-label="Search titles"
          placeholder="Search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || query === '') return
            event.stopPropagation()
            setQuery('')
          }}
        />
        {query === '' && <kbd>{shortcutNames.search}</kbd>}
      </label>
      <nav ref={nav} className="sidebar-list" aria-label="Sessions">
        {groups.map((group) => (
          <section key={group.name} aria-label={group.name}>
            <h2 className="sidebar-day">{group.name}</h2>
            <ul>
              {group.entries.map((entry) => (
                <SessionRow key={`${entry.kind}-${entry.id}`} entry={entry} now={now} />
              ))}
            </ul>
          </section>
        ))}
        {groups.length === 0 && list.phase === 'ready' && (
          <p className="sidebar-empty">{emptyWords(query, list.nextCursor !== null)}</p>
        )}
        {list.nextCursor !== null && (
          <Button look="quiet" onClick={() => void app.sessionList.loadMore()}>
            Show older
          </Button>
        )}
      </nav>
      {list.error !== null && (
        <div className="sidebar-error" role="alert">
          <span>{list.error.message}</span>
          <Button look="link" onClick={() => void app.sessionList.load()}>
            Try again
          </Button>
        </div>
      )}
      {list.deleted !== null && <UndoBar key={list.deleted.id} deleted={list.deleted} />}
      <div className="sidebar-foot">
        <Button look="quiet" title={shortcutNames.settings} onClick={() => app.setSettingsOpen(true)}>
          <Icon name="settings" /> Settings
        </Button>
      </div>
    </aside>
  )
}

function emptyWords(query: string, hasOlder: boolean): string {
  if (query === '') return 'Chats and comparisons appear here.'
  return hasOlder
    ? 'No title shown so far contains this. Older chats can be shown too.'
    : 'No title contains this.'
}

/** The time, often enough for "5 min". */
function useClock(): number {
  const { environment } = useApp()
  const [now, setNow] = useState(() => environment.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(environment.now()), clockStepMs)
    return () => clearInterval(timer)
  }, [environment])
  return now
}
