import type { MessageId } from '../../../../shared/ids'

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
