import { belongsToInputMethod } from './key-presses'

type ListKey = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'keyCode'
>

/** The keys that a list supports besides moving to the next entry. */
export interface ListKeys {
  /** The effect of an arrow at an end: wrap around, stay, or leave the list at the top, to -1. */
  atEnds: 'go-round' | 'stay' | 'leave-above'
  /** The number of entries that Page Up and Page Down move; absent if the list does not handle them. */
  pageLength?: number
  /** Home and End go to the first and last entry; in a text field they belong to the caret. */
  hasHomeAndEnd?: boolean
  /** Shift is allowed, because it extends a selection. */
  allowsShift?: boolean
}

/**
 * The index that a key leads to, from `at` (-1: none) in a list of `count` entries. Null when the key is not for the
 * list, such as one that belongs to an input method.
 */
export function listTarget(event: ListKey, at: number, count: number, keys: ListKeys): number | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (belongsToInputMethod(event) || count === 0) return null
  if (ctrlKey || metaKey || altKey || (shiftKey && keys.allowsShift !== true)) return null
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      if (at < last) return at + 1
      return keys.atEnds === 'go-round' ? 0 : last
    case 'ArrowUp':
      if (at > 0) return at - 1
      if (keys.atEnds === 'go-round') return last
      return keys.atEnds === 'leave-above' ? -1 : 0
    case 'PageDown':
      return keys.pageLength === undefined ? null : Math.min(at + keys.pageLength, last)
    case 'PageUp':
      return keys.pageLength === undefined ? null : Math.max(at - keys.pageLength, 0)
    case 'Home':
      return keys.hasHomeAndEnd === true ? 0 : null
    case 'End':
      return keys.hasHomeAndEnd === true ? last : null
    default:
      return null
  }
}
