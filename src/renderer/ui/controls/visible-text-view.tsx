import { useMemo, useState } from 'react'

import { type VisiblePiece, visiblePage } from '../../../shared/text/visible-text'
import { formatCount } from '../../language/format'
import { t } from '../../language/t'
import { Button } from './button'
import { Text } from '../layout/layout'
import styles from './visible-text-view.module.css'

/** The part drawn at first: more could freeze the window. The reader asks for the rest. */
const pageLimits = { chars: 20_000, lines: 400, runs: 200 } as const

/**
 * Text without hidden characters: those that would be invisible are shown by name. Of a long text, the first page; the
 * others follow on request.
 */
export function VisibleText({ text, hidden }: { text: string; hidden?: RegExp }) {
  const [pageCount, setPageCount] = useState(1)
  const { pages, end } = useMemo(() => pagesOf(text, pageCount, hidden), [text, pageCount, hidden])
  return (
    <>
      {pages.map((pieces, index) => (
        <Page key={index} pieces={pieces} />
      ))}
      {end < text.length && (
        <Button
          variant="link"
          className={styles.more}
          data-slot="more-text"
          onClick={() => setPageCount((count) => count + 1)}
        >
          {t('common.moreText', { chars: formatCount(text.length - end) })}
        </Button>
      )}
    </>
  )
}

function Page({ pieces }: { pieces: readonly VisiblePiece[] }) {
  return pieces.map((piece, index) =>
    piece.isHidden ? (
      <Text as="mark" pad={[0, 0.5]} tone="bad" size="xs" key={index} className={styles.hiddenCharacter}>
        {piece.text}
      </Text>
    ) : (
      piece.text
    ),
  )
}

function pagesOf(
  text: string,
  count: number,
  hidden: RegExp | undefined,
): { pages: VisiblePiece[][]; end: number } {
  const pages: VisiblePiece[][] = []
  let end = 0
  while (pages.length < count && end < text.length) {
    const page = visiblePage(text, end, pageLimits, hidden)
    pages.push(page.pieces)
    end = page.end
  }
  return { pages, end }
}
