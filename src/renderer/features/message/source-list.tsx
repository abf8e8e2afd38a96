import type { AnswerSource } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { MarkdownLink } from '../../markdown/link'
import styles from './message.module.css'

/** What an answer is based on, numbered as the answer refers to it. */
export function SourceList({ sources }: { sources: readonly AnswerSource[] }) {
  return (
    <section className={styles.answerSources} aria-label={t('messages.answer.sources')}>
      <h3>{t('messages.answer.sources')}</h3>
      <ol>
        {sources.map(({ url, title }) => (
          <li key={url} dir="auto">
            <MarkdownLink href={url} text={title ?? url}>
              {title ?? url}
            </MarkdownLink>
          </li>
        ))}
      </ol>
    </section>
  )
}
