import type { KeyboardEvent } from 'react'

import type { ElementCommand } from '../../../state/actions/action-catalogue'
import { isCommandKey, type BoundKeys } from '../../../state/actions/bound-keys'

/** A command of a message; the keys to the next message belong to the list. */
type MessageCommand = Exclude<Extract<ElementCommand, `message${string}`>, 'messageNext' | 'messagePrevious'>

/** Handles a key on a focused message or its menu button. Enter opens the menu. */
export function onMessageKey(
  event: KeyboardEvent<HTMLElement>,
  bound: BoundKeys,
  actions: Partial<Record<MessageCommand, () => void>>,
): void {
  const { target, currentTarget } = event
  if (!(target instanceof Element)) return
  if (
    target !== currentTarget &&
    !(target.matches('[data-slot="menu-button"]') && currentTarget.contains(target))
  )
    return
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
  if (isPlain && target === currentTarget && (event.key === 'Enter' || event.key === 'ContextMenu')) {
    event.preventDefault()
    currentTarget.querySelector<HTMLElement>('[data-slot="menu-button"]')?.click()
    return
  }
  const asked = Object.entries(actions).find(([id]) => isCommandKey(id as MessageCommand, event, bound))
  if (asked === undefined) return
  event.preventDefault()
  asked[1]()
}
