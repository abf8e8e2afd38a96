import { t } from '../../../language/t'
import styles from './blind.module.css'

/** Shows that the comparison is blind. */
export function BlindTag() {
  return <span className={styles.blindTag}>{t('compare.blind.label')}</span>
}
