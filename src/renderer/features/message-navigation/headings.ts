import type { ReadingStart } from '../../state/conversations/conversation'

const selector = '[data-slot="markdown"] :is(h1, h2, h3, h4, h5, h6)'

/** The rendered headings of an answer, from the top, without those in reasoning. */
export function headingsIn(row: Element): Element[] {
  return [...row.querySelectorAll(selector)].filter(
    (heading) => heading.closest('[data-slot="reasoning"]') === null,
  )
}

/** The heading for an outline entry; null when the answer no longer has it. */
export function headingOf(
  row: Element,
  { heading: text, repetition }: Extract<ReadingStart, { heading: string }>,
): Element | null {
  const wanted = text.replace(/…$/, '')
  const found = headingsIn(row).filter((heading) => {
    const own = (heading.textContent ?? '').replace(/\s+/g, ' ').trim()
    return own === text || (wanted !== text && own.startsWith(wanted))
  })
  return found[repetition] ?? found.at(-1) ?? null
}
