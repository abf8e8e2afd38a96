import { useStore } from 'zustand'

import { useApp } from '../../state/app/use-app'
import hiddenTextStyles from '../../ui/text/hidden-text.module.css'
import styles from './action-words.module.css'

/** What an action says for a moment where nothing else shows it: that it was done, or why it was not. */
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
