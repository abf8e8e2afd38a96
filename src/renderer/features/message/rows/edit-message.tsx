import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { belongsToInputMethod } from '../../../keyboard/input-method'
import type { ErrorData } from '../../../../shared/errors'
import type { MessageId } from '../../../../shared/ids'
import { messageText, type AttachmentPart, type Message } from '../../../../shared/sessions/messages'
import { t } from '../../../language/t'
import { refusalOf } from '../../../state/attachments/written-message'
import { useApp, useDraft } from '../../../state/app/use-app'
import { AttachmentCard } from '../../attachments/attachment-card'
import { AttachmentPreview } from '../../attachments/attachment-preview'
import { Button } from '../../../ui/controls/button'
import { isSendKey } from '../../../keyboard/send-key'
import { errorLine } from '../../../errors/error-text'
import type { Thread } from './thread'
import fileListStyles from '../../../ui/lists/file-list.module.css'
import styles from './edit-message.module.css'

/** The key of the draft for editing this message. */
export function draftForEdit(messageId: MessageId): string {
  return `edit:${messageId}`
}

interface EditMessageProps {
  message: Message
  thread: Thread
  /** Called when editing ends. If it was sent, a new version replaces this message. */
  onDone: (isSent: boolean) => void
}

/** Edits a user message. The original and its answer remain stored as another branch. */
export function EditMessage({ message, thread, onDone }: EditMessageProps) {
  const app = useApp()
  const sendWith = useStore(app.settings, (state) => state.settings.sendWith)
  const field = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useDraft(draftForEdit(message.id))
  const [text, setText] = useState(() => (draft === '' ? messageText(message) : draft))
  const [files, setFiles] = useState(() => message.parts.filter((part) => part.type === 'attachment'))
  const [opened, setOpened] = useState<AttachmentPart | null>(null)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  useEffect(() => {
    const element = field.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [])
  const panesAsked = thread.pane?.panesAsked(message) ?? 1
  const isForAll = thread.pane?.isForAll === true
  const send = async (scope: 'one' | 'all' = isForAll ? 'all' : 'one') => {
    const changed = { text, attachments: files }
    const refused =
      refusalOf(text, files.length) ??
      (await (scope === 'all' && thread.pane !== undefined
        ? thread.pane.askAllAgain(message, changed)
        : thread.askAgain(message.id, changed)))
    if (refused !== null) {
      setRefusal(refused)
      return
    }
    done(true)
    thread.focusComposer()
  }
  const done = (isSent: boolean) => {
    setDraft('')
    onDone(isSent)
  }
  return (
    <div className={styles.editMessage} data-slot="edit-message">
      {files.length > 0 && (
        <ul
          className={fileListStyles.messageFiles}
          data-slot="message-files"
          aria-label={t('chat.edit.files')}
        >
          {files.map((part) => (
            <li key={part.attachmentId}>
              <AttachmentCard
                part={part}
                onOpen={() => setOpened(part)}
                onRemove={() => setFiles(files.filter((file) => file !== part))}
              />
            </li>
          ))}
        </ul>
      )}
      {opened !== null && <AttachmentPreview part={opened} onClose={() => setOpened(null)} />}
      <textarea
        ref={field}
        aria-label={t('chat.edit.label')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setDraft(event.target.value)
        }}
        onKeyDown={(event) => {
          // During composition, Enter and Escape belong to the input method.
          if (belongsToInputMethod(event.nativeEvent)) return
          if (event.key === 'Escape') {
            event.stopPropagation()
            done(false)
          }
          if (!isSendKey(event, sendWith)) return
          event.preventDefault()
          void send()
        }}
      />
      <div className={styles.foot}>
        <span className={styles.refusal} role="alert">
          {refusal !== null && errorLine(refusal)}
        </span>
        <Button onClick={() => done(false)}>{t('common.cancel')}</Button>
        {panesAsked > 1 && !isForAll && (
          <Button onClick={() => void send('all')}>{t('chat.edit.allPanes', { count: panesAsked })}</Button>
        )}
        <Button variant="primary" onClick={() => void send()}>
          {sendLabel(panesAsked, isForAll)}
        </Button>
      </div>
    </div>
  )
}

function sendLabel(panesAsked: number, isForAll: boolean): string {
  if (panesAsked < 2) return t('chat.edit.answerThis')
  return isForAll ? t('chat.edit.allPanes', { count: panesAsked }) : t('chat.edit.thisPane')
}
