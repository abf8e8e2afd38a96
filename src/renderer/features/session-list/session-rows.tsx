import type { ParseKeys } from 'i18next'
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'

import { useMemoInLanguage } from '../../language/memo'
import { t } from '../../language/t'
import { listTarget, type ListKeys } from '../../keyboard/list-keys'
import {
  isShownIn,
  viewOfEntry,
  type EntryKey,
  type SessionEntry,
} from '../../state/session-list/session-entry'
import { useShortcutKeys, useApp } from '../../state/app/use-app'
import { isCommandKey } from '../../state/actions/bound-keys'
import type { SessionFolderName } from '../../state/session-list/session-folder'
import { scalesOf } from '../../ui/theme/scales'
import { Menu, type MenuItem } from '../../ui/overlays/menu'
import { EraseDialog } from './erase-dialog'
import { layOut } from './session-list-layout'
import {
  chosen,
  everything,
  neighbourOf,
  noSelection,
  extended,
  toggled,
  SelectionBar,
} from './selection-bar'
import { goneWhen, groupEntries, shortTime } from '../../state/session-list/session-groups'
import { SessionListRow } from './session-row'
import { actionItems, useEntryActions } from './use-entry-actions'
import { useHeldWhilePressed } from '../../ui/lists/use-held-while-pressed'
import { useVirtualRows } from '../../ui/viewport/use-virtual-rows'
import { Hint, PlainList } from '../../ui/layout/layout'
import styles from './session-rows.module.css'

const keysOfList: ListKeys = {
  atEnds: 'leave-above',
  pageLength: 10,
  hasHomeAndEnd: true,
  allowsShift: true,
}
/** More rows are loaded when fewer than this remain below the viewport. */
const readAheadRows = 30

const emptyWords = {
  chats: 'sessions.sidebar.noChats',
  project: 'projects.noChats',
  archived: 'sessions.sidebar.noArchived',
  trash: 'sessions.sidebar.emptyTrash',
} as const satisfies Record<SessionFolderName, ParseKeys>

interface SessionRowsProps {
  folder: SessionFolderName
  now: number
  /** An arrow key moved up from the first row. */
  onLeaveAbove: () => void
}

