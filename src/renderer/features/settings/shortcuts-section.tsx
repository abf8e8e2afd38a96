import { t } from '../../language/t'
import { ShortcutList } from '../actions/shortcut-list'
import styles from './settings-dialog.module.css'

/** The keys that do something wherever one is, and those of single places. */
export function ShortcutsSection() {
  return (
    <section aria-labelledby="settings-shortcuts">
      <h3 id="settings-shortcuts">{t('settings.sections.shortcuts')}</h3>
      <div className={styles.shortcuts}>
        <ShortcutList />
      </div>
    </section>
  )
}
