import type { ExchangedRow } from './exchanged-rows'
import type { Place } from './places'

const draftTables = new Map<string, Place['table']>([
  ['chat', 'sessions'],
  ['compare', 'comparisons'],
  ['pane', 'panes'],
  ['edit', 'messages'],
])

/** A row without which another cannot be stored, and the column that refers to it. */
export type Reference = [table: Place['table'], id: string, column: string]

/** The rows without which this one cannot be stored. */
export function referencesOf(place: Place, row: ExchangedRow['row']): Reference[] {
  const references = Object.entries(place.references).flatMap(([column, table]): Reference[] => {
    const id = row[column]
    return typeof id === 'string' ? [[table, id, column]] : []
  })
  // The reveal writes a sealed answer to its message.
  if (place.table === 'sealed' && row['place'] === 'messages')
    references.push(['messages', String(row['row_id']), 'row_id'])
  if (place.table === 'drafts') {
    const [kind = '', id = 'new'] = String(row['place']).split(/:(.*)/s)
    const table = draftTables.get(kind)
    if (table !== undefined && id !== 'new') references.push([table, id, 'place'])
  }
  return references
}
