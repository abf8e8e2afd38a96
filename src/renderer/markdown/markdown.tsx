import type { Token } from 'marked'
import { useEffect, useLayoutEffect, useReducer, useState, type ReactNode } from 'react'

import { memo } from '../language/memo'
import { Blocks } from './block'
import { FootnotesContext, goWithin } from './footnote-mark'
import { PlainBoundary } from '../ui/boundaries/plain-boundary'
import { useSettled } from '../ui/viewport/use-settled'
import { PlainText } from './plain-text-view'
import { FramePace } from './source/frame-pace'
import { IncrementalMarkdown } from './source/incremental-markdown'
import { StreamedHereContext, GrowingContext } from './code/markdown-context'
import { classNames } from '../ui/class-names'
import styles from './markdown.module.css'
import { t } from '../language/t'
import type { Footnotes } from './source/footnotes'
import footnotesStyles from './footnotes.module.css'

/** All footnotes, at the end of the text, each with a link back. */
const FootnoteList = memo(function FootnoteList({ footnotes }: { footnotes: Footnotes }) {
  const linksKey = footnotes.map(({ label }) => label).join(' ')
  return (
    <section className={footnotesStyles.footnotes} aria-label={t('markdown.footnotes.label')}>
      <ol>
        {footnotes.map(({ label, number, tokens }) => (
          <li key={label} data-footnote={number} tabIndex={-1}>
            <div className={footnotesStyles.footnoteText}>
              <Blocks tokens={tokens} linksKey={linksKey} />
            </div>
            <button
              type="button"
              className={footnotesStyles.footnoteBack}
              aria-label={t('markdown.footnotes.back', { number })}
              onClick={({ currentTarget }) => goWithin(currentTarget, `[data-footnote-mark="${number}"]`)}
            >
              ↩
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
})

/** For all texts of the window: they are drawn by the same code. */
const pace = new FramePace()
/** A large delta adds many groups; those already out of view should not cost time in every frame. */
const groupSettleMs = 80

interface MarkdownProps {
  text: string
  /** The text is still growing: it is rendered frame by frame, with a caret at its end. */
  isStreaming: boolean
}

/** Markdown in a message, inside an error boundary: if rendering fails, only this text is shown as written. */
export function BoundMarkdown({ text, isStreaming }: MarkdownProps) {
  return (
    <PlainBoundary fallback={<PlainText text={text} />}>
      <Markdown text={text} isStreaming={isStreaming} />
    </PlainBoundary>
  )
}

/** Markdown as React elements. HTML in the text is never interpreted. */
export function Markdown({ text, isStreaming }: MarkdownProps) {
  const [markdown] = useState(() => new IncrementalMarkdown())
  const [isPaced] = useState(isStreaming)
  const [, drawMore] = useReducer((count: number) => count + 1, 0)
  const blocks = markdown.update(text, isPaced ? { maxChars: pace.chars, mayRest: isStreaming } : {})
  const { groups, linksKey, footnotes, isBehind } = blocks
  const isGrowing = isStreaming || isBehind
  useLayoutEffect(() => {
    if (isPaced) pace.drewSince(blocks.read)
  }, [blocks, isPaced])
  useEffect(() => {
    if (!blocks.isBehind) return undefined
    const frame = requestAnimationFrame(drawMore)
    return () => cancelAnimationFrame(frame)
  }, [blocks])
  return (
    <div className={classNames(styles.markdown, isGrowing && styles.streaming)} data-slot="markdown">
      <StreamedHereContext value={isPaced}>
        <GrowingContext value={isGrowing}>
          <FootnotesContext value={footnotes}>
            {groups.map((group, index) => (
              // The group after the next has started, so this one can no longer change.
              <Group key={index} tokens={group} linksKey={linksKey} isDone={index < groups.length - 2} />
            ))}
            {footnotes.length > 0 && <FootnoteList footnotes={footnotes} />}
          </FootnotesContext>
        </GrowingContext>
      </StreamedHereContext>
    </div>
  )
}

interface GroupProps {
  tokens: readonly Token[]
  linksKey: string
  isDone: boolean
}

/** The browser skips it while it is far out of view, once its size is known. */
const Group = memo(function Group({ tokens, linksKey, isDone }: GroupProps): ReactNode {
  const isSettled = useSettled(!isDone, groupSettleMs)
  return (
    <div className={classNames(styles.group, isSettled && styles.groupSettled)}>
      <Blocks tokens={tokens} linksKey={linksKey} />
    </div>
  )
})
