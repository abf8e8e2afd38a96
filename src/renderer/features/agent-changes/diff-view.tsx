import { useState, type CSSProperties } from 'react'

import { memo } from '../../language/memo'
import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import type { PatchLine } from './patch-lines'
import { misleadingCharacters } from '../../../shared/text/visible-text'
import { VisibleText } from '../../ui/controls/visible-text-view'
import { classNames } from '../../ui/class-names'
import styles from './diff-view.module.css'

const lineStyles: Readonly<Record<PatchLine['kind'], string | undefined>> = {
  hunk: styles.diffLineHunk,
  context: undefined,
  added: styles.diffLineAdded,
  removed: styles.diffLineRemoved,
}

/** Longer diffs are cut off until the user expands them. */
const shownLines = 300
const chunkLines = 50

const signs = { hunk: '', context: ' ', added: '+', removed: '−' } as const satisfies Record<
  PatchLine['kind'],
  string
>

/** A unified diff with line numbers. Its content is always shown as plain text. */
export function DiffView({ lines, label }: { lines: readonly PatchLine[]; label: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? lines : lines.slice(0, shownLines)
  const isCut = shown.length < lines.length
  return (
    <>
      <div className={styles.diff} data-slot="diff" tabIndex={0} role="group" aria-label={label} dir="ltr">
        <div className={styles.diffLines}>
          {chunksOf(shown).map((chunk, index) => (
            <Chunk key={index} lines={chunk} />
          ))}
        </div>
      </div>
      {isCut && (
        <Button variant="quiet" className={styles.diffMore} onClick={() => setIsWhole(true)}>
          {t('messages.changes.showAllLines', { count: lines.length })}
        </Button>
      )}
    </>
  )
}

const Chunk = memo(
  function Chunk({ lines }: { lines: readonly PatchLine[] }) {
    return (
      <div className={styles.diffChunk} style={{ '--lines': lines.length } as CSSProperties}>
        {lines.map((line, index) => (
          <div key={index} className={classNames(styles.diffLine, lineStyles[line.kind])}>
            <span
              className={classNames(styles.diffNumber, styles.diffNumberOld)}
              aria-hidden="true"
              data-number={line.oldNumber ?? ''}
            />
            <span
              className={styles.diffNumber}
              aria-hidden="true"
              data-number={line.newNumber ?? ''}
              data-old-number={line.oldNumber ?? ''}
            />
            <span className={styles.diffSign}>{signs[line.kind]}</span>
            <span className={styles.diffText}>
              <VisibleText text={line.text} hidden={misleadingCharacters} />
            </span>
          </div>
        ))}
      </div>
    )
  },
  // A diff only ever grows at its end, so the length and the first line identify a chunk.
  (before, after) => before.lines.length === after.lines.length && before.lines[0] === after.lines[0],
)

function chunksOf(lines: readonly PatchLine[]): (readonly PatchLine[])[] {
  return Array.from({ length: Math.ceil(lines.length / chunkLines) }, (_, index) =>
    lines.slice(index * chunkLines, (index + 1) * chunkLines),
  )
}
