import { useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'

import { hashOfView, type View } from '../state/navigation'
import { useApp } from '../state/use-app'
import { Icon } from '../ui/icon'
import { MenuButton, type MenuItem } from '../ui/menu'
import { TitleField } from '../ui/title-field'
import { shortTime, type SessionEntry } from './session-entries'

/** One chat or comparison. Enter opens, F2 renames, Delete deletes. */
export function SessionRow({ entry, now }: { entry: SessionEntry; now: number }) {
  const app = useApp()
  const [isRenaming, setIsRenaming] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const shouldFocusLink = useRef(false)
  const view: View =
    entry.kind === 'chat'
      ? { kind: 'chat', sessionId: entry.id }
      : { kind: 'compare', comparisonId: entry.id }
  const isCurrent = useStore(app.navigation, (state) => hashOfView(state.view) === hashOfView(view))

  const rename = (title: string) => {
    void (entry.kind === 'chat'
      ? app.sessionList.renameSession(entry.id, title)
      : app.sessionList.renameComparison(entry.id, title))
  }
  const remove = () => {
    if (row.current?.contains(document.activeElement) === true) focusNeighbour(row.current)
    void (entry.kind === 'chat'
      ? app.sessionList.deleteSession(entry.session)
      : app.sessionList.deleteComparison(entry.comparison))
    if (isCurrent) app.newChat()
  }
  const items: MenuItem[] = [
    { label: 'Rename', shortcut: 'F2', onChoose: () => setIsRenaming(true) },
    ...(entry.kind === 'chat' ? [pinItem(entry.session.pinned, () => togglePin())] : []),
    { label: 'Delete', shortcut: 'Del', isDanger: true, onChoose: remove },
  ]
  const togglePin = () => {
    if (entry.kind === 'chat') void app.sessionList.setPinned(entry.id, !entry.session.pinned)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'F2') setIsRenaming(true)
    else if (event.key === 'Delete') remove()
    else return
    event.preventDefault()
  }

  if (isRenaming) {
    return (
      <li className="session-row">
        <Mark entry={entry} />
        <TitleField
          title={entry.title}
          label="Title"
          onRename={rename}
          onDone={(isByKey) => {
            shouldFocusLink.current = isByKey
            setIsRenaming(false)
          }}
        />
      </li>
    )
  }
  return (
    <li ref={row} className={isCurrent ? 'session-row session-row-current' : 'session-row'}>
      <a
        ref={(link) => {
          // The title was being rewritten in its place: the keyboard goes on from here.
          if (shouldFocusLink.current) link?.focus()
          shouldFocusLink.current = false
        }}
        className="session-link"
        href={hashOfView(view)}
        title={entry.title}
        aria-current={isCurrent ? 'page' : undefined}
        onDoubleClick={() => setIsRenaming(true)}
        onKeyDown={onKeyDown}
      >
        <Mark entry={entry} />
        <span className="session-title">{entry.title}</span>
        <span className="session-time">
          {entry.kind === 'compare' ? (
            <span aria-label={`${entry.comparison.paneCount} panes`}>{entry.comparison.paneCount}</span>
          ) : (
            shortTime(entry.updatedAt, now)
          )}
        </span>
      </a>
      <span className="session-menu">
        <MenuButton label={`Actions for ${entry.title}`} items={items} />
      </span>
    </li>
  )
}

/** The row is about to go: the keyboard stays in the list. */
function focusNeighbour(row: HTMLElement): void {
  const links = [...(row.closest('nav')?.querySelectorAll<HTMLElement>('.session-link') ?? [])]
  const at = links.findIndex((link) => row.contains(link))
  const neighbour = links[at + 1] ?? links[at - 1]
  neighbour?.focus()
}

function pinItem(pinned: boolean, onChoose: () => void): MenuItem {
  return { label: pinned ? 'Unpin' : 'Pin', onChoose }
}

/** What stands before the title: whether it runs, whether something new is there, what it is. */
function Mark({ entry }: { entry: SessionEntry }) {
  const isRunning = entry.kind === 'chat' ? entry.session.running : entry.comparison.running
  if (isRunning) {
    return (
      <span className="session-mark">
        <span className="dot dot-running" />
        <span className="hidden-text">Running:</span>
      </span>
    )
  }
  if (entry.kind === 'compare') {
    return (
      <span className="session-mark">
        <Icon name="compare" />
        <span className="hidden-text">Comparison:</span>
      </span>
    )
  }
  if (entry.session.unseen) {
    return (
      <span className="session-mark">
        <span className="dot dot-unseen" />
        <span className="hidden-text">New answer:</span>
      </span>
    )
  }
  return <span className="session-mark">{entry.session.pinned && <Icon name="pin" />}</span>
}
