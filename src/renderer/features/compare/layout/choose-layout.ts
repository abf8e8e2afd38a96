/** The size of the whole view in pixels, including title bar and composer. */
export interface ViewSize {
  width: number
  height: number
}

/** The arrangement of panes: rows with a number of panes each, or one large pane below a strip of all. */
export type PaneLayout = { kind: 'rows'; rows: readonly number[] } | { kind: 'strip' }

/** In a narrower pane, an answer breaks after almost every word. */
const minWidthPx = 280
/** More than a few columns need more space each, or a second row is better. */
const fewPanes = 4
const columnOfManyPx = 340
/** The height of the title bar and an empty composer. A longer draft does not change the layout. */
const barsPx = 160
/** In a lower pane, there is no space for an answer. */
const minHeightPx = 260

/** Columns if they fit, then rows of columns, then one at a time. `minRowPx` is the minimum row height. */
export function chooseLayout(
  count: number,
  { width, height }: ViewSize,
  minRowPx: number = minHeightPx,
): PaneLayout {
  const columnPx = count <= fewPanes ? minWidthPx : columnOfManyPx
  if (count * columnPx <= width) return { kind: 'rows', rows: [count] }
  const across = Math.max(1, Math.floor(width / minWidthPx))
  const rowCount = Math.max(2, Math.ceil(count / across))
  if ((height - barsPx) / rowCount < minRowPx) return { kind: 'strip' }
  const least = Math.floor(count / rowCount)
  const longerRows = count % rowCount
  return {
    kind: 'rows',
    rows: Array.from({ length: rowCount }, (_, row) => least + (row < longerRows ? 1 : 0)),
  }
}

/** How many of `count` are side by side in the strip, with balanced rows. */
export function stripAcross(count: number, width: number): number {
  const narrowestThumbPx = 128
  const most = Math.max(1, Math.floor(width / narrowestThumbPx))
  return Math.ceil(count / Math.ceil(count / most))
}
