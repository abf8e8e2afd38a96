import { useStore } from 'zustand'

import { isInBrowser } from '../../../browser/is-in-browser'
import { t } from '../../../language/t'
import { keyHost } from '../../../keyboard/key-host'
import { writtenKeys } from '../../../keyboard/keys'
import { useApp } from '../../../state/app/use-app'
import { recordedKeys } from './recorded-keys'
import { ShortcutRow } from './shortcut-row'
import styles from './shortcuts.module.css'

/** The keys that open the quick window from every program. */
export function QuickKeys() {
  const app = useApp()
  const { settings, change } = useStore(app.settings)
  const { notices } = useStore(app.hostNotices.store)
  const keys = settings.quickWindowKeys
  const isTaken = notices.some((notice) => notice.kind === 'quick-keys-taken' && notice.keys === keys)
  const set = (quickWindowKeys: string) => void change({ quickWindowKeys })
  return (
    <section aria-labelledby="settings-quick-window">
      <h3 id="settings-quick-window">{t('settings.quick.title')}</h3>
      <p className={styles.lead}>{t('settings.quick.lead')}</p>
      {isInBrowser ? (
        <p className={styles.lead}>{t('settings.quick.needsApp')}</p>
      ) : (
        <ShortcutRow
          title={t('settings.quick.keys')}
          keys={keys}
          isChanged={keys !== ''}
          note={isTaken ? t('settings.quick.taken', { keys: writtenKeys(keys, keyHost) }) : null}
          read={(press) => recordedKeys('quickWindow', press, keyHost, settings.shortcuts)}
          onBind={set}
          onReset={() => set('')}
        />
      )}
    </section>
  )
}
