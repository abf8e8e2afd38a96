import { useContext, useEffect, useState, type ReactNode } from 'react'

import { memo } from '../../language/memo'
import { t } from '../../language/t'
import { codeKinds, type CodeRuns } from '../../../shared/code/code-kinds'
import { codeLanguage } from '../../../shared/code/code-languages'
import { pageOfBlock } from '../../../shared/pages/answer-pages'
import { Button } from '../../ui/controls/button'
import { CopyButton } from '../../ui/controls/copy-button'
import { EnlargeButton } from '../enlarge/enlarge-button'
import { lineCount, piecesOf, runsBetween, type CodePiece } from './code-text'
import { ShowPageContext, useMarkdownTools } from './markdown-context'
import { useInView } from '../../ui/viewport/use-in-view'
import { classNames } from '../../ui/class-names'
import { Row } from '../../ui/layout/layout'
import styles from './code-block.module.css'

/** Longer code is folded unless it was streamed here. */
const foldedPastLines = 60

export interface CodeBlockProps {
  text: string
  /** The word after the fence. */
  language: string
  /** The code is complete, so it can be highlighted. */
  isClosed: boolean
  /** Streamed here: stays unfolded even if it is long. */
  arrivedHere: boolean
  /** Fills a dialog. */
  isEnlarged?: true
  /** Further actions, to the right of the language. */
  children?: ReactNode
}

/** A code block with its language, highlighting once it is visible, and buttons to copy and expand it. */
export const CodeBlock = memo(function CodeBlock(props: CodeBlockProps) {
  const { text, language: word, isClosed, arrivedHere, isEnlarged, children } = props
  const { wrapCode } = useMarkdownTools()
  const [wrapChoice, setWrapChoice] = useState<boolean | null>(null)
  const [isUnfolded, setIsUnfolded] = useState(!isClosed || arrivedHere)
  const isWrapped = wrapChoice ?? wrapCode
  const language = codeLanguage(word)
  const [block, isInView] = useInView<HTMLDivElement>(isClosed && language !== null)
  const runs = useRuns(language?.id ?? null, text, isInView)
  const name = language?.name ?? (word === '' ? t('common.text') : word)
  const label = word === '' ? t('markdown.code.label') : t('markdown.code.labelNamed', { language: name })
  const showPage = useContext(ShowPageContext)
  const page = isClosed && showPage !== null ? pageOfBlock(word, text) : null
  const lines = isClosed ? lineCount(text) : 0
  const isFolded = !isUnfolded && lines > foldedPastLines
  const looks = classNames(
    styles.markdownCode,
    isWrapped && styles.markdownCodeWrapped,
    isFolded && styles.markdownCodeFolded,
    isEnlarged && styles.markdownCodeEnlarged,
  )
  return (
    <div ref={block} data-slot="markdown-code" data-language={word} className={looks}>
      <Row
        tone="faint"
        gap={0}
        size="xs"
        tabular
        line="below"
        className={styles.markdownCodeHead}
        data-slot="markdown-code-head"
      >
        <span className={styles.markdownCodeName} dir="auto">
          {name}
        </span>
        {lines > foldedPastLines && <span>{t('markdown.code.lines', { count: lines })}</span>}
        <span className={styles.markdownCodeGap} />
        {children}
        {page !== null && (
          <Button variant="quiet" onClick={({ currentTarget }) => showPage?.(currentTarget, page)}>
            {t('actions.titles.showPage')}
          </Button>
        )}
        <Button
          variant="quiet"
          aria-pressed={isWrapped}
          aria-label={t('markdown.code.wrapLines')}
          onClick={() => setWrapChoice(!isWrapped)}
        >
          {t('markdown.code.wrap')}
        </Button>
        <CopyButton text={() => text} label={t('markdown.code.copy')} />
        {isEnlarged !== true && (
          <EnlargeButton label={t('markdown.code.enlarge')} title={label}>
            <CodeBlock text={text} language={word} isClosed={isClosed} arrivedHere isEnlarged />
          </EnlargeButton>
        )}
      </Row>
      <pre
        tabIndex={0}
        dir="ltr"
        role="group"
        aria-label={label}
        data-first-focus={isEnlarged}
        // Whatever scrolls into the folded part, such as find in page, wants it to be visible.
        onScroll={
          isFolded ? ({ currentTarget }) => currentTarget.scrollTop > 0 && setIsUnfolded(true) : undefined
        }
      >
        <code>
          {piecesOf(text).map((piece, index) => (
            <Piece key={index} text={piece.text} start={piece.start} runs={runs} isFirst={index === 0} />
          ))}
        </code>
      </pre>
      {isFolded && (
        <Button variant="quiet" className={styles.markdownCodeMore} onClick={() => setIsUnfolded(true)}>
          {t('markdown.code.showAllLines', { count: lines })}
        </Button>
      )}
    </div>
  )
})

/** The highlighting of visible code; null until it is available. */
function useRuns(language: string | null, text: string, isInView: boolean): CodeRuns | null {
  const { highlighter } = useMarkdownTools()
  const [answer, setAnswer] = useState<{ text: string; runs: CodeRuns | null } | null>(null)
  const known = language === null ? null : highlighter.known(language, text)
  useEffect(() => {
    if (!isInView || language === null || known !== undefined) return undefined
    const unmounted = new AbortController()
    const colour = async () => {
      const runs = await highlighter.highlight(language, text, unmounted.signal)
      if (!unmounted.signal.aborted) setAnswer({ text, runs })
    }
    void colour()
    return () => unmounted.abort()
  }, [highlighter, language, text, isInView, known])
  return known ?? (answer?.text === text ? answer.runs : null)
}

interface PieceProps extends CodePiece {
  runs: CodeRuns | null
  isFirst: boolean
}

/** The first piece is visible when its block is; the others are highlighted when they become visible. */
const Piece = memo(function Piece({ text, start, runs, isFirst }: PieceProps) {
  const [piece, isInView] = useInView<HTMLSpanElement>(!isFirst && runs !== null)
  return (
    <span ref={piece} className={styles.markdownCodePiece} data-slot="markdown-code-piece">
      {runs === null || !(isFirst || isInView)
        ? text
        : coloured(text, runsBetween(runs, start, start + text.length))}
    </span>
  )
})

function coloured(text: string, runs: CodeRuns): ReactNode[] {
  const parts: ReactNode[] = []
  let at = 0
  for (let index = 0; index < runs.length; index += 2) {
    const end = at + (runs[index] ?? 0)
    const kind = codeKinds[runs[index + 1] ?? 0] ?? 'plain'
    const part = text.slice(at, end)
    parts.push(
      kind === 'plain' ? (
        part
      ) : (
        <span key={index} data-code={kind}>
          {part}
        </span>
      ),
    )
    at = end
  }
  if (at < text.length) parts.push(text.slice(at))
  return parts
}
