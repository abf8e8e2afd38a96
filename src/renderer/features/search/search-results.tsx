import type { MouseEvent, ReactNode } from 'react'
import { useStore } from 'zustand'

import type { MessageRole } from '../../../shared/sessions/messages'
import type { SearchHit } from '../../../shared/sessions/sessions'
import { t } from '../../language/t'
import { hashOfView } from '../../state/navigation/navigation'
import { modelName } from '../../state/models/models'
import type { SearchState } from '../../state/search/search'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import { Icon } from '../../ui/controls/icon'
import { shortSnippet, type SearchRow, type HitSection, moreRowId } from './search-rows'
import { shortTime } from '../../state/session-list/session-groups'
import { SideMark } from '../../ui/lists/side-mark'
import type { Combobox, ComboboxOption } from '../../ui/lists/use-combobox'
import { Ellipsis, HiddenText, Hint, Row, Text } from '../../ui/layout/layout'
import sideListStyles from '../../ui/lists/side-list.module.css'
import styles from './search-results.module.css'

export interface SearchResultsProps {
  list: Combobox
  state: SearchState
  sections: readonly HitSection[]
  now: number
  onOpen: (row: SearchRow) => void
}

/** Search results, in place of the chat list. The focus stays in the field; its arrow keys select results. */
export function SearchResults({ list, state, sections, now, onOpen }: SearchResultsProps) {
  const { search } = useApp()
  if (state.phase === 'failed') {
    return (
      <Hint as="div" tone="soft" className={sideListStyles.sidebarList} role="alert">
        <p>{state.error !== null && errorLine(state.error)}</p>
        <Button variant="link" onClick={() => void search.retry()}>
          {t('common.tryAgain')}
        </Button>
      </Hint>
    )
  }
  const isEmpty = sections.length === 0
  return (
    <nav className={sideListStyles.sidebarList} aria-label={t('sessions.sidebar.list')}>
      <HiddenText as="p" role="status">
        {state.phase === 'ready' ? countWords(sections, state.hasMore) : ''}
      </HiddenText>
      {isEmpty && state.phase === 'searching' && (
        <Hint pad={[4, 2]} tone="soft" className={styles.searchLate}>
          {t('sessions.search.searching')}
        </Hint>
      )}
      {isEmpty && state.phase === 'ready' && (
        <Hint as="div" pad={[4, 2]} tone="soft">
          <p>{t('common.noResults')}</p>
          <p className={styles.searchNoneMore}>{t('sessions.search.nothingMore')}</p>
        </Hint>
      )}
      {!isEmpty && (
        <div id={list.listId} role="listbox" aria-label={t('sessions.search.results')}>
          {sections.map(({ name, rows }) => (
            <div key={name} role="group" aria-label={name}>
              <Text
                as="div"
                tone="faint"
                size="xs"
                weight="medium"
                className={styles.searchSection}
                aria-hidden="true"
              >
                {name}
              </Text>
              {rows.map((row) => (
                <HitRow key={row.id} row={row} option={list.optionOf(row.id)} now={now} onOpen={onOpen} />
              ))}
            </div>
          ))}
          {search.canShowMore ? (
            <Hint
              as="div"
              tone="accent"
              {...list.optionOf(moreRowId)}
              tabIndex={-1}
              className={styles.searchRow}
              onClick={() => void search.loadMore()}
              onKeyDown={(event) => {
                if (event.key === 'Enter') void search.loadMore()
              }}
            >
              {t('common.showMore')}
            </Hint>
          ) : (
            state.hasMore && (
              <Hint pad={[4, 2]} tone="soft">
                {t('sessions.search.thereIsMore')}
              </Hint>
            )
          )}
        </div>
      )}
    </nav>
  )
}

interface HitRowProps {
  row: SearchRow
  option: ComboboxOption
  now: number
  onOpen: (row: SearchRow) => void
}

function HitRow({ row, option, now, onOpen }: HitRowProps) {
  const { hit, distinction } = row
  const target = {
    ...option,
    tabIndex: -1,
    href: hashOfView(row.view),
    className: styles.searchRow,
    onClick: (event: MouseEvent) => {
      // Leave opening in another window or tab to the browser.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      onOpen(row)
    },
  }
  const time = (
    <Text grow={false} tone="faint" size="xs" tabular data-slot="session-time">
      {shortTime(hit.createdAt, now)}
    </Text>
  )
  const distinctionLine = distinction !== null && (
    <Text tone="faint" size="xs" tabular className={styles.searchRowDistinction}>
      {distinction}
    </Text>
  )
  if (hit.field === 'title') {
    return (
      <a {...target}>
        <Row as="span" gap={1.5}>
          {hit.comparisonId !== undefined && <ComparisonMark />}
          <Ellipsis grow className={styles.searchRowTitle}>
            <MarkedText text={hit.snippet} marks={hit.highlights} />
          </Ellipsis>
          {time}
        </Row>
        {distinctionLine}
      </a>
    )
  }
  const short = shortSnippet(hit)
  return (
    <a {...target}>
      <Row as="span" gap={1.5}>
        {hit.comparisonId !== undefined && <ComparisonMark />}
        <Ellipsis grow className={styles.searchRowTitle}>
          {hit.sessionTitle}
        </Ellipsis>
        {time}
      </Row>
      <Hint as="span" tone="soft" className={styles.searchRowText}>
        <Speaker role={hit.role} model={hit.model} field={hit.field} />
        {hit.versionCount !== undefined && (
          <Text tone="faint" className={styles.searchRowVersions}>
            {t('sessions.search.versions', { count: hit.versionCount })}
          </Text>
        )}
        <MarkedText text={short.snippet} marks={short.highlights} />
      </Hint>
      {distinctionLine}
    </a>
  )
}

function ComparisonMark() {
  return (
    <SideMark label={t('sessions.row.comparison')}>
      <Icon name="compare" />
    </SideMark>
  )
}

interface SpeakerProps {
  role: MessageRole | null
  model: string | null
  field: Exclude<SearchHit['field'], 'title'>
}

/** The author of a result, the user or a model, and where in the message the match is. */
function Speaker({ role, model, field }: SpeakerProps) {
  const { models } = useApp()
  const known = useStore(models.store, (state) => state.models)
  const name =
    role === 'assistant' && model !== null
      ? modelName(known, model)
      : t(`sessions.speaker.${role ?? 'system'}`)
  return (
    <b className={styles.searchRowSpeaker}>
      {field === 'text' ? name : t(`sessions.speaker.in.${field}`, { name })}
    </b>
  )
}

function countWords(sections: readonly HitSection[], hasMore: boolean): string {
  const count = sections.reduce((sum, { rows }) => sum + rows.length, 0)
  if (count === 0) return t('common.noResults')
  return hasMore ? t('sessions.search.foundAndMore', { count }) : t('sessions.search.found', { count })
}

/** Text with highlighted ranges; markup in it is shown as text. */
function MarkedText({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  const pieces: ReactNode[] = []
  let at = 0
  for (const [from, to] of marks.toSorted((left, right) => left[0] - right[0])) {
    const start = Math.max(at, Math.min(from, text.length))
    const end = Math.max(start, Math.min(to, text.length))
    if (start === end) continue
    pieces.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>)
    at = end
  }
  return (
    <>
      {pieces}
      {text.slice(at)}
    </>
  )
}
