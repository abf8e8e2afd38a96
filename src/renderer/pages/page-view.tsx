import { type CSSProperties, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import { type AnswerPage, type PageSize, pageWidths } from '../../shared/pages/page'
import { t } from '../language/t'
import { Button } from '../ui/controls/button'
import { PageFrame, pageLeftEvent, type PageState } from './page-frame'
import styles from './page-view.module.css'

export type { PageFrame, PageState } from './page-frame'

export interface PageViewProps {
  page: AnswerPage
  /** Names the frame, on its border and for screen readers: such as "Page of A". */
  label: string
  size: PageSize
  /** Another number runs the page again from the start. */
  run?: number
  onState?: (state: PageState) => void
  /** Receives the running frame, for repeating what the user does and for checks; null once it is gone. */
  onFrame?: (frame: PageFrame | null) => void
  /** False keeps the page invisible and out of reach; it runs and reports all the same. */
  isShown?: boolean
}

/** A page that a model wrote, in a frame of its own with Parley's border and label around it. */
export function PageView({ run = 0, ...props }: PageViewProps) {
  /** How often the page has loaded itself again. */
  const [reloads, setReloads] = useState(0)
  return <RunningPage key={`${run} ${reloads}`} onReload={() => setReloads(reloads + 1)} {...props} />
}

interface RunningPageProps extends Omit<PageViewProps, 'run'> {
  onReload: () => void
}

function RunningPage({ page, label, size, onState, onFrame, onReload, isShown = true }: RunningPageProps) {
  const place = useRef<HTMLDivElement>(null)
  const enterButton = useRef<HTMLButtonElement>(null)
  const frame = useRef<PageFrame | null>(null)
  const [phase, setPhase] = useState<PageState['phase']>('loading')
  const tellState = useEffectEvent((state: PageState) => {
    setPhase(state.phase)
    onState?.(state)
  })
  const tellFrame = useEffectEvent((now: PageFrame | null) => onFrame?.(now))
  const tellReload = useEffectEvent(onReload)
  const labelNow = useEffectEvent(() => label)
  const { kind, source } = page
  useEffect(() => {
    if (place.current === null) return undefined
    setPhase('loading')
    const started = new PageFrame(
      place.current,
      { kind, source },
      {
        label: labelNow(),
        onState: (state) => tellState(state),
        onReload: () => tellReload(),
      },
    )
    frame.current = started
    tellFrame(started)
    const observer = new IntersectionObserver(() => started.look())
    observer.observe(place.current)
    return () => {
      observer.disconnect()
      started.close()
      frame.current = null
      tellFrame(null)
    }
  }, [kind, source])
  useEffect(() => {
    if (isShown) frame.current?.look()
  }, [isShown])
  useLayoutEffect(() => {
    const element = place.current
    const focusButton = () => enterButton.current?.focus()
    element?.addEventListener(pageLeftEvent, focusButton)
    return () => element?.removeEventListener(pageLeftEvent, focusButton)
  }, [])
  const scale = useScale(place, pageWidths[size])
  return (
    <section className={styles.page} data-slot="page" data-phase={phase} aria-label={label} hidden={!isShown}>
      <header className={styles.pageLabel}>
        <span>{label}</span>
        {phase === 'painted' && (
          <Button
            ref={enterButton}
            variant="quiet"
            onClick={() => frame.current?.enter({ takesFocus: true })}
          >
            {t('pages.frame.enter')}
          </Button>
        )}
      </header>
      <div
        ref={place}
        className={styles.pagePlace}
        data-slot="page-place"
        style={{ '--page-width': scale.width, '--page-scale': scale.factor } as CSSProperties}
        onPointerEnter={() => frame.current?.enter()}
        // Focus elsewhere may have closed it since.
        onPointerMove={() => frame.current?.enter()}
        onPointerLeave={() => frame.current?.leave()}
      />
    </section>
  )
}

/** How a page of this width fits into its place: never larger than it is. */
function useScale(
  place: { current: HTMLElement | null },
  widthPx: number | null,
): { width: string; factor: number } {
  const [roomPx, setRoomPx] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setRoomPx(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  if (widthPx === null) return { width: '100%', factor: 1 }
  return { width: `${widthPx}px`, factor: roomPx === 0 ? 1 : Math.min(1, roomPx / widthPx) }
}
