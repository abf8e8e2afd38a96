import { useState } from 'react'

import type { SessionId } from '../../../shared/ids'
import { citedExcerpts } from '../../../shared/knowledge/cited-excerpts'
import type { KnowledgeExcerpt } from '../../../shared/knowledge/knowledge'
import type { KnowledgePart } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { lazyComponent } from '../../ui/lazy-component'
import { Button } from '../../ui/controls/button'
import { Hint } from '../../ui/layout/layout'
import styles from './excerpts.module.css'

const ExcerptDialog = lazyComponent(() => import('./excerpt-dialog'), 'ExcerptDialog')

interface ExcerptListProps {
  part: KnowledgePart
  sessionId: SessionId
  /** The text of the answer, which cites excerpts by their numbers. */
  answer: string
}

/**
 * The excerpts from the project's files that the answer cites, numbered as in the answer; the others that the model
 * received are shown on request. Each can be opened.
 */
export function ExcerptList({ part, sessionId, answer }: ExcerptListProps) {
  const [isWhole, setIsWhole] = useState(false)
  const [open, setOpen] = useState<KnowledgeExcerpt | null>(null)
  const { excerpts } = part
  const shown = isWhole
    ? excerpts.map((excerpt, index) => ({ excerpt, number: index + 1 }))
    : citedExcerpts(answer, excerpts)
  return (
    <Hint as="section" tone="soft" className={styles.excerpts} aria-label={t('messages.knowledge.title')}>
      <h3>{t('messages.knowledge.title')}</h3>
      {shown.length > 0 && (
        <ol>
          {shown.map(({ excerpt, number }) => (
            <li key={number} value={number}>
              <Button variant="link" aria-haspopup="dialog" onClick={() => setOpen(excerpt)}>
                <bdi>{excerptName(excerpt)}</bdi>
              </Button>
            </li>
          ))}
        </ol>
      )}
      {shown.length < excerpts.length && (
        <Button variant="link" onClick={() => setIsWhole(true)}>
          {t('messages.knowledge.all', { count: excerpts.length - shown.length })}
        </Button>
      )}
      {part.isIncomplete === true && <p>{t('messages.knowledge.incomplete')}</p>}
      {open !== null && (
        <ExcerptDialog
          excerpt={open}
          name={excerptName(open)}
          sessionId={sessionId}
          onClose={() => setOpen(null)}
        />
      )}
    </Hint>
  )
}

function excerptName({ name, passage }: KnowledgeExcerpt): string {
  if (passage === undefined) return name
  const { firstLine, lastLine } = passage
  return firstLine === lastLine
    ? t('messages.knowledge.line', { name, line: firstLine })
    : t('messages.knowledge.lines', { name, first: firstLine, last: lastLine })
}
