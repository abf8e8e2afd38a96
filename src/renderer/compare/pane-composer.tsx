import { useState } from 'react'

import type { ErrorData } from '../../shared/errors'
import { refusalOf } from '../state/chat-actions'
import { useApp, useDraft } from '../state/use-app'
import { takeSentMessage, type WrittenMessage } from '../state/attachments/written-message'
import { useComposerFiles } from '../ui/attachments/use-composer-files'
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
  model: string
  /** Takes the message over: the draft is gone by then. */
  onSend: (message: WrittenMessage) => void
}

/** Continues just this pane. */
export function PaneComposer({ place, position, isBusy, isNew, model, onSend }: PaneComposerProps) {
  const app = useApp()
  const [text, setText] = useDraft(place)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const files = useComposerFiles({ place, text, setText, models: [model] })
  const send = async () => {
    const { attachments, refusal: unattached } = await files.settled()
    const refused = isBusy
      ? { code: 'RUN_ACTIVE' as const, message: 'This pane is still answering. Stop it first, or wait.' }
      : (unattached ?? refusalOf(text, attachments.length))
    setRefusal(refused)
    if (refused !== null) return
    const message = { text, attachments }
    takeSentMessage(app, place, message)
    onSend(message)
  }
  return (
    <Composer
      label={`Message pane ${position + 1}`}
      placeholder={`${isNew ? 'Ask only' : 'Continue with'} ${paneLetter(position).letter}…`}
      look="slim"
      files={files.composer}
      text={text}
      onChange={(changed) => {
        setText(changed)
        setRefusal(null)
      }}
      onSend={() => void send()}
      notice={refusal !== null && <SendRefusal refusal={refusal} />}
      buttons={
        (text !== '' || files.count > 0) && (
          <Button look="quiet" aria-label={`Send to pane ${position + 1}`} onClick={() => void send()}>
            Send
          </Button>
        )
      }
    />
  )
}
