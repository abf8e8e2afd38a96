import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'

import type { OutlineEntry } from '../../../shared/sessions/sessions'
import { belongsToInputMethod } from '../../keyboard/key-presses'
import { listTarget, type ListKeys } from '../../keyboard/list-keys'
import { t } from '../../language/t'
import { ChatOutline, entryAt, repetitionOf, type OutlinePlace } from './chat-outline'
import { isAnswering, shownMessageIds } from '../../state/conversations/conversation'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import { useApp } from '../../state/app/use-app'
import { CloseButton } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import { scalesOf } from '../../ui/theme/scales'
import { useVirtualRows } from '../../ui/viewport/use-virtual-rows'
import { showRefusal } from '../message/rows/thread'
import { classNames } from '../../ui/class-names'
import { Hint, Row, Stack } from '../../ui/layout/layout'
import type { MessageId } from '../../../shared/ids'
import { behindAttribute } from '../../ui/viewport/measuring'
import { headingsIn } from '../message-navigation/message-elements'
import styles from './outline-panel.module.css'

/** Row height at the default text size; rows are positioned by index. */
const usualRowPx = 28
const keysOfList: ListKeys = { atEnds: 'stay', pageLength: 10, hasHomeAndEnd: true }
/** Must match the stylesheet: from this width, the outline fits beside the messages. */
const besideQuery = '(width >= 1160px)'

/** The user opened the outline. */
export interface OutlineCall {
  focusBefore: Element | null
}

interface OutlinePanelProps {
  conversation: ConversationStore
  /** A new call focuses the panel; null if the outline was already open when the chat was. */
  call: OutlineCall | null
  onClose: () => void
}

/** The chat's questions and headings, one per line, with the current one marked; each jumps to its place. */
export function OutlinePanel({ conversation, call, onClose }: OutlinePanelProps) {
  const app = useApp()
  const [outline] = useState(() => new ChatOutline(app.environment.api, conversation.sessionId))
  const { phase, entries, isCut, error } = useStore(outline.store)
  const textSize = useStore(app.settings.store, (state) => state.settings.textSize)
  const rowPx = Math.round(usualRowPx * scalesOf({ textSize, density: 'comfortable' }).text)
  const scroller = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)
  const place = useOutlinePlace()
  const [jumpedTo, setJumpedTo] = useJumpTarget()
  const read = useMemo(
    () => entryAt(entries, shownMessageIds(conversation.store.getState()), place),
    [entries, conversation, place],
  )
  const current = jumpedTo ?? read
  const [focused, setFocused] = useState<number | null>(null)
  const tabStop = Math.min(focused ?? Math.max(current, 0), entries.length - 1)
  const rows = useMemo(
    () => entries.map((entry, index) => ({ key: String(index), heightPx: rowPx, entry, index })),
    [entries, rowPx],
  )
  const { drawn, heightPx, isInView, show } = useVirtualRows({ scroller, rows, always: [tabStop] })

  useEffect(() => {
    void outline.load()
    return conversation.store.subscribe((now, before) => {
      const hasEnded = isAnswering(before) && !isAnswering(now)
      const isOther =
        now.messages !== before.messages && now.messages.at(-1)?.id !== before.messages.at(-1)?.id
      if (hasEnded || (isOther && !now.hasNewer)) void outline.load()
    })
  }, [outline, conversation])

  const follow = useEffectEvent((at: number, count: number) => {
    const box = scroller.current
    // Do not scroll while the user hovers over the outline or navigates in it.
    if (
      box === null ||
      at === -1 ||
      at >= count ||
      box.matches(':hover') ||
      box.contains(document.activeElement)
    )
      return
    if (!isInView(at)) show(at, 'center')
  })
  useEffect(() => follow(current, entries.length), [current, entries.length])

  const isThere = phase !== 'loading' || entries.length > 0
  const enter = useEffectEvent(({ focusBefore }: OutlineCall) => {
    // If the user has moved on before the rows arrive, the focus stays there.
    const { activeElement, body } = document
    if (activeElement !== focusBefore && activeElement !== body) return
    const row = panel.current?.querySelector<HTMLElement>('[data-slot="outline-entry"][tabindex="0"]')
    const target = row ?? panel.current?.querySelector('button')
    target?.focus()
  })
  useEffect(() => {
    if (call !== null && isThere) enter(call)
  }, [call, isThere])

  const jump = (index: number) => {
    const entry = entries[index]
    if (entry === undefined) return
    setFocused(null)
    setJumpedTo(index)
    const from =
      entry.level === undefined
        ? ('beginning' as const)
        : { heading: entry.text, repetition: repetitionOf(entries, index) }
    void showRefusal(
      conversation,
      conversation.pages.show(entry.messageId, { isHighlighted: true, mayLeavePath: false, from }),
    )
    // On narrow windows the outline covers the messages, so close it.
    if (!window.matchMedia(besideQuery).matches) app.navigation.setState({ isOutlineOpen: false })
  }
  const focusEntry = (index: number) => {
    const box = scroller.current
    if (box === null) return
    const at = Math.max(0, Math.min(index, entries.length - 1))
    setFocused(at)
    show(at)
    requestAnimationFrame(() => box.querySelector<HTMLElement>(`[data-index="${at}"]`)?.focus())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = listTarget(event.nativeEvent, tabStop, entries.length, keysOfList)
    if (event.key === 'Escape' && !belongsToInputMethod(event.nativeEvent)) onClose()
    else if (next !== null) focusEntry(next)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Stack
      as="nav"
      gap={0}
      ref={panel}
      className={styles.outline}
      aria-label={t('actions.titles.outline')}
      onKeyDown={onKeyDown}
    >
      <Row as="header" gap={0} justify="between" grow={false} className={styles.outlineHead}>
        <h2>{t('actions.titles.outline')}</h2>
        <CloseButton label={t('chat.outline.close')} title={t('common.closeByEscape')} onClick={onClose} />
      </Row>
      <div ref={scroller} className={styles.outlineScroll}>
        <ol style={{ height: heightPx }}>
          {drawn.map(({ row: { key, entry, index }, topPx }) => (
            <li key={key} style={{ top: topPx, height: rowPx }}>
              <button
                type="button"
                className={classOf(entry)}
                data-slot="outline-entry"
                data-index={index}
                tabIndex={index === tabStop ? 0 : -1}
                aria-current={index === current ? 'location' : undefined}
                title={entry.text}
                onClick={() => jump(index)}
              >
                {entry.text}
              </button>
            </li>
          ))}
        </ol>
        <Hint pad={[2, 4]} className={styles.outlineNote}>
          {noteOf({ phase, count: entries.length, isCut, error: error === null ? null : errorLine(error) })}
        </Hint>
      </div>
    </Stack>
  )
}

