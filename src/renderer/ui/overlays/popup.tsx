import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'

import './popup.css'

const gapPx = 6
const edgePx = 8

export interface PopupProps {
  anchor: RefObject<HTMLElement | null>
  align?: 'start' | 'end'
  className?: string
  onClose: () => void
  children: ReactNode
}

/** A small surface beside its anchor. It closes on Escape and on a press anywhere else. */
export function Popup({ anchor, align = 'start', className = '', onClose, children }: PopupProps) {
  const popup = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<CSSProperties>({ left: 0, top: 0 })

  // A modal dialog covers the page: what belongs to it must stand inside it.
  const [container] = useState(() => anchor.current?.closest('dialog') ?? document.body)

  useLayoutEffect(() => {
    const beside = anchor.current?.getBoundingClientRect()
    const own = popup.current?.getBoundingClientRect()
    if (beside === undefined || own === undefined) return
    const wishedLeft = align === 'start' ? beside.left : beside.right - own.width
    const below = beside.bottom + gapPx
    const roomBelow = window.innerHeight - edgePx - below
    const roomAbove = beside.top - gapPx - edgePx
    const isBelow = own.height <= roomBelow || roomBelow >= roomAbove
    setPlace({
      left: Math.max(edgePx, Math.min(wishedLeft, window.innerWidth - own.width - edgePx)),
      // Held at the side of its anchor, it grows away from it. Where there is no room for more it scrolls.
      ...(isBelow
        ? { top: below, maxHeight: roomBelow }
        : { bottom: window.innerHeight - beside.top + gapPx, maxHeight: roomAbove }),
    })
  }, [anchor, align])

  useEffect(() => {
    const closeOutside = (event: PointerEvent) => {
      const target = event.target
      if (!(target instanceof Node)) return
      if (popup.current?.contains(target) === true || anchor.current?.contains(target) === true) return
      onClose()
    }
    window.addEventListener('pointerdown', closeOutside)
    window.addEventListener('resize', onClose)
    return () => {
      window.removeEventListener('pointerdown', closeOutside)
      window.removeEventListener('resize', onClose)
    }
  }, [anchor, onClose])

  return createPortal(
    <div
      ref={popup}
      className={`popup ${className}`}
      style={place}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
        anchor.current?.focus()
      }}
    >
      {children}
    </div>,
    container,
  )
}
