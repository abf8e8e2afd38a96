import { useState } from 'react'

import type { ErrorData } from '../../shared/errors'
import { refusalOf } from '../state/chat-actions'
import { useApp, useDraft } from '../state/use-app'
import { Button } from '../ui/button'
import { Composer } from '../ui/composer/composer'
import { SendRefusal } from '../ui/composer/send-refusal'
import { paneLetter } from './pane-letter'

interface PaneComposerProps {
  /** Where the draft is kept. */
  place: string
  position: number
  isBusy: boolean
  /** Nothing has been said in this pane yet. */
  isNew: boolean
  /** Takes the text over: the draft is gone by then. */
  onSend: (text: string) => void
}

/** Continues just this pane. */
export function PaneComposer({ place, position, isBusy, isNew, onSend }: PaneComposerProps) {
  const app = useApp()
  const [text, setText] = useDraft(place)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const send = () => {
    const refused = isBusy
      ? { code: 'RUN_ACTIVE' as const, message: 'This pane is still answering. Stop it first, or wait.' }
      : refusalOf(text)
    setRefusal(refused)
    if (refused !== null) return
    app.drafts.getState().takeSent(place, text)
    onSend(text)
  }
  return (
    <Composer
      label={`Message pane ${position + 1}`}
      placeholder={`${isNew ? 'Ask only' : 'Continue with'} ${paneLetter(position).letter}…`}
      look="slim"
      text={text}
      onChange={(changed) => {
        setText(changed)
        setRefusal(null)
      }}
      onSend={send}
      notice={refusal !== null && <SendRefusal refusal={refusal} />}
      buttons={
        text !== '' && (
          <Button look="quiet" aria-label={`Send to pane ${position + 1}`} onClick={send}>
            Send
          </Button>
        )
      }
    />
  )
}