/** A virtualised list of chats, archived entries or trash. One tab stop; arrow keys move between rows. */
export function SessionRows({ folder, now, onLeaveAbove }: SessionRowsProps) {
  const app = useApp()
  const { store } = app.sessionList.folders[folder]
  const { sessions, comparisons, completeSince, nextCursor, phase, error } = useStore(store)
  const shown = useStore(app.navigation, (state) => state.view)
  const textSize = useStore(app.settings.store, (state) => state.settings.textSize)
  const density = useStore(app.settings.store, (state) => state.settings.density)
  const scroller = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const menuAnchor = useRef<HTMLElement>(null)
  const [lastFocused, setTabStop] = useState<EntryKey | null>(null)
  const [selection, setSelection] = useState(noSelection)
  const [renaming, setRenaming] = useState<EntryKey | null>(null)
  const [menuOf, setMenuOf] = useState<EntryKey | null>(null)
  const [erasing, setErasing] = useState<readonly SessionEntry[] | null>(null)

  const newest = useMemoInLanguage(
    () =>
      layOut(
        groupEntries(folder, { sessions, comparisons, completeSince }, now),
        scalesOf({ textSize, density }),
      ),
    [folder, sessions, comparisons, completeSince, now, textSize, density],
  )
  const { value: layout, hold } = useHeldWhilePressed(newest)
  const { entries, rows } = layout
  const indexOf = (key: EntryKey | null | undefined) =>
    key == null ? -1 : rows.findIndex((row) => row.key === key)
  const isCurrent = (entry: SessionEntry) => folder !== 'trash' && isShownIn(shown, entry)
  const tabStop = (entries.find(({ key }) => key === lastFocused) ?? entries.find(isCurrent) ?? entries[0])
    ?.key
  const selected = chosen(selection, entries)
  const { drawn, heightPx, lastInView, show } = useVirtualRows({
    scroller,
    rows,
    always: [tabStop, renaming, menuOf].map(indexOf),
    contextPx: { above: layout.rowHeightPx, below: layout.rowHeightPx },
  })
  const focusRow = useRowFocus(list, (key) => {
    show(indexOf(key))
    setTabStop(key)
  })

  useEffect(() => {
    const isNearEnd = lastInView + readAheadRows >= rows.length
    if (isNearEnd && nextCursor !== null && error === null) void app.sessionList.folders[folder].loadMore()
  }, [app, folder, lastInView, rows.length, nextCursor, error])

  const leave = (leaving: readonly SessionEntry[], doFirst?: () => void) => {
    const keys = new Set(leaving.map(({ key }) => key))
    const hasFocus = scroller.current?.parentElement?.contains(document.activeElement) === true
    const next = tabStop === undefined ? null : neighbourOf(keys, tabStop, entries)
    setSelection(noSelection)
    doFirst?.()
    if (!hasFocus) return
    if (next === null) onLeaveAbove()
    else focusRow(next)
  }
  const shortcutKeys = useShortcutKeys()
  const actions = useEntryActions({ onLeaving: leave, onErase: setErasing })
  /** The whole selection if it includes this entry, otherwise only the entry. */
  const targetsOf = (entry: SessionEntry) => (selection.keys.has(entry.key) ? selected : [entry])
  const menuItems = (entry: SessionEntry): MenuItem[] => {
    const targets = targetsOf(entry)
    if (targets.length > 1) return actionItems(folder, targets, actions)
    const [first, ...others] = actionItems(folder, targets, actions)
    return [
      ...(folder === 'trash'
        ? []
        : [
            {
              label: t('actions.titles.rename'),
              shortcut: shortcutKeys('rename'),
              onChoose: () => setRenaming(entry.key),
            },
          ]),
      ...(first === undefined ? [] : [first]),
      {
        label: t('sessions.actions.select'),
        shortcut: 'Space',
        onChoose: () => setSelection(toggled(selection, entry.key)),
      },
      ...others,
    ]
  }
  const openMenu = (key: EntryKey, anchor: HTMLElement | null) => {
    menuAnchor.current = anchor
    setTabStop(key)
    setMenuOf(menuOf === key ? null : key)
  }

  const onRenamed = useCallback(
    ({ key }: SessionEntry, isByKey: boolean) => {
      setRenaming(null)
      // The title field disappears; focus its row.
      if (isByKey) focusRow(key)
    },
    [focusRow],
  )

  /**
   * Not by following the link: the view would change only after the address, and text typed in between would be lost.
   */
  const open = (key: string) => {
    const entry = entries.find((candidate) => candidate.key === key)
    if (entry !== undefined) app.go(viewOfEntry(entry))
  }

  const onClick = (event: MouseEvent) => {
    const key = entryKeyAt(event.target)
    if (key === null || renaming === key || !(event.target instanceof Element)) return
    const button = event.target.closest<HTMLElement>('[data-slot="menu-button"]')
    if (button !== null) {
      openMenu(key, button)
      return
    }
    const isOnCheck = event.target.closest('[data-slot="session-check"]') !== null
    if (event.ctrlKey || event.metaKey || isOnCheck) setSelection(toggled(selection, key))
    else if (event.shiftKey) setSelection(extended(selection, tabStop ?? key, key, entries))
    else {
      setSelection(noSelection)
      if (folder === 'trash') openMenu(key, event.target.closest('[data-slot="session-link"]'))
      else if (event.target.closest('[data-slot="session-link"]') !== null) open(key)
      else return
      event.preventDefault()
      return
    }
    event.preventDefault()
    focusRow(key)
  }

  const onDragStart = (event: DragEvent) => {
    const entry = entries.find(({ key }) => key === entryKeyAt(event.target))
    if (entry === undefined || folder === 'trash') return
    app.projects.drag(targetsOf(entry))
    event.dataTransfer.effectAllowed = 'move'
    // Without any data, some browsers do not begin to drag; the address of the row must not be dropped as text.
    event.dataTransfer.clearData()
    event.dataTransfer.setData('application/x-parley-entries', '')
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const key = entryKeyAt(event.target)
    const at = entries.findIndex((entry) => entry.key === key)
    const entry = entries[at]
    if (entry === undefined) return
    const target = listTarget(event.nativeEvent, at, entries.length, keysOfList)
    if (target !== null) {
      event.preventDefault()
      const next = entries[target]
      if (next === undefined) onLeaveAbove()
      else {
        if (event.shiftKey) setSelection(extended(selection, entry.key, next.key, entries))
        focusRow(next.key)
      }
      return
    }
    const link =
      entryElement(list.current, entry.key)?.querySelector<HTMLElement>('[data-slot="session-link"]') ?? null
    const hasCommand = event.ctrlKey || event.metaKey
    const bound = app.settings.store.getState().settings.shortcuts
    if (event.key === ' ' && event.target === link) setSelection(toggled(selection, entry.key))
    else if (event.key === 'a' && hasCommand) setSelection(everything(entries))
    else if (event.key === 'z' && hasCommand && !event.shiftKey) void app.organiser.undo()
    else if (isCommandKey('rename', event, bound) && folder !== 'trash') setRenaming(entry.key)
    else if (isCommandKey('entryDelete', event, bound)) {
      if (folder === 'trash') actions.erase(targetsOf(entry))
      else actions.delete(targetsOf(entry))
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))
      openMenu(entry.key, link)
    else if (event.key === 'Escape' && selection.keys.size > 0) setSelection(noSelection)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const menuEntry = entries.find(({ key }) => key === menuOf)
  const closeMenu = () => setMenuOf(null)

  return (
    <>
      <nav ref={scroller} className={styles.scroller} aria-label={t('sessions.sidebar.list')}>
        <PlainList
          ref={list}
          className={styles.sessionList}
          style={{ height: heightPx }}
          // A row that moved under the pointer would lose the click, or give it to another one.
          onPointerDown={hold}
          onClick={onClick}
          onDragStart={onDragStart}
          onDragEnd={() => app.projects.drag([])}
          onDoubleClick={(event) => {
            const isOnTitle = event.target instanceof Element && event.target.closest('a') !== null
            if (isOnTitle && !event.ctrlKey && !event.shiftKey) setRenaming(entryKeyAt(event.target))
          }}
          onContextMenu={(event) => {
            const key = entryKeyAt(event.target)
            if (key === null || renaming === key) return
            event.preventDefault()
            openMenu(
              key,
              entryElement(list.current, key)?.querySelector<HTMLElement>('[data-slot="session-link"]') ??
                null,
            )
          }}
          onFocus={(event) => {
            const key = entryKeyAt(event.target)
            if (key !== null) setTabStop(key)
          }}
          onKeyDown={onKeyDown}
        >
          {drawn.map(({ row, topPx }) =>
            row.kind === 'heading' ? (
              <li
                key={row.key}
                className={styles.sidebarDay}
                style={{ top: topPx + row.gapAbovePx, height: row.heightPx - row.gapAbovePx }}
              >
                <h2>{row.name}</h2>
              </li>
            ) : (
              <SessionListRow
                key={row.key}
                entry={row.entry}
                top={topPx}
                height={row.heightPx}
                position={row.position}
                groupSize={row.groupSize}
                time={timeOf(row.entry, now)}
                isOpenable={folder !== 'trash'}
                isCurrent={isCurrent(row.entry)}
                isTabStop={row.key === tabStop}
                isSelected={selection.keys.has(row.entry.key)}
                isSelecting={selection.keys.size > 0}
                isMenuOpen={row.key === menuOf}
                isRenaming={row.key === renaming}
                onRenamed={onRenamed}
              />
            ),
          )}
        </PlainList>
        {entries.length === 0 && phase === 'ready' && <Hint pad={[4, 2]}>{t(emptyWords[folder])}</Hint>}
      </nav>
      {selected.length > 0 && (
        <SelectionBar
          count={selected.length}
          items={actionItems(folder, selected, actions)}
          onClear={() => {
            setSelection(noSelection)
            if (tabStop !== undefined) focusRow(tabStop)
          }}
        />
      )}
      {menuEntry !== undefined && (
        <Menu anchor={menuAnchor} items={menuItems(menuEntry)} onClose={closeMenu} />
      )}
      {erasing !== null && (
        <EraseDialog
          entries={erasing}
          onErase={() => {
            // First, because the closing dialog returns the focus to a row that is about to disappear.
            flushSync(() => setErasing(null))
            leave(erasing)
            void app.organiser.erase(erasing)
          }}
          onClose={() => setErasing(null)}
        />
      )}
    </>
  )
}

