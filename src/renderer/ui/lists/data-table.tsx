import type { Key, ReactNode } from 'react'

import styles from './data-table.module.css'

interface DataTableProps {
  /** The names of the columns. Numbers are on the right. */
  heads: readonly (string | { number: string })[]
  /** The first cell of each names it. */
  rows: readonly { key: Key; title?: string | undefined; cells: readonly ReactNode[] }[]
}

/** A table of facts about things, one per row. */
export function DataTable({ heads, rows }: DataTableProps) {
  const classOf = (column: number) => (typeof heads[column] === 'object' ? styles.number : undefined)
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {heads.map((head, column) => (
            // oxlint-disable-next-line react/no-array-index-key -- a column is its place
            <th key={column} scope="col" className={classOf(column)}>
              {typeof head === 'string' ? head : head.number}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, title, cells: [name, ...cells] }) => (
          <tr key={key}>
            <th scope="row" className={styles.name} title={title}>
              {name}
            </th>
            {cells.map((cell, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a column is its place
              <td key={index} className={classOf(index + 1)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
