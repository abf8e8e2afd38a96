import { Fragment, type ReactNode } from 'react'

import { unrulyPieces } from '../../../shared/text/unruly-text'
import styles from './written-text.module.css'

/** Text of people and models, whose lines end at any separator, and whose marks stay in their line. */
export function writtenText(text: string): ReactNode {
  const pieces = unrulyPieces(text)
  if (pieces === null) return text
  return pieces.map((piece, index) => {
    if (piece.kind === 'line-end') return <br key={index} />
    if (piece.kind === 'text') return <Fragment key={index}>{piece.text}</Fragment>
    return (
      <span key={index} className={styles.stack}>
        {piece.text}
      </span>
    )
  })
}
