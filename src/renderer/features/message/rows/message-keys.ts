import type { KeyboardEvent } from 'react'

/** The keys of a focused message, as shown in its menu. */
export const messageKeys = {
  copy: 'C',
  plainText: 'P',
  edit: 'E',
  regenerate: 'R',
  continueAnswer: 'G',
  fork: 'F',
  addToSet: 'S',
} as const

export type MessageKey = keyof typeof messageKeys

/** Handles a key on a focused message or its menu button. Enter opens the menu. */
export function onMessageKey(
  event: KeyboardEvent<HTMLElement>,
  actions: Partial<Record<MessageKey, () => void>>,
): void {
  const { target, currentTarget, ctrlKey, metaKey, altKey } = event
  if (!(target instanceof Element) || ctrlKey || metaKey || altKey) return
  if (
    target !== currentTarget &&
    !(target.matches('[data-slot="menu-button"]') && currentTarget.contains(target))
  )
    return
  if (target === currentTarget && (event.key === 'Enter' || event.key === 'ContextMenu')) {
    event.preventDefault()
    currentTarget.querySelector<HTMLElement>('[data-slot="menu-button"]')?.click()
    return
  }
  const asked = Object.entries(messageKeys).find(([, key]) => key === event.key.toUpperCase())
  const action = asked === undefined ? undefined : actions[asked[0] as MessageKey]
  if (action === undefined || event.repeat) return
  event.preventDefault()
  action()
}
