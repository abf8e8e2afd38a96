import { createContext, useContext } from 'react'

import { t } from '../../language/t'
import { noFootnotes, type Footnotes } from './footnotes'

/** The footnotes of the text around. */
export const FootnotesContext = createContext<Footnotes>(noFootnotes)

/** The mark that leads to a footnote; as it was written where there is none. */
export function FootnoteMark({ label, raw }: { label: string; raw: string }) {
  const footnotes = useContext(FootnotesContext)
  const footnote = footnotes.find((other) => other.label === label)
  if (footnote === undefined) return raw
  return (
    <sup className="footnote-mark">
      <button
        type="button"
        data-footnote-mark={footnote.number}
        aria-label={t('markdown.footnotes.mark', { number: footnote.number })}
        onClick={({ currentTarget }) => goWithin(currentTarget, `[data-footnote="${footnote.number}"]`)}
      >
        {footnote.number}
      </button>
    </sup>
  )
}

/** Addresses belong to the window: within a text one goes by the focus. */
export function goWithin(from: Element, selector: string): void {
  const target = from.closest('.markdown')?.querySelector<HTMLElement>(selector)
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'nearest' })
}
