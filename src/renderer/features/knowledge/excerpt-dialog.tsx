import type { SessionId } from '../../../shared/ids'
import type { KnowledgeExcerpt } from '../../../shared/knowledge/knowledge'
import { errorLine } from '../../errors/error-text'
import { t } from '../../language/t'
import { useRequest } from '../../state/app/use-request'
import { Dialog } from '../../ui/overlays/dialog'
import styles from './excerpts.module.css'

interface ExcerptDialogProps {
  excerpt: KnowledgeExcerpt
  name: string
  sessionId: SessionId
  onClose: () => void
}

/** A passage as the model got it, or a whole file as it is in the project now. */
export function ExcerptDialog({ excerpt, name, sessionId, onClose }: ExcerptDialogProps) {
  return (
    // Keys pressed here must not reach the message.
    <div role="presentation" onKeyDown={(event) => event.stopPropagation()}>
      <Dialog title={name} width="large" onClose={onClose}>
        {excerpt.passage === undefined ? (
          <WholeFile hash={excerpt.hash} name={name} sessionId={sessionId} />
        ) : (
          <ExcerptText name={name} text={excerpt.passage.text} />
        )}
      </Dialog>
    </div>
  )
}

function WholeFile({ hash, name, sessionId }: { hash: string; name: string; sessionId: SessionId }) {
  const { data: read, error } = useRequest('knowledge.text', { sessionId, hash })
  if (error !== null) return <p className={styles.note}>{errorLine(error)}</p>
  if (read === null) return <p className={styles.note}>{t('common.reading')}</p>
  const text = read.isCut ? `${read.text}\n\n${t('messages.knowledge.cut')}` : read.text
  return <ExcerptText name={name} text={text} />
}

function ExcerptText({ name, text }: { name: string; text: string }) {
  return (
    // A scrollable region must be focusable for keyboard users.
    <pre className={styles.text} tabIndex={0} role="group" aria-label={name} data-first-focus="">
      {text}
    </pre>
  )
}
