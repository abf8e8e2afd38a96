import { useState } from 'react'

import type { ErrorData } from '../../shared/errors'
import type { Pane } from '../../shared/sessions'
import { refusalOf } from '../state/chat-actions'
import type { ComparisonStore } from '../state/comparison-store'
import { useApp, useDraft } from '../state/use-app'
import { Button } from '../ui/button'
import { Composer } from '../ui/composer/composer'
import { SendRefusal } from '../ui/composer/send-refusal'
import { draftForAll, sendToPanes } from './send-to-panes'
import { useIdleCount } from './use-idle-count'

/** One message for all panes that are not answering. */
export function CompareComposer({ store, panes }: { store: ComparisonStore; panes: readonly Pane[] }) {
  const app = useApp()
  const place = draftForAll(store.comparisonId)
  const [text, setText] = useDraft(place)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const idleCount = useIdleCount(store, panes)
  const runningCount = panes.length - idleCount

  const send = () => {
    const idle = store.idlePanes()
    const refused =
      idle.length === 0
        ? { code: 'RUN_ACTIVE' as const, message: 'All panes are still answering. Stop them first, or wait.' }
        : refusalOf(text)
    setRefusal(refused)
    if (refused !== null) return
    app.drafts.getState().takeSent(place, text)
    void sendToPanes(app, store, idle, text)
  }
  const stopAll = () => {
    for (const pane of panes) void store.stop(pane)
  }

  return (
    <Composer
      label="Message all panes"
      look="wide"
      shouldFocus
      text={text}
      onChange={(changed) => {
        setText(changed)
        setRefusal(null)
      }}
      onSend={send}
      onEscape={() => {
        if (runningCount > 0 && app.escapes.isLone()) stopAll()
      }}
      notice={refusal !== null && <SendRefusal refusal={refusal} />}
      hint={
        runningCount === 0 ? (
          <kbd>Enter sends to {panes.length} panes</kbd>
        ) : (
          <>
            {idleCount} of {panes.length} idle
          </>
        )
      }
      buttons={
        <>
          {runningCount > 0 && (
            <Button look="stop" onClick={stopAll}>
              Stop all
            </Button>
          )}
          <Button look="primary" onClick={send}>
            Send to all
          </Button>
        </>
      }
    />
  )
}
