import { t } from '../language/t'
import { writtenText } from '../ui/text/written-text'
import styles from './markdown.module.css'

/** Text as written, with a note that says so. */
export function PlainText({ text }: { text: string }) {
  return (
    <div>
      <p className={styles.plainNote} role="note">
        {t('markdown.plain.note')}
      </p>
      <p className={styles.html}>{writtenText(text.trim())}</p>
    </div>
  )
}
