import { useStore } from 'zustand'

import { useApp } from '../../state/app/use-app'
import hiddenTextStyles from '../../ui/text/hidden-text.module.css'
import styles from './action-words.module.css'

/** Briefly shows the outcome of an action that has no other visible result: done, or why it was refused. */
export function ActionWords() {
  const app = useApp()
  const said = useStore(app.actions.store, (state) => state.said)
  return (
    <>
      <p role="status" className={said?.kind === 'done' ? styles.actionWords : hiddenTextStyles.hiddenText}>
        {said?.kind === 'done' ? said.text : ''}
      </p>
      {said?.kind === 'refused' && (
        <p role="alert" className={styles.actionWords}>
          {said.text}
        </p>
      )}
    </>
  )
}
