import { useState, type CSSProperties } from 'react'

import { memo } from '../../language/memo'
import { t } from '../../language/t'
import { OutputTail, type OutputChunk } from './output-tail'
import { classNames } from '../../ui/class-names'
import styles from './output-view.module.css'

/** While it grows, so many of its lines are enough to be read. */
const liveLines = 500

interface OutputViewProps {
  text: string
  /** It grows: only its newest lines are shown. */
  isLive: boolean
}

/**
 * What a command puts out. Its origin is the end, as in the list of messages: it follows what comes, and lets go when
 * the user scrolls up. Nobody is told of each line.
 */
export function OutputView({ text, isLive }: OutputViewProps) {
  const [tail] = useState(() => new OutputTail(isLive ? liveLines : Number.POSITIVE_INFINITY))
  const chunks = tail.update(text)
  return (
    <div className={styles.output} tabIndex={0} role="group" aria-label={t('messages.tool.output')} dir="ltr">
      <div className={styles.outputLines}>
        {chunks.map((chunk, index) => (
          <Chunk key={chunk.id} chunk={chunk} isWhole={index < chunks.length - 1} />
        ))}
      </div>
    </div>
  )
}

/** Left out by the browser while it is out of sight, which knows its height from its lines. */
const Chunk = memo(function Chunk({ chunk, isWhole }: { chunk: OutputChunk; isWhole: boolean }) {
  const style = { '--lines': chunk.lineCount } as CSSProperties
  return (
    <pre className={classNames(styles.outputChunk, isWhole && styles.outputChunkWhole)} style={style}>
      {chunk.text}
    </pre>
  )
})
