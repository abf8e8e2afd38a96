import { memo } from '../language/memo'
import { t } from '../language/t'
import { Blocks } from './block'
import { goWithin } from './footnote-mark'
import type { Footnotes } from './source/footnotes'
import styles from './footnotes.module.css'

/** All footnotes, at the end of the text, each with a link back. */
export const FootnoteList = memo(function FootnoteList({ footnotes }: { footnotes: Footnotes }) {
  const linksKey = footnotes.map(({ label }) => label).join(' ')
  return (
    <section className={styles.footnotes} aria-label={t('markdown.footnotes.label')}>
      <ol>
        {footnotes.map(({ label, number, tokens }) => (
          <li key={label} data-footnote={number} tabIndex={-1}>
            <div className={styles.footnoteText}>
              <Blocks tokens={tokens} linksKey={linksKey} />
            </div>
            <button
              type="button"
              className={styles.footnoteBack}
              aria-label={t('markdown.footnotes.back', { number })}
              onClick={({ currentTarget }) => goWithin(currentTarget, `[data-footnote-mark="${number}"]`)}
            >
              ↩
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
})
