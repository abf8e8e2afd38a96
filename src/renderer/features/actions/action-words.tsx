import { useStore } from 'zustand'

import { useApp } from '../../state/app/use-app'
import '../../ui/text/hidden-text.css'
import './action-words.css'

/** What an action says for a moment where nothing else shows it: that it was done, or why it was not. */
export function ActionWords() {
  const app = useApp()
  const said = useStore(app.actions.store, (state) => state.said)
  return (
    <>
      <p role="status" className={said?.kind === 'done' ? 'action-words' : 'hidden-text'}>
        {said?.kind === 'done' ? said.text : ''}
      </p>
      {said?.kind === 'refused' && (
        <p role="alert" className="action-words">
          {said.text}
        </p>
      )}
    </>
  )
}
