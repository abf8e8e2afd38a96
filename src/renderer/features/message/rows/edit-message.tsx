import { useRef, useState, useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../../shared/errors'
import { messageText, type AttachmentPart, type Message } from '../../../../shared/sessions/messages'
import { t } from '../../../language/t'
import { isUnreachable, whyUnreachable, useApp, useDraft, useUnreachable } from '../../../state/app/use-app'
import { messageRefusal } from '../../../state/attachments/outbox'
import { errorLine } from '../../../errors/error-text'
import { AttachmentCard } from '../../attachments/attachment-card'
import { AttachmentPreview } from '../../attachments/attachment-preview'
import { Button } from '../../../ui/controls/button'
import { classNames } from '../../../ui/class-names'
import type { Thread } from './thread'
import { draftForEdit } from './use-editing'
import { Row, Hint } from '../../../ui/layout/layout'
import { belongsToInputMethod, isSendKey } from '../../../keyboard/key-presses'
import type { AppSettings } from '../../../../shared/app/schema'
import fileListStyles from '../../../ui/lists/file-list.module.css'
import styles from './edit-message.module.css'

interface EditMessageProps {
  message: Message
  thread: Thread
  /** Called when editing ends. If it was sent, a new version replaces this message. */
  onDone: (isSent: boolean) => void
}

/** Edits a user message. The original and its answer remain stored as another branch. */
export function EditMessage({ message, thread, onDone }: EditMessageProps) {
  const app = useApp()
  const sendWith = useStore(app.settings.store, (state) => state.settings.sendWith)
  const { text, setText, discardDraft } = useEditedText(message)
  const [files, setFiles] = useState(() => message.parts.filter((part) => part.type === 'attachment'))
  const [opened, setOpened] = useState<AttachmentPart | null>(null)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const noConnection = useUnreachable()
  const sending = {
    'aria-disabled': noConnection !== null,
    ...(noConnection !== null && { title: errorLine(noConnection) }),
  }
  const panesAsked = thread.pane?.panesAsked(message) ?? 1
  const isForAll = thread.pane?.isForAll === true
  const send = async (scope: 'one' | 'all' = isForAll ? 'all' : 'one') => {
    const changed = { text, attachments: files }
    const refused =
      whyUnreachable(app) ??
      messageRefusal(text, files.length) ??
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
    discardDraft()
    onDone(isSent)
  }
  return (
    <div className={styles.editMessage} data-slot="edit-message" data-edited-id={message.id}>
      {files.length > 0 && (
        <Row
          as="ul"
          align="stretch"
          wrap
          pad={0}
          className={fileListStyles.messageFiles}
          data-slot="message-files"
          aria-label={t('common.filesToSend')}
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
        </Row>
      )}
      {opened !== null && <AttachmentPreview part={opened} onClose={() => setOpened(null)} />}
      <EditField
        label={t('chat.edit.label')}
        text={text}
        onChange={setText}
        submitWith={sendWith}
        onSubmit={() => void send()}
        onCancel={() => done(false)}
        refusal={noConnection === null && isUnreachable(refusal) ? null : refusal}
      >
        {panesAsked > 1 && !isForAll && (
          <Button {...sending} onClick={() => void send('all')}>
            {t('chat.edit.allPanes', { count: panesAsked })}
          </Button>
        )}
        <Button variant="primary" {...sending} onClick={() => void send()}>
          {sendLabel(panesAsked, isForAll)}
        </Button>
      </EditField>
    </div>
  )
}

function sendLabel(panesAsked: number, isForAll: boolean): string {
  if (panesAsked < 2) return t('chat.edit.answerThis')
  return isForAll ? t('chat.edit.allPanes', { count: panesAsked }) : t('chat.edit.thisPane')
}

interface EditAnswerProps {
  message: Message
  /** Stores the text as a new version. Resolves with the refusal, or null once it is stored. */
  onSave: (text: string) => Promise<ErrorData | null>
  onDone: (isSaved: boolean) => void
}

/** Edits an answer, whose text is Markdown. The original remains stored as another version. */
export function EditAnswer({ message, onSave, onDone }: EditAnswerProps) {
  const { text, setText, discardDraft } = useEditedText(message)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const done = (isSaved: boolean) => {
    discardDraft()
    onDone(isSaved)
  }
  // A ref instead of state: a second press must not save a second version.
  const isSaving = useRef(false)
  const save = async () => {
    if (isSaving.current) return
    // A version equal to this one would only confuse.
    if (text === messageText(message)) {
      done(false)
      return
    }
    isSaving.current = true
    const refused = messageRefusal(text, 0) ?? (await onSave(text))
    isSaving.current = false
    if (refused === null) done(true)
    else setRefusal(refused)
  }
  return (
    <div className={classNames(styles.editMessage, styles.editAnswer)} data-slot="edit-message">
      <EditField
        label={t('chat.answer.editLabel')}
        text={text}
        onChange={setText}
        submitWith="mod-enter"
        onSubmit={() => void save()}
        onCancel={() => done(false)}
        refusal={refusal}
      >
        <Button variant="primary" onClick={() => void save()}>
          {t('chat.edit.save')}
        </Button>
      </EditField>
    </div>
  )
}

/** The text of a message that is being edited. Its changes are kept as a draft. */
function useEditedText(message: Message) {
  const [draft, setDraft] = useDraft(draftForEdit(message.id))
  const [text, setText] = useState(() => (draft === '' ? messageText(message) : draft))
  return {
    text,
    setText: (changed: string) => {
      setText(changed)
      setDraft(changed)
    },
    discardDraft: () => setDraft(''),
  }
}

interface EditFieldProps {
  label: string
  text: string
  onChange: (text: string) => void
  /** The key that submits; any other Enter breaks the line. */
  submitWith: AppSettings['sendWith']
  onSubmit: () => void
  onCancel: () => void
  refusal: ErrorData | null
  /** The buttons after Cancel. */
  children: ReactNode
}

/** The text of a message that is being edited, with its buttons. */
export function EditField(props: EditFieldProps) {
  const { label, text, onChange, submitWith, onSubmit, onCancel, refusal, children } = props
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const element = field.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [])
  return (
    <>
      <textarea
        ref={field}
        dir="auto"
        aria-label={label}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          // During composition, Enter and Escape belong to the input method.
          if (belongsToInputMethod(event.nativeEvent)) return
          if (event.key === 'Escape') {
            event.stopPropagation()
            onCancel()
          }
          if (!isSendKey(event, submitWith)) return
          event.preventDefault()
          onSubmit()
        }}
      />
      <Row className={styles.foot}>
        <Hint as="span" grow tone="warn" role="alert">
          {refusal !== null && errorLine(refusal)}
        </Hint>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        {children}
      </Row>
    </>
  )
}
