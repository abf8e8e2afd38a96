/** The room of the whole view in pixels, with its title bar and its composer. */
export interface ViewSize {
  width: number
  height: number
}

/** Where the panes stand: in rows of so many, or one large under a strip of all. */
export type PaneLayout = { kind: 'rows'; rows: readonly number[] } | { kind: 'strip' }

/** Narrower than this, an answer is a list of single words. */
const narrowestPx = 280
/** More than a few columns want more room each before a second row is the worse choice. */
const fewPanes = 4
const columnOfManyPx = 340
/** What the title bar and an empty composer take of the height. A longer draft changes no layout. */
const furniturePx = 160
/** Lower than this, a pane shows its furniture and no answer. */
const lowestPx = 260

/** Columns where there is room for them, then rows of columns, then one at a time. `minRowPx` is the lowest row. */
export function chooseLayout(
  count: number,
  { width, height }: ViewSize,
  minRowPx: number = lowestPx,
): PaneLayout {
  const columnPx = count <= fewPanes ? narrowestPx : columnOfManyPx
  if (count * columnPx <= width) return { kind: 'rows', rows: [count] }
  const across = Math.max(1, Math.floor(width / narrowestPx))
  const rowCount = Math.max(2, Math.ceil(count / across))
  if ((height - furniturePx) / rowCount < minRowPx) return { kind: 'strip' }
  const least = Math.floor(count / rowCount)
  const longerRows = count % rowCount
  return {
    kind: 'rows',
    rows: Array.from({ length: rowCount }, (_, row) => least + (row < longerRows ? 1 : 0)),
  }
}

/** How many of `count` stand beside each other in the strip; its rows are as even as they can be. */
export function stripAcross(count: number, width: number): number {
  const narrowestThumbPx = 128
  const most = Math.max(1, Math.floor(width / narrowestThumbPx))
  return Math.ceil(count / Math.ceil(count / most))
}
