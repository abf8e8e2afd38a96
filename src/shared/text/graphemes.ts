let segmenter: Intl.Segmenter | null = null

/**
 * The characters of a text, as people see them. The segmenter is made for the first one: its data takes several
 * milliseconds to load, which a start does not have.
 */
export function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}
