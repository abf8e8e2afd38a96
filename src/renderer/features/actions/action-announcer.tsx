import { useStore } from 'zustand'

import { useApp } from '../../state/app/use-app'
import hiddenTextStyles from '../../ui/text/hidden-text.module.css'
import styles from './action-announcer.module.css'

/** Briefly shows the outcome of an action that has no other visible result: done, or why it was refused. */
export function ActionAnnouncer() {
  const app = useApp()
  const announcement = useStore(app.actions.store, (state) => state.announcement)
  return (
    <>
      <p
        role="status"
        className={announcement?.kind === 'done' ? styles.actionWords : hiddenTextStyles.hiddenText}
      >
        {announcement?.kind === 'done' ? announcement.text : ''}
      </p>
      {announcement?.kind === 'refused' && (
        <p role="alert" className={styles.actionWords}>
          {announcement.text}
        </p>
      )}
    </>
  )
}
