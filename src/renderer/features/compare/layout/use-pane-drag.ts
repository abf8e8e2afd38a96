import { useEffect, useEffectEvent, useState, type PointerEvent, type RefObject } from 'react'

/** A press becomes a drag after this distance. */
const farPx = 6

interface PaneDrag {
  key: string
  from: { x: number; y: number }
  /** The drop position: before the pane currently at this index; null while it is only a press. */
  before: number | null
}

/** A line with this geometry, in pixels within the pane area. */
export interface DropLine {
  left: number
  top: number
  height: number
}

/** Drags a pane by its header. `line` shows the drop position; Escape cancels. */
export function usePaneDrag(
  room: RefObject<HTMLElement | null>,
  paneKeys: readonly string[],
  onMove: ((key: string, position: number) => void) | undefined,
) {
  const [drag, setDrag] = useState<PaneDrag | null>(null)
  const isDragging = drag !== null && drag.before !== null
  const cancel = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    setDrag(null)
  })
  useEffect(() => {
    if (!isDragging) return undefined
    window.addEventListener('keydown', cancel, { capture: true })
    return () => window.removeEventListener('keydown', cancel, { capture: true })
  }, [isDragging])

  const onPointerDown = (event: PointerEvent) => {
    if (onMove === undefined || event.button !== 0 || !(event.target instanceof Element)) return
    const isGrip =
      event.target.closest('[data-slot="pane-head"], [data-slot="pane-figures"]') !== null &&
      event.target.closest('button, input, [data-slot="model-picker"]') === null
    const key = event.target.closest<HTMLElement>('[data-slot="pane-slot"]')?.dataset['key']
    if (!isGrip || key === undefined) return
    setDrag({ key, from: { x: event.clientX, y: event.clientY }, before: null })
  }
  const onPointerMove = (event: PointerEvent) => {
    if (drag === null) return
    if (event.buttons === 0) {
      // It was released where no event arrived.
      setDrag(null)
      return
    }
    const { clientX: x, clientY: y } = event
    if (drag.before === null) {
      if (Math.hypot(x - drag.from.x, y - drag.from.y) < farPx) return
      room.current?.setPointerCapture(event.pointerId)
    }
    setDrag({ ...drag, before: placeAt(room.current, x, y) })
  }
  const end = () => {
    if (drag === null) return
    setDrag(null)
    if (drag.before === null) return
    const from = paneKeys.indexOf(drag.key)
    const position = drag.before > from ? drag.before - 1 : drag.before
    if (position !== from) onMove?.(drag.key, position)
  }

  return {
    draggedKey: isDragging ? drag.key : null,
    line: isDragging ? dropLine(room.current, drag.before ?? 0) : null,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: end,
      onPointerCancel: () => setDrag(null),
    },
  }
}

function slotsIn(room: HTMLElement | null): DOMRect[] {
  const slots = room?.querySelectorAll<HTMLElement>(':scope > [data-slot="pane-slot"]') ?? []
  return Array.from(slots, (slot) => slot.getBoundingClientRect())
}

/** The index of the pane before which the point is. */
function placeAt(room: HTMLElement | null, x: number, y: number): number {
  const slots = slotsIn(room)
  const inRow = slots.flatMap((slot, position) =>
    y >= slot.top && y < slot.bottom ? [{ slot, position }] : [],
  )
  const candidates = inRow.length > 0 ? inRow : slots.map((slot, position) => ({ slot, position }))
  const next = candidates.find(({ slot }) => x < slot.left + slot.width / 2)
  return next?.position ?? (candidates.at(-1)?.position ?? 0) + 1
}

function dropLine(room: HTMLElement | null, before: number): DropLine | null {
  const bounds = room?.getBoundingClientRect()
  const slots = slotsIn(room)
  const next = slots[before]
  const last = slots[before - 1]
  if (bounds === undefined || (next === undefined && last === undefined)) return null
  const beside = next ?? last
  const left = next?.left ?? last?.right ?? 0
  return {
    left: left - bounds.left,
    top: (beside?.top ?? 0) - bounds.top,
    height: beside?.height ?? 0,
  }
}
