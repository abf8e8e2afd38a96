import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { PromptKey } from '../../state/prompts'
import { useApp } from '../../state/use-app'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { PromptEditor } from './prompt-editor'
import { PromptList } from './prompt-list'
import '../../ui/text-field.css'
import './prompts.css'

/** The prompts that are kept: found, written, changed, deleted. */
export default function PromptsDialog({ onClose }: { onClose: () => void }) {
  const app = useApp()
  const { phase, prompts, error, edits } = useStore(app.prompts.store)
  const [chosen, setChosen] = useState<PromptKey | null>(edits.new === undefined ? null : 'new')
  useEffect(() => {
    void app.prompts.load()
    return () => app.prompts.forgetDeleted()
  }, [app])
  // One that was deleted, here or in another window, makes way for the first.
  const isThere = chosen === 'new' || prompts.some(({ id }) => id === chosen)
  const shown = isThere ? chosen : (prompts[0]?.id ?? null)
  return (
    <Dialog title="Prompts" width="large" onClose={onClose}>
      <div className="prompts">
        <PromptList chosen={shown} onChoose={setChosen} />
        {shown === null ? (
          <div className="prompts-empty">
            {phase === 'loading' && <p role="status">Reading your prompts…</p>}
            {phase === 'failed' && (
              <p className="settings-error" role="alert">
                {error?.message}{' '}
                <Button look="link" onClick={() => void app.prompts.load()}>
                  Try again
                </Button>
              </p>
            )}
            {phase === 'ready' && (
              <>
                <p>
                  A prompt is a text that you keep to use again. Type <code>/prompt</code> where you write a
                  message, and its name.
                </p>
                <p>
                  Where something is to be filled in, write <code>{'{{a name}}'}</code>: it is asked for then.{' '}
                  <code>{'{{date}}'}</code> and <code>{'{{clipboard}}'}</code> fill themselves.
                </p>
                <Button look="primary" onClick={() => setChosen('new')}>
                  Write the first
                </Button>
              </>
            )}
          </div>
        ) : (
          <PromptEditor promptKey={shown} onShow={setChosen} />
        )}
      </div>
    </Dialog>
  )
}
