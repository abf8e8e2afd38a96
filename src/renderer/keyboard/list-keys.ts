import { belongsToInputMethod } from './input-method'

type ListKey = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'keyCode'
>

/** What the keys of a list do besides going from one entry to the next. */
export interface ListKeys {
  /** What an arrow does at an end: go on at the other one, stay, or leave the list upwards, to -1. */
  atEnds: 'go-round' | 'stay' | 'leave-above'
  /** How many entries Page Up and Page Down pass; absent where the list leaves them to others. */
  pageLength?: number
  /** Home and End go to the first and the last entry; in a field one writes in they are the caret's. */
  hasHomeAndEnd?: boolean
  /** Shift goes with the keys, as where it extends a selection. */
  allowsShift?: boolean
}

/**
 * The entry that a key leads to, of `count` entries, from `at` (-1: none yet). Null where the key is not for the list:
 * so is each that belongs to an input method.
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
