import { useEffect, useState } from 'react'

import type { ErrorData } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import type { KnowledgeExcerpt } from '../../../shared/knowledge/knowledge'
import { errorDataOf } from '../../errors/error-data'
import { errorLine } from '../../errors/error-text'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
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
  const { api } = useApp().environment
  const [read, setRead] = useState<{ text: string; isCut: boolean } | ErrorData | null>(null)
  useEffect(() => {
    let isShown = true
    api.invoke('knowledge.text', { sessionId, hash }).then(
      (text) => isShown && setRead(text),
      (error: unknown) => isShown && setRead(errorDataOf(error)),
    )
    return () => {
      isShown = false
    }
  }, [api, sessionId, hash])
  if (read === null) return <p className={styles.note}>{t('messages.knowledge.reading')}</p>
  if ('code' in read) return <p className={styles.note}>{errorLine(read)}</p>
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
