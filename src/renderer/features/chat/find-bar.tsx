import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { MessageId } from '../../../shared/ids'
import { belongsToInputMethod } from '../../keyboard/key-presses'
import { t } from '../../language/t'
import { isAnswering } from '../../state/conversations/conversation'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import {
  expandReasoning,
  flashMessage,
  messageElement,
  revealBox,
} from '../message-navigation/message-elements'
import { wordRanges } from '../message-navigation/word-ranges'
import { FindInChat, type FindState } from './find-in-chat'
import { useApp } from '../../state/app/use-app'
import { CloseButton, IconButton } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import { Icon } from '../../ui/controls/icon'
import { measureNow } from '../../ui/viewport/measuring'
import { messagesInView } from './thread/step-message'
import { Ellipsis, Row } from '../../ui/layout/layout'
import styles from './find-bar.module.css'

const allMatches = 'chat-find'
const currentMatch = 'chat-find-current'

interface FindBarProps {
  conversation: ConversationStore
  /** A new value focuses the field again. */
  calls: number
  onClose: () => void
}

/** Finds text in the open chat, on all branches. */
export function FindBar({ conversation, calls, onClose }: FindBarProps) {
  const app = useApp()
  const field = useRef<HTMLInputElement>(null)
  const [find] = useState(() => new FindInChat(app.environment, conversation))
  const state = useStore(find.store)
  useHighlights(find)
  useEffect(() => {
    if (calls === 0) return
    field.current?.focus()
    field.current?.select()
  }, [calls])
  useEffect(() => () => find.close(), [find])
  useEffect(
    () =>
      conversation.store.subscribe((now, before) => {
        if (isAnswering(before) && !isAnswering(now)) void find.refresh()
      }),
    [conversation, find],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (belongsToInputMethod(event.nativeEvent)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
    if (event.key === 'Enter' && event.target === field.current) {
      event.preventDefault()
      void find.step(event.shiftKey ? -1 : 1)
    }
  }
  const canStep = state.found.length > 0
  return (
    <Row
      gap={1}
      grow={false}
      size="s"
      line="below"
      className={styles.findBar}
      role="search"
      aria-label={t('actions.titles.find')}
      onKeyDown={onKeyDown}
    >
      <Icon name="search" />
      <input
        dir="auto"
        ref={field}
        type="text"
        aria-label={t('actions.titles.find')}
        placeholder={t('actions.titles.find')}
        autoComplete="off"
        spellCheck={false}
        maxLength={2_000}
        value={state.query}
        onChange={(event) => find.setQuery(event.target.value, messagesInView())}
      />
      <Ellipsis grow={false} pad={[0, 2]} tone="soft" tabular className={styles.findStatus} role="status">
        {statusOf(state)}
      </Ellipsis>
      <IconButton
        icon="chevronUp"
        label={t('chat.find.previous')}
        title={t('chat.find.previousTitle')}
        aria-disabled={!canStep}
        onClick={() => void find.step(-1)}
      />
      <IconButton
        icon="chevronDown"
        label={t('chat.find.next')}
        title={t('chat.find.nextTitle')}
        aria-disabled={!canStep}
        onClick={() => void find.step(1)}
      />
      <CloseButton label={t('chat.find.close')} title={t('common.closeByEscape')} onClick={onClose} />
    </Row>
  )
}

/** A short summary of the search state. */
function statusOf({ phase, found, hasMore, at, isElsewhere, refusal }: FindState): string {
  if (refusal?.code === 'RUN_ACTIVE') {
    return t('chat.find.elsewhereBusy')
  }
  if (refusal !== null) return errorLine(refusal)
  if (phase === 'idle' || (phase === 'searching' && found.length === 0)) return ''
  if (found.length === 0) return t('common.noResults')
  const position = t('common.positionOf', {
    at: at === null ? 0 : at + 1,
    total: `${found.length}${hasMore ? '+' : ''}`,
  })
  return isElsewhere ? t('chat.find.elsewhere', { position }) : position
}

/**
 * Highlights every occurrence of `needles` in `column`, and more strongly the first one in the message `currentId`,
 * which it returns. The document does not change.
 */
function highlightMatches(
  column: HTMLElement,
  needles: readonly string[],
  currentId: MessageId | undefined,
): Range | null {
  const ranges: Range[] = []
  let first: Range | null = null
  for (const row of column.querySelectorAll<HTMLElement>('[data-message-id]')) {
    const found = wordRanges(row, needles)
    if (row.dataset['messageId'] === currentId) first = found.shift() ?? null
    ranges.push(...found)
  }
  CSS.highlights.set(allMatches, new Highlight(...ranges))
  CSS.highlights.set(currentMatch, first === null ? new Highlight() : new Highlight(first))
  return first
}

function clearHighlights(): void {
  CSS.highlights.delete(allMatches)
  CSS.highlights.delete(currentMatch)
}

/** Keeps matches highlighted while the search is open, including in later renders, and scrolls to the current one. */
function useHighlights(find: FindInChat): void {
  useEffect(() => {
    let frame: number | null = null
    /** The message that has not been scrolled to yet. */
    let wanted: string | undefined
    const draw = () => {
      frame = null
      const column = document.querySelector<HTMLElement>('[data-slot="chat-column"]')
      const { needles, found, at } = find.store.getState()
      const currentId = at === null ? undefined : found[at]
      if (column === null) return
      const place = highlightMatches(column, needles, currentId)
      const row = currentId === undefined ? null : messageElement(column, currentId)
      if (row === null || wanted === undefined || wanted !== currentId) return
      // Once expanded, it renders and this runs again.
      if (place === null && expandReasoning(row)) return
      wanted = undefined
      measureNow()
      // The match may not be in visible text, such as the name of an attachment.
      if (place === null) flashMessage(row)
      else revealBox(row, place.getBoundingClientRect())
    }
    const drawSoon = () => {
      frame ??= requestAnimationFrame(draw)
    }
    const observer = new MutationObserver(drawSoon)
    const list = document.querySelector('[data-slot="follow-content"]')
    if (list !== null) observer.observe(list, { childList: true, subtree: true, characterData: true })
    const stop = find.store.subscribe((now, before) => {
      if (now.at !== before.at || now.found !== before.found)
        wanted = now.at === null ? undefined : now.found[now.at]
      drawSoon()
    })
    return () => {
      stop()
      observer.disconnect()
      if (frame !== null) cancelAnimationFrame(frame)
      clearHighlights()
    }
  }, [find])
}
