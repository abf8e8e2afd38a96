import { useEffect, useEffectEvent } from 'react'

interface PaneShortcuts {
  paneCount: number
  /** Shows the pane at this position and gives it the keyboard. */
  onGoTo: (position: number) => void
  onMove: (position: number, by: -1 | 1) => void
  /** Absent where there is nothing to make larger. */
  onMaximise?: (position: number) => void
}

/** The shortcuts of a comparison: Alt and a digit from anywhere, the others for the pane that has the keyboard. */
export function usePaneShortcuts(shortcuts: PaneShortcuts): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // What lies over the view has the keyboard for itself.
    if (document.querySelector('dialog[open]') !== null) return
    const action = paneActionOf(event)
    if (action === null) return
    if (action.kind === 'go-to') {
      if (action.position >= shortcuts.paneCount) return
      event.preventDefault()
      shortcuts.onGoTo(action.position)
      return
    }
    const focused = document.activeElement
    const slot = focused?.closest('.pane-slot')
    if (focused == null || slot == null) return
    // In a text these keys choose words.
    if (action.kind === 'move' && focused instanceof HTMLTextAreaElement && focused.value !== '') return
    const slots = [...document.querySelectorAll('.pane-slot')]
    event.preventDefault()
    if (action.kind === 'move') shortcuts.onMove(slots.indexOf(slot), action.by)
    else shortcuts.onMaximise?.(slots.indexOf(slot))
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

type PaneAction = { kind: 'go-to'; position: number } | { kind: 'move'; by: -1 | 1 } | { kind: 'maximise' }

/** What a key press asks for. `code` and not `key`: Alt changes what a key writes. */
export function paneActionOf(
  event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): PaneAction | null {
  if (!event.altKey || event.ctrlKey || event.metaKey) return null
  if (event.shiftKey) {
    if (event.code === 'ArrowLeft') return { kind: 'move', by: -1 }
    return event.code === 'ArrowRight' ? { kind: 'move', by: 1 } : null
  }
  if (event.code === 'KeyM') return { kind: 'maximise' }
  const digit = /^(?:Digit|Numpad)([1-8])$/.exec(event.code)?.[1]
  return digit === undefined ? null : { kind: 'go-to', position: Number(digit) - 1 }
}
