import type { Command, WritableDatabase } from '../database/database'
import { assignments, insertionInto } from '../database/table'
import type { ExchangedRow } from './exchanged-rows'
import { type Place, travellingColumns } from './places'

/** The statements for one table, prepared when they are first needed. */
export interface RowStatements {
  get: (row: ExchangedRow['row']) => object | undefined
  insert: Command
  update: (part: string) => Command
}

/** The statements for the table of this place. */
export function statementsOf(database: WritableDatabase, place: Place): RowStatements {
  const { table, key, local } = place
  const condition = key.map((name) => `${name} IS :${name}`).join(' AND ')
  const stored = database.query<object>(`SELECT 1 FROM ${table} WHERE ${condition}`)
  const derived = Object.keys(local).filter((name) => name !== 'number')
  const updates = new Map<string, Command>()
  return {
    get: (row) => stored.get(Object.fromEntries(key.map((name) => [name, row[name] ?? null]))),
    insert: database.command(insertionInto(table, [...travellingColumns(place), ...derived])),
    update: (part) => {
      let command = updates.get(part)
      if (command === undefined) {
        const columns = place.parts[part] ?? []
        const all = columns.includes('name') && 'folded_name' in local ? [...columns, 'folded_name'] : columns
        command = database.command(`UPDATE ${table} SET ${assignments(all)} WHERE ${condition}`)
        updates.set(part, command)
      }
      return command
    },
  }
}
