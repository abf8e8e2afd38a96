import { useState } from 'react'

import type { SessionId } from '../../../shared/ids'
import type { KnowledgeExcerpt } from '../../../shared/knowledge/knowledge'
import type { KnowledgePart } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { lazyComponent } from '../../ui/lazy-component'
import { Button } from '../../ui/controls/button'
import { Hint } from '../../ui/layout/layout'
import styles from './excerpts.module.css'

const ExcerptDialog = lazyComponent(() => import('./excerpt-dialog'), 'ExcerptDialog')

/** Shown at first. */
const shownCount = 6

/** The excerpts from the project's files that the model received, numbered as in the answer. Each can be opened. */
export function ExcerptList({ part, sessionId }: { part: KnowledgePart; sessionId: SessionId }) {
  const { excerpts } = part
  const [isWhole, setIsWhole] = useState(excerpts.length <= shownCount + 1)
  const [open, setOpen] = useState<KnowledgeExcerpt | null>(null)
  const shown = isWhole ? excerpts : excerpts.slice(0, shownCount)
  return (
    <Hint as="section" tone="soft" className={styles.excerpts} aria-label={t('messages.knowledge.title')}>
      <h3>{t('messages.knowledge.title')}</h3>
      {shown.length > 0 && (
        <ol>
          {shown.map((excerpt, index) => (
            // The same file may be there several times; the order never changes.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <Button variant="link" aria-haspopup="dialog" onClick={() => setOpen(excerpt)}>
                <bdi>{excerptName(excerpt)}</bdi>
              </Button>
            </li>
          ))}
        </ol>
      )}
      {!isWhole && (
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
