import { t } from '../../../language/t'
import { Icon } from '../../../ui/controls/icon'
import styles from './temporary.module.css'

/** The start screen of a temporary chat. */
export function TemporaryWelcome() {
  return (
    <div className={styles.welcome}>
      <h2>
        <Icon name="temporary" /> {t('chat.temporary.title')}
      </h2>
      <p>{t('chat.temporary.about')}</p>
    </div>
  )
}
