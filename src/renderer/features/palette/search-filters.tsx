import type { RefObject } from 'react'
import { useStore } from 'zustand'

import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Icon } from '../../ui/controls/icon'
import { Ellipsis, Row, Text } from '../../ui/layout/layout'
import styles from './search-filters.module.css'

/** The search filters, with a hint for the value of each. */
const searchFilters = [
  { name: 'model', example: 'model:demo' },
  { name: 'role', example: 'role:user' },
  { name: 'before', example: 'before:2025-06-01' },
  { name: 'after', example: 'after:2025-01-01' },
  { name: 'title', example: 'title:plan' },
] as const

/** A filter in a query. */
interface FoundFilter {
  name: string
  value: string
  from: number
  to: number
}

const filterPattern =
  /(?<=^|\s)(?<name>model|role|before|after|title):(?<value>["“”„][^"“”„]*["“”„]|[^\s"“”„]+)/giu

/** The filters of a query, in order. For display only: main parses the query itself. */
export function filtersOf(query: string): FoundFilter[] {
  return [...query.matchAll(filterPattern)].map(({ index, 0: text, groups }) => ({
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

/** The name of the project to which the search is limited; null if it finds messages of all chats. */
export function useSearchedProject(): string | null {
  const { projects, search } = useApp()
  const isEverywhere = useStore(search.store, (state) => state.isEverywhere)
  const name = useStore(projects.store, () => projects.openProject?.name ?? null)
  return isEverywhere ? null : name
}

/** Below the field: the project and the filters that limit the search, those that it may have, and what was not understood. */
export function SearchFilters({ id, field }: { id: string; field: RefObject<HTMLInputElement | null> }) {
  const { search } = useApp()
  const { query, problems } = useStore(search.store)
  const filters = filtersOf(query)
  const searched = useSearchedProject()
  const change = (changed: string) => {
    search.type(changed)
    field.current?.focus()
  }
  return (
    <>
      <Row wrap gap={1} grow={false} pad={[1.5, 4]} tone="faint" size="xs">
        {searched !== null && (
          <FilterChip
            name={t('projects.project')}
            value={searched}
            removeLabel={t('projects.searchEverywhere')}
            onRemove={() => {
              search.searchEverywhere()
              field.current?.focus()
            }}
          />
        )}
        {filters.map((filter) => (
          <FilterChip
            key={filter.from}
            name={filter.name}
            value={filter.value}
            removeLabel={t('sessions.search.removeFilter', { name: filter.name, value: filter.value })}
            onRemove={() => change(withoutFilter(query, filter))}
          />
        ))}
        <Row as="span" id={id} wrap gap={1}>
          {t('sessions.search.narrow')}
          {searchFilters.map(({ name, example }) => (
            <button
              key={name}
              type="button"
              tabIndex={-1}
              className={styles.hint}
              title={t('sessions.search.example', { example })}
              onClick={() => change(withFilter(query, name))}
            >
              {name}:
            </button>
          ))}
        </Row>
      </Row>
      {query !== '' && problems.length > 0 && (
        <Text as="div" tone="soft" size="xs" className={styles.problems} role="status">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Text>
      )}
    </>
  )
}

interface FilterChipProps {
  name: string
  value: string
  /** What the button does. */
  removeLabel: string
  onRemove: () => void
}

function FilterChip({ name, value, removeLabel, onRemove }: FilterChipProps) {
  return (
    <Row as="span" gap={1} className={styles.chip}>
      <Text tone="faint">{name}</Text>
      <Ellipsis tone="ink">{value}</Ellipsis>
      <button type="button" aria-label={removeLabel} title={removeLabel} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </Row>
  )
}
