import type { MessageId } from '../../../../shared/ids'
import { focusRow, revealRow } from '../../message-navigation/message-elements'

/** Focuses the message before or after the focused one. False if there is none. */
export function stepMessage(by: 1 | -1): boolean {
  const column = document.querySelector('[data-slot="chat-column"]')
  const rows = [...(column?.querySelectorAll<HTMLElement>('[data-message-id]') ?? [])]
  const focused = document.activeElement?.closest<HTMLElement>('[data-message-id]') ?? null
  const at = focused === null ? -1 : rows.indexOf(focused)
  const row = at === -1 ? firstOf(rows, by) : rows[at + by]
  if (row === undefined) return false
  focusRow(row)
  revealRow(row)
  // A message that renders only when in view gets its height only then.
  requestAnimationFrame(() => {
    if (document.activeElement === row) revealRow(row)
  })
  return true
}

/** The first stop when nothing is focused yet: a visible message, the last one when going up. */
function firstOf(rows: readonly HTMLElement[], by: 1 | -1): HTMLElement | undefined {
  const inView = messagesInView()
  const id = by === 1 ? inView[0] : inView.at(-1)
  return rows.find(({ dataset }) => dataset['messageId'] === id) ?? rows.at(-1)
}

/** The currently visible messages of the chat, from the top. */
export function messagesInView(): MessageId[] {
  const column = document.querySelector('[data-slot="chat-column"]')
  const view = column?.closest('[data-slot="follow-scroll"]')?.getBoundingClientRect()
  if (column === null || view === undefined) return []
  return [...column.querySelectorAll<HTMLElement>('[data-message-id]')]
    .filter((row) => {
      const box = row.getBoundingClientRect()
      return box.bottom > view.top && box.top < view.bottom
    })
    .map((row) => row.dataset['messageId'] as MessageId)
}
