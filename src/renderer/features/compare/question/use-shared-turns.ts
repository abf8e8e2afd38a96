import { useCallback, useEffect, useMemo, useState, createContext } from 'react'

import type { MessageId } from '../../../../shared/ids'
import type { Pane } from '../../../../shared/sessions/sessions'
import type { ComparisonStore } from '../../../state/comparisons/comparison-store'
import { askedPane, type SharedTurn, sharedTurns } from '../../../state/comparisons/shared-turns'
import type { QuestionLength } from '../../message/user-message'
import { usePaneStates } from '../answers/use-pane-states'

const inputs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
/**
 * If a question is this far below the top of a pane, the user is reading it, whatever the height of the row above the
 * panes.
 */
const readBelowPx = 80

interface SharedTurns {
  /**
   * Of the questions that all panes share, the one that the user is reading; none while the panes are not side by side.
   */
  turn: SharedTurn | undefined
  /** How much of each question its pane shows. */
  lengthOf: (messageId: MessageId) => QuestionLength
}

/** The questions that all panes were asked. They are shown only once while `isOn`. */
export function useSharedTurns(store: ComparisonStore, panes: readonly Pane[], isOn: boolean): SharedTurns {
  // A string, because a new list would count as a change each time.
  const ids = usePaneStates(store, panes, () =>
    isOn
      ? turnsOf(store, panes)
          .map(({ messageIds }) => [...messageIds].join(' '))
          .join()
      : '',
  )
  const turns = useMemo(() => (ids === '' ? [] : turnsOf(store, panes)), [ids, store, panes])
  const key = useTurnInView(turns)
  const turn = turns.find((candidate) => candidate.key === key) ?? turns.at(-1)
  const lengthOf = useCallback(
    (messageId: MessageId): QuestionLength => {
      if (turn?.messageIds.has(messageId) === true) return 'above'
      return turns.some(({ messageIds }) => messageIds.has(messageId)) ? 'line' : 'full'
    },
    [turns, turn],
  )
  return { turn, lengthOf }
}

function turnsOf(store: ComparisonStore, panes: readonly Pane[]): SharedTurn[] {
  return sharedTurns(panes.map((pane) => askedPane(store.conversationOf(pane).store.getState())))
}

/** The key of the turn at the top of the pane that was scrolled last; null until one is. */
function useTurnInView(turns: readonly SharedTurn[]): string | null {
  const [key, setKey] = useState<string | null>(null)
  const hasSeveral = turns.length > 1
  useEffect(() => {
    if (!hasSeveral) return undefined
    const keys = new Map(turns.flatMap((turn) => [...turn.messageIds].map((id) => [id as string, turn.key])))
    let touched: Element | null = null
    let frame: number | null = null
    const touch = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      touched =
        target.closest('[data-slot="pane-slot"]')?.querySelector('[data-slot="follow-scroll"]') ?? touched
    }
    const look = ({ target }: Event) => {
      if (
        !(target instanceof Element) ||
        !target.matches('[data-slot="pane-slot"] [data-slot="follow-scroll"]')
      )
        return
      // The other panes follow the one that the user scrolls, some of them as far as their end.
      const scroller = touched?.isConnected === true ? touched : target
      frame ??= requestAnimationFrame(() => {
        frame = null
        setKey(turnIn(scroller, keys))
      })
    }
    const options = { capture: true, passive: true }
    for (const input of inputs) window.addEventListener(input, touch, options)
    window.addEventListener('scroll', look, options)
    return () => {
      if (frame !== null) cancelAnimationFrame(frame)
      for (const input of inputs) window.removeEventListener(input, touch, options)
      window.removeEventListener('scroll', look, options)
    }
  }, [turns, hasSeveral])
  return key
}

function turnIn(scroller: Element, keys: ReadonlyMap<string, string>): string | null {
  const marks = Array.from(scroller.querySelectorAll<HTMLElement>('[data-role="user"]')).flatMap(
    (question) => {
      const key = keys.get(question.dataset['messageId'] ?? '')
      return key === undefined ? [] : [{ key, topPx: question.getBoundingClientRect().top }]
    },
  )
  const row = document.querySelector('[data-slot="shared-question"]')
  // The row is as high as its question. If the line included that height, it would move with the question that it
  // selects.
  const linePx = scroller.getBoundingClientRect().top + readBelowPx - (row?.clientHeight ?? 0)
  return turnInView(marks, linePx, scroller.scrollTop > -1)
}

/** A question that all panes share, and its top in one of them. */
interface TurnMark {
  key: string
  topPx: number
}

/**
 * The turn that the user is reading: the last one whose question is above `linePx`. At the end of the messages, it is
 * the newest one, wherever that starts. Null if there is none.
 */
export function turnInView(marks: readonly TurnMark[], linePx: number, isAtEnd: boolean): string | null {
  const passed = isAtEnd ? marks.at(-1) : marks.findLast(({ topPx }) => topPx <= linePx)
  return (passed ?? marks[0])?.key ?? null
}

/** How much of a question a pane shows: those that all panes were asked are shown above the panes. */
export const QuestionLengthContext = createContext<(messageId: MessageId) => QuestionLength>(() => 'full')