function timeOf({ deletedAt, updatedAt }: SessionEntry, now: number): string {
  return deletedAt === null ? shortTime(updatedAt, now) : goneWhen(deletedAt, now)
}

/** The row element of an entry, if it is rendered. */
function entryElement(list: HTMLElement | null, key: EntryKey): HTMLElement | null {
  const rows = [...(list?.children ?? [])].filter((row): row is HTMLElement => row instanceof HTMLElement)
  return rows.find((row) => row.dataset['key'] === key) ?? null
}

/** The entry whose row contains `target`. */
function entryKeyAt(target: EventTarget | null): EntryKey | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null
  return (row?.dataset['key'] as EntryKey | undefined) ?? null
}

/** Focuses a row, even one that is drawn only after `onShow`, which scrolls it into view. */
function useRowFocus(
  list: RefObject<HTMLElement | null>,
  onShow: (key: EntryKey) => void,
): (key: EntryKey) => void {
  const wanted = useRef<EntryKey | null>(null)

  const tryFocus = useCallback(() => {
    if (wanted.current === null) return
    const link = entryElement(list.current, wanted.current)?.querySelector<HTMLElement>(
      '[data-slot="session-link"]',
    )
    if (link == null) return
    wanted.current = null
    link.focus({ preventScroll: true })
  }, [list])
  const show = useRef(onShow)
  useLayoutEffect(() => {
    show.current = onShow
    tryFocus()
  })

  return useCallback(
    (key: EntryKey) => {
      show.current(key)
      wanted.current = key
      tryFocus()
    },
    [tryFocus],
  )
}
