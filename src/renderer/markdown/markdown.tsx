import type { Token } from 'marked'
import { useContext, useEffect, useLayoutEffect, useReducer, useRef, useState, type ReactNode } from 'react'

import { memo } from '../language/memo'
import { Blocks } from './block'
import { FootnotesContext, goWithin } from './footnote-mark'
import { PlainBoundary } from '../ui/boundaries/plain-boundary'
import {
  behindAttribute,
  drawWholeEvent,
  measureLater,
  noteEstimated,
  StartsAtEndContext,
  unmeasuredAttribute,
} from '../ui/viewport/measuring'
import { useSettled } from '../ui/viewport/use-in-view'
import { FormulaNumbersContext } from './math'
import { PlainText } from './plain-text-view'
import { PacedMarkdown, takeTurn } from './source/paced-markdown'
import { StreamedHereContext, GrowingContext } from './code/markdown-context'
import { classNames } from '../ui/class-names'
import styles from './markdown.module.css'
import { t } from '../language/t'
import type { Footnotes } from './source/footnotes'
import { Text } from '../ui/layout/layout'
import footnotesStyles from './footnotes.module.css'

/** All footnotes, at the end of the text, each with a link back. */
const FootnoteList = memo(function FootnoteList({ footnotes }: { footnotes: Footnotes }) {
  const linksKey = footnotes.map(({ label }) => label).join(' ')
  return (
    <Text
      as="section"
      tone="soft"
      size="m"
      line="above"
      className={footnotesStyles.footnotes}
      aria-label={t('markdown.footnotes.label')}
    >
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
    </Text>
  )
})

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
  const startsAtEnd = useContext(StartsAtEndContext)
  const [markdown] = useState(() => new PacedMarkdown(startsAtEnd ? 'end' : 'beginning'))
  const [isStreamedHere] = useState(isStreaming)
  // Elsewhere, such as in dialogs, texts are not that long.
  const [isWhole, drawWhole] = useReducer(() => true, !startsAtEnd)
  const [, drawMore] = useReducer((count: number) => count + 1, 0)
  const element = useRef<HTMLDivElement>(null)
  const blocks = markdown.update(text, { isGrowing: isStreaming, isWhole: isWhole && !isStreaming })
  const { groups, linksKey, footnotes, numbers, isBehind } = blocks
  const isGrowing = isStreaming || isBehind
  useLayoutEffect(() => markdown.drew(blocks), [markdown, blocks])
  useEffect(() => (blocks.isBehind ? takeTurn(drawMore) : undefined), [blocks])
  useLayoutEffect(() => {
    // An answer that is never behind can still gain many groups at once, which are then skipped at first.
    if ((isBehind || groups.length > 0) && element.current !== null) noteEstimated(element.current)
    // Measuring waits for texts that are being drawn, so it is tried again when this one is drawn or removed.
    return measureLater
  }, [isBehind, groups.length])
  useLayoutEffect(() => {
    const drawn = element.current
    drawn?.addEventListener(drawWholeEvent, drawWhole)
    return () => drawn?.removeEventListener(drawWholeEvent, drawWhole)
  }, [])
  return (
    <div
      ref={element}
      className={classNames(styles.markdown, isGrowing && styles.streaming)}
      data-slot="markdown"
      {...{ [behindAttribute]: isBehind ? '' : undefined }}
    >
      <StreamedHereContext value={isStreamedHere}>
        <GrowingContext value={isGrowing}>
          <FormulaNumbersContext value={numbers}>
            <FootnotesContext value={footnotes}>
              {groups.map(
                (group, index) =>
                  group !== null && (
                    // The group after the next has started, so this one can no longer change.
                    <Group
                      key={index}
                      tokens={group}
                      linksKey={linksKey}
                      isDone={index < groups.length - 2}
                      mayBeSkipped={!isWhole}
                    />
                  ),
              )}
              {footnotes.length > 0 && <FootnoteList footnotes={footnotes} />}
            </FootnotesContext>
          </FormulaNumbersContext>
        </GrowingContext>
      </StreamedHereContext>
    </div>
  )
}

interface GroupProps {
  tokens: readonly Token[]
  linksKey: string
  isDone: boolean
  /** The browser may skip it before its size is known, because no place in the text is needed. */
  mayBeSkipped: boolean
}

/**
 * The browser skips it while it is far out of view, once its size is known. A group that is drawn with many others is
 * skipped from the start, and measured when all are drawn.
 */
const Group = memo(function Group({ tokens, linksKey, isDone, mayBeSkipped }: GroupProps): ReactNode {
  const isSettled = useSettled(!isDone, groupSettleMs)
  const [isSkippedAtFirst] = useState(isDone && mayBeSkipped)
  return (
    <div
      className={classNames(
        styles.group,
        (isSettled || (isSkippedAtFirst && mayBeSkipped)) && styles.groupSettled,
      )}
      {...{ [unmeasuredAttribute]: isSkippedAtFirst ? '' : undefined }}
    >
      <Blocks tokens={tokens} linksKey={linksKey} />
    </div>
  )
})
