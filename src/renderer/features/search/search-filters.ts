/** The search filters, with a hint for the value of each. */
export const searchFilters = [
  { name: 'model', example: 'model:demo' },
  { name: 'role', example: 'role:user' },
  { name: 'before', example: 'before:2025-06-01' },
  { name: 'after', example: 'after:2025-01-01' },
  { name: 'title', example: 'title:plan' },
] as const

/** A filter in a query. */
export interface FoundFilter {
  name: string
  value: string
  from: number
  to: number
}

const filter = /(?<=^|\s)(?<name>model|role|before|after|title):(?<value>["“”„][^"“”„]*["“”„]|[^\s"“”„]+)/giu

/** The filters of a query, in order. For display only: main parses the query itself. */
export function filtersOf(query: string): FoundFilter[] {
  return [...query.matchAll(filter)].map(({ index, 0: text, groups }) => ({
    name: (groups?.['name'] ?? '').toLowerCase(),
    value: (groups?.['value'] ?? '').replaceAll(/["“”„]/gu, ''),
    from: index,
    to: index + text.length,
  }))
}

/** The query without this filter. */
export function withoutFilter(query: string, { from, to }: FoundFilter): string {
  return `${query.slice(0, from).trimEnd()} ${query.slice(to).trimStart()}`.trim()
}

/** The query with the start of a filter appended, ready for its value. */
export function withFilter(query: string, name: string): string {
  const rest = query.trimEnd()
  return `${rest === '' ? '' : `${rest} `}${name}:`
}
