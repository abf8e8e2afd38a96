import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Scrolls to the last question when a hidden answer appears: the answer comes in one piece, and reading starts at its
 * beginning.
 */
export function useAnswerStart(
  column: RefObject<HTMLElement | null>,
  { isHidden, isRunning }: { isHidden: boolean; isRunning: boolean },
): void {
  const wasRunning = useRef(isRunning)
  useLayoutEffect(() => {
    const hasAppeared = isHidden && wasRunning.current && !isRunning
    wasRunning.current = isRunning
    if (!hasAppeared) return
    const questions = column.current?.querySelectorAll('article[data-role="user"]') ?? []
    questions[questions.length - 1]?.scrollIntoView({ block: 'start' })
  }, [column, isHidden, isRunning])
}
