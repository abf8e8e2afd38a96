import { useState } from 'react'

import type { ReasoningPart } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { formatDuration } from '../../language/format'
import { Icon } from '../../ui/controls/icon'
import { Markdown } from '../../markdown/markdown'
import { Ellipsis, Hint, Text } from '../../ui/layout/layout'
import foldStyles from '../../ui/controls/fold.module.css'
import styles from './reasoning.module.css'

/** How much of the end is searched for a sentence. */
const examinedChars = 600
const sentenceEnd = /[.!?…:](?=\s)|[。！？]|\n/g
const marks = /^[\s>#*_\-\d.)]+|[*_`]/g

/** The last complete sentence or line of a growing text; empty before there is one. */
export function lastThought(text: string): string {
  const end = text.slice(-examinedChars)
  const isCut = text.length > examinedChars
  const stops = [...end.matchAll(sentenceEnd)].map(({ index, 0: stop }) => index + stop.length)
  const sentences = stops.map((stop, index) => end.slice(stops[index - 1] ?? 0, stop))
  // The first sentence of a truncated text lacks its start.
  if (isCut && sentences.length > 1) sentences.shift()
  return (
    sentences
      .map((sentence) => sentence.replaceAll(marks, '').trim())
      .findLast((words) => words.length > 2) ?? ''
  )
}

/**
 * A model's reasoning, collapsed to its duration. While it streams, the last complete sentence is shown beside it,
 * which changes slowly enough to read.
 */
export function Reasoning({ part, isThinking }: { part: ReasoningPart; isThinking: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const took =
    part.durationMs === undefined
      ? t('messages.reasoning.thought')
      : t('messages.reasoning.thoughtFor', { time: formatDuration(part.durationMs) })
  const thought = isThinking && !isOpen ? lastThought(part.text) : ''
  return (
    <div className={styles.reasoning} data-slot="reasoning">
      <Hint
        as="button"
        tone="soft"
        tabular
        type="button"
        className={foldStyles.fold}
        data-slot="fold"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
        {isThinking ? <span className={styles.live}>{t('messages.reasoning.thinking')}</span> : took}
        {thought !== '' && (
          <Ellipsis tone="faint" className={styles.thought} aria-hidden="true" dir="auto">
            {thought}
          </Ellipsis>
        )}
      </Hint>
      {isOpen && (
        <Text as="div" tone="soft" size="m" className={styles.text} data-slot="reasoning-text">
          <Markdown text={part.text} isStreaming={isThinking} />
        </Text>
      )}
    </div>
  )
}
