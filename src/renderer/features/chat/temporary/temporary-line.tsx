import { t } from '../../../language/t'
import styles from './temporary.module.css'

/** Above what is written in a temporary chat. */
export function TemporaryLine() {
  return <p className={styles.line}>{t('chat.temporary.line')}</p>
}
