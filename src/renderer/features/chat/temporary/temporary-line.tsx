import { t } from '../../../language/t'
import styles from './temporary.module.css'

/** The line above the composer of a temporary chat. */
export function TemporaryLine() {
  return <p className={styles.line}>{t('chat.temporary.line')}</p>
}
