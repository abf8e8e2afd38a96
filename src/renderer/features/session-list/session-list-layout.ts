import type { SessionEntry } from '../../state/session-list/session-entry'
import type { Scales } from '../../ui/theme/scales'
import type { SessionGroup } from '../../state/session-list/session-groups'

/** At the default scale, as in `tokens.css`, so that a list of thousands can be measured without rendering it. */
const rowPx = 32
const headingPx = 28
const gapAbovePx = 6
/** Rendered above and below the visible part, so that scrolling does not show gaps. */
const overscanPx = 320

/** A row or a heading, and its position. */
export type LaidOut = { top: number; height: number } & (
  | { kind: 'heading'; name: string }
  | { kind: 'entry'; entry: SessionEntry; group: string; position: number; groupSize: number }
)

export interface ListLayout {
  items: readonly LaidOut[]
  height: number
  /** The rows in order. */
  entries: readonly SessionEntry[]
}

/** Lays out groups below each other. */
export function layOut(
  groups: readonly SessionGroup[],
  scales: Scales = { text: 1, density: 1 },
): ListLayout {
  const rowHeightPx = Math.round(rowPx * scales.text * scales.density)
  const headingHeightPx = Math.round(headingPx * scales.text)
  const items: LaidOut[] = []
  let top = 0
  for (const { name, entries } of groups) {
    if (top > 0) top += gapAbovePx
    items.push({ kind: 'heading', name, top, height: headingHeightPx })
    top += headingHeightPx
    for (const [index, entry] of entries.entries()) {
      const place = { position: index + 1, groupSize: entries.length, group: name }
      items.push({ kind: 'entry', entry, ...place, top, height: rowHeightPx })
      top += rowHeightPx
    }
  }
  return { items, height: top, entries: groups.flatMap((group) => group.entries) }
}

/** The visible items, those near them, and the rows in `always`, in order. */
export function itemsInView(
  layout: ListLayout,
  view: { top: number; height: number },
  always: ReadonlySet<string>,
): LaidOut[] {
  const from = view.top - overscanPx
  const to = view.top + view.height + overscanPx
  return layout.items.filter(
    (item) =>
      (item.top + item.height > from && item.top < to) ||
      (item.kind === 'entry' && always.has(item.entry.key)),
  )
}
