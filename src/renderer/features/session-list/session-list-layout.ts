import type { SessionEntry } from '../../state/session-list/session-entry'
import type { Scales } from '../../ui/theme/scales'
import type { SessionGroup } from '../../state/session-list/session-groups'

/** At the default scale, as in `tokens.css`, so that a list of thousands can be measured without rendering it. */
const rowPx = 32
const headingPx = 28
const gapAbovePx = 6

/** A row or a heading of the list. */
export type ListRow = { key: string; heightPx: number } & (
  | { kind: 'heading'; name: string; gapAbovePx: number }
  | { kind: 'entry'; entry: SessionEntry; position: number; groupSize: number }
)

/** The rows of the list with their heights. */
export interface ListLayout {
  rows: readonly ListRow[]
  /** Of a row that is no heading. */
  rowHeightPx: number
  /** The entries in their order. */
  entries: readonly SessionEntry[]
}

/** Lays out groups below each other. */
export function layOut(
  groups: readonly SessionGroup[],
  scales: Scales = { text: 1, density: 1 },
): ListLayout {
  const rowHeightPx = Math.round(rowPx * scales.text * scales.density)
  const headingHeightPx = Math.round(headingPx * scales.text)
  const rows = groups.flatMap(({ name, entries }, at): ListRow[] => {
    const gapPx = at === 0 ? 0 : gapAbovePx
    return [
      { kind: 'heading', key: `day ${name}`, name, gapAbovePx: gapPx, heightPx: gapPx + headingHeightPx },
      ...entries.map((entry, index): ListRow => {
        const place = { position: index + 1, groupSize: entries.length }
        return { kind: 'entry', key: entry.key, entry, ...place, heightPx: rowHeightPx }
      }),
    ]
  })
  return { rows, rowHeightPx, entries: groups.flatMap((group) => group.entries) }
}
