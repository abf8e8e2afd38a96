import type { KeyboardEvent, RefObject } from 'react'
import { useStore } from 'zustand'

import type { Project } from '../../../shared/projects/projects'
import { t } from '../../language/t'
import { useApp, useShortcutNames } from '../../state/app/use-app'
import { Icon } from '../../ui/controls/icon'
import type { Combobox } from '../../ui/lists/use-combobox'
import { Ellipsis, HiddenText, Row, Text } from '../../ui/layout/layout'
import hiddenTextStyles from '../../ui/text/hidden-text.module.css'
import styles from './search-field.module.css'

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

export interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>
  /** Offers filters; false where they would cover something else. */
  hasHints: boolean
  /** The project that is searched; all chats without one. */
  project?: Project | undefined
  /** The results, if there are any. */
  list: Pick<Combobox, 'listId' | 'activeOption'> | undefined
  onKeyDown: (event: KeyboardEvent) => void
}

const hintsId = 'search-hints'

/** The search field of the sidebar. Below it are the available filters, or those in the query. */
export function SearchField({ field, hasHints, project, list, onKeyDown }: SearchFieldProps) {
  const { search } = useApp()
  const searchKeys = useShortcutNames()('search')
  const query = useStore(search.store, (state) => state.query)
  const problems = useStore(search.store, (state) => state.problems)
  const filters = filtersOf(query)
  const change = (changed: string) => {
    search.type(changed)
    field.current?.focus()
  }
  return (
    <div className={styles.sidebarFind}>
      <Row
        as="label"
        gap={1.5}
        pad={[0, 2]}
        tone="faint"
        size="s"
        className={styles.sidebarSearch}
        data-slot="search-box"
      >
        <Icon name="search" />
        <input
          dir="auto"
          ref={field}
          type="search"
          aria-label={t('common.search')}
          aria-describedby={hintsId}
          aria-controls={list?.listId}
          aria-activedescendant={list?.activeOption}
          placeholder={
            project === undefined ? t('common.search') : t('projects.search', { name: project.name })
          }
          autoComplete="off"
          spellCheck={false}
          maxLength={2_000}
          value={query}
          onChange={(event) => search.type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {query === '' ? (
          searchKeys !== undefined && <kbd>{searchKeys}</kbd>
        ) : (
          <button
            type="button"
            className={styles.searchClear}
            aria-label={t('sessions.search.clear')}
            onClick={() => change('')}
          >
            <Icon name="close" />
          </button>
        )}
      </Row>
      <div
        id={hintsId}
        className={query === '' && hasHints ? styles.searchHints : hiddenTextStyles.hiddenText}
      >
        <HiddenText>{t('sessions.search.narrow')}</HiddenText>
        {searchFilters.map(({ name, example }) => (
          <Text
            as="button"
            tone="faint"
            size="xs"
            key={name}
            type="button"
            tabIndex={-1}
            className={styles.searchHint}
            title={t('sessions.search.example', { example })}
            // Keeps the focus in the field, and thereby the filters visible.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => change(withFilter(query, name))}
          >
            {name}:
          </Text>
        ))}
      </div>
      {filters.length > 0 && (
        <Row align="stretch" wrap gap={1} className={styles.searchChips}>
          {filters.map((filter) => (
            <Row as="span" gap={1} size="xs" key={filter.from} className={styles.searchChip}>
              <Text tone="faint">{filter.name}</Text>
              <Ellipsis>{filter.value}</Ellipsis>
              <button
                type="button"
                aria-label={t('sessions.search.removeFilter', { name: filter.name, value: filter.value })}
                onClick={() => change(withoutFilter(query, filter))}
              >
                <Icon name="close" />
              </button>
            </Row>
          ))}
        </Row>
      )}
      {query !== '' && problems.length > 0 && (
        <Text as="div" tone="soft" size="xs" className={styles.searchProblems} role="status">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Text>
      )}
    </div>
  )
}