/** The jump target counts as the reading position, even if it could not scroll to the top, until the user moves on. */
function useJumpTarget() {
  const [jumpedTo, setJumpedTo] = useState<number | null>(null)
  useEffect(() => {
    const scroller = document.querySelector('[data-slot="follow-scroll"]')
    if (jumpedTo === null || scroller === null) return undefined
    const leave = new AbortController()
    const options = { signal: leave.signal, passive: true }
    for (const moved of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
      scroller.addEventListener(moved, () => setJumpedTo(null), options)
    }
    return () => leave.abort()
  }, [jumpedTo])
  return [jumpedTo, setJumpedTo] as const
}

function classOf({ level }: OutlineEntry): string | undefined {
  if (level === undefined) return classNames(styles.outlineEntry, styles.outlineQuestion)
  return level <= 2 ? styles.outlineEntry : classNames(styles.outlineEntry, styles.outlineDeep)
}

interface Noted {
  phase: 'loading' | 'ready' | 'failed'
  count: number
  isCut: 'headings' | 'oldest' | null
  error: string | null
}

function noteOf({ phase, count, isCut, error }: Noted): string | null {
  if (phase === 'failed') return t('chat.outline.failed', { reason: error ?? '' })
  if (phase === 'loading') return count === 0 ? t('common.loading') : null
  if (count === 0) return t('chat.outline.empty')
  if (isCut === null) return null
  return isCut === 'headings' ? t('chat.outline.onlyQuestions') : t('chat.outline.onlyNewest')
}

/** Everything above this part of the view counts as read: the target of a jump, and a little below it. */
const readingLine = 1 / 8
const belowPx = 8

/** The message being read, and how far, updated as messages scroll or change. */
export function useOutlinePlace(): OutlinePlace | null {
  const [place, setPlace] = useState<OutlinePlace | null>(null)
  useEffect(() => {
    const scroller = document.querySelector('[data-slot="follow-scroll"]')
    if (scroller === null) return undefined
    let frame: number | null = null
    const look = () => {
      frame = null
      const now = placeIn(scroller)
      setPlace((known) =>
        known?.messageId === now?.messageId && known?.passedHeadings === now?.passedHeadings ? known : now,
      )
    }
    const lookSoon = () => {
      frame ??= requestAnimationFrame(look)
    }
    look()
    scroller.addEventListener('scroll', lookSoon, { passive: true })
    const observer = new MutationObserver(lookSoon)
    const column = scroller.querySelector('[data-slot="chat-column"]')
    if (column !== null) observer.observe(column, { childList: true })
    // The headings of a long message are there once all of it is drawn.
    observer.observe(scroller, { subtree: true, attributeFilter: [behindAttribute] })
    return () => {
      scroller.removeEventListener('scroll', lookSoon)
      observer.disconnect()
      if (frame !== null) cancelAnimationFrame(frame)
    }
  }, [])
  return place
}

function placeIn(scroller: Element): OutlinePlace | null {
  const view = scroller.getBoundingClientRect()
  const lineY = view.top + view.height * readingLine + belowPx
  const rows = [...scroller.querySelectorAll<HTMLElement>('[data-slot="chat-column"] > [data-message-id]')]
  const row = rows.findLast((one) => one.getBoundingClientRect().top <= lineY) ?? rows[0]
  if (row === undefined) return null
  const passed = headingsIn(row).filter((heading) => heading.getBoundingClientRect().top <= lineY)
  return { messageId: row.dataset['messageId'] as MessageId, passedHeadings: passed.length }
}
