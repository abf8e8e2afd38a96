/** A position in the sent texts, newest first. */
export interface HistoryPlace {
  texts: readonly string[]
  at: number
}

/** The position one text back (`by` 1) or forward (-1); null past the newest, where the field is empty again. */
export function stepped(place: HistoryPlace, by: 1 | -1): HistoryPlace | null {
  const at = Math.min(place.at + by, place.texts.length - 1)
  return at < 0 ? null : { ...place, at }
}

/** The position of the newest text; null when nothing was ever sent. */
export function newestPlace(texts: readonly string[]): HistoryPlace | null {
  return texts.length === 0 ? null : { texts, at: 0 }
}

export function textAt({ texts, at }: HistoryPlace): string {
  return texts[at] ?? ''
}

/** Whether Arrow Up at `caret` leaves the text because no line is above, or Arrow Down (-1) because none is below. */
export function leavesText(text: string, caret: { start: number; end: number }, by: 1 | -1): boolean {
  if (caret.start !== caret.end) return false
  return by === 1 ? !text.slice(0, caret.start).includes('\n') : !text.slice(caret.end).includes('\n')
}
