import { useStore } from 'zustand'

import { t } from '../../language/t'
import { hashOfView, isTemporaryView } from '../../state/navigation/navigation'
import { useApp } from '../../state/app/use-app'
import { Icon } from '../../ui/controls/icon'
import { classNames } from '../../ui/class-names'
import rowStyles from './session-row.module.css'
import styles from './temporary-entry.module.css'

/** The temporary chat that is open. It is above the list, because it is not part of it. */
export function TemporaryEntry() {
  const view = useStore(useApp().navigation, (state) => state.view)
  if (!isTemporaryView(view)) return null
  return (
    <div className={classNames(rowStyles.sessionRow, rowStyles.current, styles.entry)}>
      <a className={rowStyles.sessionLink} href={hashOfView(view)} aria-current="page">
        <Icon name="temporary" />
        <span className={rowStyles.sessionTitle}>{t('chat.temporary.title')}</span>
      </a>
    </div>
  )
}
