import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'

import { useMemoInLanguage } from '../../language/memo'
import type { SessionId } from '../../../shared/ids'
import { visibleWords } from '../../../shared/text/visible-text'
import { assertNever } from '../../../shared/invariant'
import type { FormPart } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { dismissedDraft, draftForForm, formStatus, type FormStatus } from './form-status'
import { useApp, useConversation, useDraft } from '../../state/app/use-app'
import { modelName } from '../../state/models/models'
import { Button } from '../../ui/controls/button'
import { FormValuesList } from '../../ui/schema-form/form-values'
import { readableSchema } from '../../ui/schema-form/readable-schema'
import { OpenForm } from './open-form'
import { Hint, Row, type Tone } from '../../ui/layout/layout'
import styles from './form-card.module.css'

const kindTones: Readonly<Record<FormStatus['kind'], Tone>> = {
  open: 'faint',
  waiting: 'accent',
  submitted: 'good',
  declined: 'warn',
}

const titleChars = 300

/** A form from a model or server, shown in the conversation: open to fill in, or as it was answered. */
export function FormCard({
  part,
  sessionId,
  model: modelRef,
}: {
  part: FormPart
  sessionId: SessionId
  /** The model whose answer has the form; absent if it is hidden. */
  model: string | undefined
}) {
  const app = useApp()
  const models = useStore(app.models.store, (state) => state.models)
  const model = modelRef === undefined ? null : modelName(models, modelRef)
  const conversation = app.conversations.of(sessionId)
  const standing = useConversation(conversation, (state) => formStatus(state, part).kind)
  const [draft, setDraft] = useDraft(draftForForm(sessionId, part.formId))
  const isPutAway = standing === 'open' && draft === dismissedDraft
  const kind = isPutAway ? 'declined' : standing
  const values = useConversation(conversation, (state) => valuesOf(formStatus(state, part)))
  const readable = useMemoInLanguage(() => readableSchema(part.schema), [part.schema])
  const isOpen = kind === 'open' || kind === 'waiting'
  const title = visibleWords(part.title.slice(0, titleChars))
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
      aria-label={t('forms.card.name', {
        title: part.serverId === undefined ? title : `${visibleWords(part.serverId)}: ${title}`,
      })}
      data-form-state={kind}
      onKeyDown={(event) => {
        // Escape elsewhere in the messages stops the answer, which waits for this form.
        if (event.key === 'Escape') event.stopPropagation()
      }}
    >
      <Row as="header" align="baseline" gap={3} pad={[2, 3]} line="below" className={styles.head}>
        <h3>
          <Hint as="span" tone="soft" weight="medium" className={styles.asker}>
            {askerWords(part, model)}
          </Hint>{' '}
          {title}
        </h3>
        <Hint as="span" grow={false} tone={kindTones[kind]}>
          {stateWord(kind)}
        </Hint>
      </Row>
      {isOpen && (
        <Hint tone="soft" className={styles.warning} data-slot="form-warning">
          {goesToWords(part, { model, isWaitedFor: kind === 'waiting' })} {t('forms.card.noSecrets')}
        </Hint>
      )}
      {isOpen && <OpenForm sessionId={sessionId} part={part} readable={readable} />}
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

/** A form can imitate Parley or somebody else, so it always says who asks. */
function askerWords({ serverId }: FormPart, model: string | null): string {
  if (serverId !== undefined) return t('forms.card.serverAsks', { server: visibleWords(serverId) })
  return model === null
    ? t('forms.card.modelAsks')
    : t('forms.card.namedModelAsks', { model: visibleWords(model) })
}

/** A server gets the values only while its call waits for them. */
function goesToWords(
  { serverId }: FormPart,
  { model, isWaitedFor }: { model: string | null; isWaitedFor: boolean },
): string {
  if (serverId !== undefined && isWaitedFor) {
    return t('forms.card.goesToServer', { server: visibleWords(serverId) })
  }
  return model === null
    ? t('forms.card.goesToModel')
    : t('forms.card.goesToNamedModel', { model: visibleWords(model) })
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
