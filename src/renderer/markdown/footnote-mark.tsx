import { createContext, useContext } from 'react'

import { t } from '../language/t'
import { drawWholeNow } from '../ui/viewport/measuring'
import { noFootnotes, type Footnotes, type ShownFootnote } from './source/footnotes'
import styles from './footnotes.module.css'

/** The footnotes of the surrounding text. */
export const FootnotesContext = createContext<Footnotes>(noFootnotes)

/** Footnotes by label: a linear search for each mark would be quadratic. */
const labelled = new WeakMap<Footnotes, ReadonlyMap<string, ShownFootnote>>()

/** The mark that links to a footnote; shown as written if there is no such footnote. */
export function FootnoteMark({ label, raw }: { label: string; raw: string }) {
  const footnotes = useContext(FootnotesContext)
  const footnote = byLabel(footnotes).get(label)
  if (footnote === undefined) return raw
  return (
    <sup className={styles.footnoteMark}>
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

function byLabel(footnotes: Footnotes): ReadonlyMap<string, ShownFootnote> {
  const known = labelled.get(footnotes)
  if (known !== undefined) return known
  const made = new Map(footnotes.map((footnote) => [footnote.label, footnote]))
  labelled.set(footnotes, made)
  return made
}

/** Moves the focus instead of the address, because addresses belong to the window's navigation. */
export function goWithin(from: Element, selector: string): void {
  const text = from.closest('[data-slot="markdown"]')
  // It may be in a part of a long text that is not drawn yet.
  if (text !== null && text.querySelector(selector) === null) drawWholeNow(text)
  const target = text?.querySelector<HTMLElement>(selector)
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'nearest' })
}
