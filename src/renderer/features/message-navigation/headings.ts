import type { ReadingStart } from '../../state/conversations/conversation'

const selector = '[data-slot="markdown"] :is(h1, h2, h3, h4, h5, h6)'

/** The headings of an answer as they are drawn, from the top; what was thought is no part of it. */
export function headingsIn(row: Element): Element[] {
  return [...row.querySelectorAll(selector)].filter(
    (heading) => heading.closest('[data-slot="reasoning"]') === null,
  )
}

/** The heading that an outline has listed; null when the answer has none such any more. */
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
