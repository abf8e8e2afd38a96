import { useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../../shared/errors'
import { failure, toErrorData } from '../../../../shared/failures/failure'
import { t } from '../../../language/t'
import { folderRefusal } from '../../../state/agents/agent-work'
import { refusalOf } from '../../../state/conversations/chat-actions'
import { useApp, useDraft } from '../../../state/app/use-app'
import { takeSentMessage, type WrittenMessage } from '../../../state/attachments/written-message'
import { FolderStep } from '../../agent-choice/folder-step'
import { useComposerFiles } from '../../composer/use-composer-files'
import { Button } from '../../../ui/controls/button'
import { Composer } from '../../composer/composer'
import { SendRefusal } from '../../error-card/send-refusal'
import { paneLetter } from './pane-letter'

interface PaneComposerProps {
  /** Where the draft is kept. */
  place: string
  position: number
  isBusy: boolean
  /** Nothing has been said in this pane yet. */
  isNew: boolean
  model: string
  /** The folder of its agent; null while none is chosen. */
  workspace: string | null
  /** Takes the message over: the draft is gone by then. */
  onSend: (message: WrittenMessage) => void
}

/** Continues just this pane. */
export function PaneComposer(props: PaneComposerProps) {
  const { place, position, isBusy, isNew, model, workspace, onSend } = props
  const app = useApp()
  const models = useStore(app.models, (state) => state.models)
  const [text, setText] = useDraft(place)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const files = useComposerFiles({ place, text, setText, models: [model] })
  // Files may be on their way for long: a second press means the same message.
  const isSending = useRef(false)
  const send = async () => {
    if (isSending.current) return
    isSending.current = true
    const { attachments, refusal: unattached } = await files.settled()
    isSending.current = false
    const refused = isBusy
      ? toErrorData(failure('RUN_ACTIVE', 'pane'))
      : (unattached ?? refusalOf(text, attachments.length) ?? folderRefusal(models, model, workspace))
    setRefusal(refused)
    if (refused !== null) return
    const message = { text, attachments }
    takeSentMessage(app, place, message)
    onSend(message)
  }
  return (
    <Composer
      label={t('compare.pane.message', { number: position + 1 })}
      placeholder={t(isNew ? 'compare.pane.askOnly' : 'compare.pane.continueWith', {
        letter: paneLetter(position).letter,
      })}
      look="slim"
      files={files.composer}
      text={text}
      onChange={(changed) => {
        setText(changed)
        setRefusal(null)
      }}
      onSend={() => void send()}
      notice={
        refusal !== null && (
          <SendRefusal refusal={refusal}>
            <FolderStep refusal={refusal} />
          </SendRefusal>
        )
      }
      buttons={
        (text !== '' || files.count > 0) && (
          <Button
            look="quiet"
            aria-label={t('compare.pane.sendTo', { number: position + 1 })}
            onClick={() => void send()}
          >
            {t('common.send')}
          </Button>
        )
      }
    />
  )
}
