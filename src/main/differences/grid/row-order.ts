/** The ends of a list of rows. */
const start = Symbol('start')
const end = Symbol('end')
type Place<Row> = Row | typeof start | typeof end

/**
 * Orders rows so that those of each answer are in its order where possible: a row that no answer before has follows the
 * row before it in its own answer, or else precedes the row after it, or else is the last one.
 */
export function orderRows<Row extends object>(answers: readonly (readonly Row[])[]): Row[] {
  const next = new Map<Place<Row>, Place<Row>>([[start, end]])
  const previous = new Map<Place<Row>, Place<Row>>([[end, start]])
  for (const rows of answers) {
    const firstPlaced: Place<Row> = rows.find((row) => next.has(row)) ?? end
    let before = previous.get(firstPlaced) ?? start
    for (const row of rows) {
      if (!next.has(row)) {
        const after = next.get(before) ?? end
        next.set(before, row).set(row, after)
        previous.set(row, before).set(after, row)
      }
      before = row
    }
  }
  const ordered: Row[] = []
  for (let row = next.get(start); row !== undefined && row !== start && row !== end; row = next.get(row)) {
    ordered.push(row)
  }
  return ordered
}
