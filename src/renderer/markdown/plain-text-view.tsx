import { t } from '../language/t'
import { writtenText } from '../ui/text/written-text'
import { Hint } from '../ui/layout/layout'
import styles from './markdown.module.css'

/** Text as written, with a note that says so. */
export function PlainText({ text }: { text: string }) {
  return (
    <div>
      <Hint role="note">{t('markdown.plain.note')}</Hint>
      <p className={styles.html}>{writtenText(text.trim())}</p>
    </div>
  )
}
