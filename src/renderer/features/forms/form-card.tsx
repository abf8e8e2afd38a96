import { useEffect, useRef } from 'react'

import { useMemoInLanguage } from '../../language/memo'
import type { SessionId } from '../../../shared/ids'
import { assertNever } from '../../../shared/invariant'
import type { FormPart } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { dismissedDraft, draftForForm, formStatus, type FormStatus } from './form-status'
import { useApp, useConversation, useDraft } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { FormValuesList } from '../../ui/schema-form/form-values'
import { readableSchema } from '../../ui/schema-form/readable-schema'
import { OpenForm } from './open-form'
import { classNames } from '../../ui/class-names'
import styles from './form-card.module.css'

const kindStyles: Readonly<Record<FormStatus['kind'], string | undefined>> = {
  open: undefined,
  waiting: styles.stateWaiting,
  submitted: styles.stateSubmitted,
  declined: styles.stateDeclined,
}

const titleChars = 300

/** A form from a model or server, shown in the conversation: open to fill in, or as it was answered. */
export function FormCard({ part, sessionId }: { part: FormPart; sessionId: SessionId }) {
  const app = useApp()
  const conversation = app.conversations.of(sessionId)
  const standing = useConversation(conversation, (state) => formStatus(state, part).kind)
  const [draft, setDraft] = useDraft(draftForForm(sessionId, part.formId))
  const isPutAway = standing === 'open' && draft === dismissedDraft
  const kind = isPutAway ? 'declined' : standing
  const values = useConversation(conversation, (state) => valuesOf(formStatus(state, part)))
  const readable = useMemoInLanguage(() => readableSchema(part.schema), [part.schema])
  const isOpen = kind === 'open' || kind === 'waiting'
  const card = useRef<HTMLElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // The focused field has disappeared; keep the focus at this place.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) card.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <section
      ref={card}
      tabIndex={-1}
      className={styles.formCard}
      aria-label={t('forms.card.name', { title: part.title.slice(0, titleChars) })}
      data-form-state={kind}
      onKeyDown={(event) => {
        // Escape elsewhere in the messages stops the answer, which waits for this form.
        if (event.key === 'Escape') event.stopPropagation()
      }}
    >
      <header className={styles.head}>
        <h3>{part.title.slice(0, titleChars)}</h3>
        <span className={classNames(styles.state, kindStyles[kind])}>{stateWord(kind)}</span>
      </header>
      {isOpen && (
        <OpenForm
          conversation={conversation}
          part={part}
          readable={readable}
          isWaitedFor={kind === 'waiting'}
        />
      )}
      {isPutAway && (
        <p className={styles.formPutAway}>
          <Button variant="link" onClick={() => setDraft('')}>
            {t('forms.card.fillInAfterAll')}
          </Button>
        </p>
      )}
      {kind === 'submitted' && (
        <FormValuesList values={values ?? {}} schema={readable.kind === 'fields' ? readable.schema : null} />
      )}
    </section>
  )
}

function valuesOf(standing: FormStatus): Record<string, unknown> | null {
  return standing.kind === 'submitted' ? standing.values : null
}

function stateWord(kind: FormStatus['kind']): string {
  switch (kind) {
    case 'waiting':
      return t('forms.card.waiting')
    case 'open':
      return ''
    case 'submitted':
      return t('forms.card.submitted')
    case 'declined':
      return t('forms.card.dismissed')
    default:
      return assertNever(kind)
  }
}
