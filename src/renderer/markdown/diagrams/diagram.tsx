import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

import { memo } from '../../language/memo'
import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import { CodeBlock, type CodeBlockProps } from '../code/code-block'
import { DiagramRefused } from './diagram-sandbox'
import { drawDiagram, drawnDiagram, type DiagramPicture } from './diagram-svg'
import { EnlargeButton } from '../enlarge/enlarge-button'
import { useInView } from '../../ui/viewport/use-in-view'
import { classNames } from '../../ui/class-names'
import styles from './diagram.module.css'

const dark = '(prefers-color-scheme: dark)'

/** A key that changes whenever the window's colours do. */
function useColours(): string {
  return useSyncExternalStore(subscribe, current)
}

function current(): string {
  const { theme = 'system', contrast = 'normal' } = document.documentElement.dataset
  return `${theme} ${contrast} ${matchMedia(dark).matches}`
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributes: true })
  const query = matchMedia(dark)
  query.addEventListener('change', onChange)
  return () => {
    observer.disconnect()
    query.removeEventListener('change', onChange)
  }
}

type Failure = 'none' | DiagramRefused['reason']
type Drawing =
  | { state: 'drawing' }
  | { state: 'drawn'; picture: DiagramPicture }
  | { state: 'failed'; why: Failure }

/** A diagram, drawn once complete and visible. Its source is shown until then, on request, and if drawing fails. */
export const Diagram = memo(function Diagram(props: CodeBlockProps) {
  const { text, isClosed } = props
  const [place, isInView] = useInView<HTMLDivElement>(isClosed)
  const [showsSource, setShowsSource] = useState(false)
  const drawing = useDrawing(text, isInView)
  const isShown = drawing.state === 'drawn' && !showsSource
  return (
    <div ref={place} className={styles.markdownDiagram} data-slot="markdown-diagram">
      {isShown ? (
        <figure>
          <DiagramView picture={drawing.picture} text={text} />
          <div className={styles.markdownDiagramActions}>
            <Button variant="quiet" onClick={() => setShowsSource(true)}>
              {t('markdown.diagram.showSource')}
            </Button>
            <EnlargeButton label={t('markdown.diagram.enlarge')} title={t('markdown.diagram.label')}>
              <DiagramView picture={drawing.picture} text={text} isEnlarged />
            </EnlargeButton>
          </div>
        </figure>
      ) : (
        <CodeBlock {...props}>
          {drawing.state === 'failed' && <span role="note">{failureText(drawing.why)}</span>}
          {drawing.state === 'drawn' && (
            <Button variant="quiet" onClick={() => setShowsSource(false)}>
              {t('markdown.diagram.show')}
            </Button>
          )}
        </CodeBlock>
      )}
    </div>
  )
})

interface DiagramViewProps {
  picture: DiagramPicture
  text: string
  /** Fills a dialog. */
  isEnlarged?: true
}

/** The picture in a box that scrolls. */
function DiagramView({ picture, text, isEnlarged }: DiagramViewProps) {
  const size = { '--width': `${picture.widthPx}px`, '--height': `${picture.heightPx}px` } as CSSProperties
  return (
    <div
      className={classNames(styles.markdownDiagramView, isEnlarged && styles.markdownDiagramEnlarged)}
      data-slot="markdown-diagram-view"
      data-first-focus={isEnlarged}
      style={size}
      tabIndex={0}
      role="group"
      aria-label={t('markdown.diagram.label')}
    >
      <Picture picture={picture} text={text} />
    </div>
  )
}

/** Shown as an image, which runs no code and loads nothing, whatever it contains. */
function Picture({ picture, text }: { picture: DiagramPicture; text: string }) {
  const image = useRef<HTMLImageElement>(null)
  useLayoutEffect(() => {
    const address = URL.createObjectURL(new Blob([picture.svg], { type: 'image/svg+xml' }))
    if (image.current !== null) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [picture])
  const kind = /^\s*([\w-]+)/.exec(text)?.[1] ?? t('common.unknownWord')
  return (
    <img
      ref={image}
      width={picture.widthPx}
      height={picture.heightPx}
      alt={t('markdown.diagram.alternative', { kind })}
    />
  )
}

function failureText(why: Failure): string {
  if (why === 'stuck') return t('markdown.diagram.stuck')
  return why === 'no-thread' ? t('markdown.diagram.noThread') : t('markdown.diagram.failed')
}

function useDrawing(text: string, isWanted: boolean): Drawing {
  const colours = useColours()
  const [answer, setAnswer] = useState<{ of: string; drawing: Drawing } | null>(null)
  const known = drawnDiagram(text, colours)
  const of = `${colours}\n${text}`
  useEffect(() => {
    if (!isWanted || known !== undefined) return undefined
    let isGone = false
    const settle = (drawing: Drawing) => {
      if (!isGone) setAnswer({ of, drawing })
    }
    drawDiagram(text, colours).then(
      (picture) => settle({ state: 'drawn', picture }),
      // Text that is not a diagram is shown as text.
      (error: unknown) =>
        settle({ state: 'failed', why: error instanceof DiagramRefused ? error.reason : 'none' }),
    )
    return () => {
      isGone = true
    }
  }, [text, isWanted, colours, of, known])
  if (known !== undefined) return { state: 'drawn', picture: known }
  return answer?.of === of ? answer.drawing : { state: 'drawing' }
}
