import { focusRow, revealRow } from '../../message-navigation/point-out'
import { messagesInView } from './messages-in-view'

/** Leads the keyboard to the message before or after the one that has it. False where there is none. */
export function stepMessage(by: 1 | -1): boolean {
  const column = document.querySelector('[data-slot="chat-column"]')
  const rows = [...(column?.querySelectorAll<HTMLElement>('[data-message-id]') ?? [])]
  const focused = document.activeElement?.closest<HTMLElement>('[data-message-id]') ?? null
  const at = focused === null ? -1 : rows.indexOf(focused)
  const row = at === -1 ? firstOf(rows, by) : rows[at + by]
  if (row === undefined) return false
  focusRow(row)
  revealRow(row)
  // What is drawn only once it is in view has its own height only then.
  requestAnimationFrame(() => {
    if (document.activeElement === row) revealRow(row)
  })
  return true
}

/** Where one begins who comes from elsewhere: at what is in view, at its end when one goes up. */
function firstOf(rows: readonly HTMLElement[], by: 1 | -1): HTMLElement | undefined {
  const inView = messagesInView()
  const id = by === 1 ? inView[0] : inView.at(-1)
  return rows.find(({ dataset }) => dataset['messageId'] === id) ?? rows.at(-1)
}
