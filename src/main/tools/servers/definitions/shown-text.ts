import { misleadingCharacters } from '../../../../shared/text/visible-text'

/** Returns the text that users see and models get: nothing invisible, and not more than fits. */
export function shownText(text: string, chars: number): string {
  return text.slice(0, chars).replaceAll(misleadingCharacters, '').trim()
}
