import { visiblePieces } from '../../../shared/text/visible-text'
import styles from './visible-text-view.module.css'

/** Text without hidden characters: one that would be invisible is shown by its name. */
export function VisibleText({ text, hidden }: { text: string; hidden?: RegExp }) {
  const pieces = visiblePieces(text, hidden)
  if (pieces.every(({ isHidden }) => !isHidden)) return text
  return pieces.map((piece, index) =>
    piece.isHidden ? (
      <mark key={index} className={styles.hiddenCharacter}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
