import { type RefObject, useState, useEffect, useEffectEvent, useId, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Trans } from 'react-i18next/TransWithoutContext'
import { useStore } from 'zustand'

import { assertNever } from '../../../shared/invariant'
import { focusComposer } from '../../keyboard/focus-targets'
import { useMemoInLanguage } from '../../language/memo'
import { t } from '../../language/t'
import { catalogue } from '../../state/actions/action-catalogue'
import { isShortcut, shownKeys } from '../../keyboard/keys'
import { shortcutOf } from '../../state/actions/bound-keys'
import { noteAction, recentActions } from '../../state/actions/action-list'
import type { AppState } from '../../state/app/app-state'
import { useApp, useBoundKeys } from '../../state/app/use-app'
import { draftForChat } from '../../state/drafts/draft-places'
import { viewOfEntry, isShownIn, chatEntry, compareEntry } from '../../state/session-list/session-entry'
import { Icon, type IconName } from '../../ui/controls/icon'
import { Keys } from '../../ui/controls/key-caps'
import { Modal } from '../../ui/overlays/modal'
import { keyHost } from '../../keyboard/key-host'
import type { ListKeys } from '../../keyboard/list-keys'
import { useCombobox, type ComboboxOption } from '../../ui/lists/use-combobox'
import { readMention } from '../commands/model-mention'
import { paletteGroups, type PaletteLine, type OfferedAction, type PaletteSources } from './palette-lines'
import { Row, Stack, Text, Ellipsis, HiddenText, Hint } from '../../ui/layout/layout'
import { shortTime } from '../../state/session-list/session-groups'
import { useLanguage } from '../../language/use-language'
import { Button } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import { HitRow } from './hit-row'
import { SearchFilters, useSearchedProject } from './search-filters'
import { searchRows } from './search-rows'
import styles from './palette.module.css'

/** In a short one-line field, Home and End are more useful for the list. */
const listKeys: ListKeys = { atEnds: 'go-round', pageLength: 8, hasHomeAndEnd: true }

/** Searches actions, chats, messages, prompt sets and models in one list, fully usable by keyboard. */
export function Palette({ onClose }: { onClose: () => void }) {
  const app = useApp()
  const { search } = app
  const { query, opened, phase } = useStore(search.store)
  const ownShortcut = shortcutOf({ id: 'palette', ...catalogue.palette }, useBoundKeys())
  const searched = useSearchedProject()
  const sources = usePaletteSources(searched)
  const groups = useMemoInLanguage(() => paletteGroups(query, sources), [query, sources])
  const lines = groups.flatMap((group) => group.lines)
  const input = useRef<HTMLInputElement>(null)
  const filtersId = useId()
  useEffect(() => {
    input.current?.select()
    // What was found before may have changed.
    void search.retry()
  }, [search])
  const close = () => {
    search.clear()
    onClose()
  }
  const choose = (line: PaletteLine | undefined) => {
    if (line === undefined || (line.kind === 'action' && line.disabledReason !== null)) return
    if (line.kind === 'more') {
      void search.loadMore()
      return
    }
    // The focus must be restored before the chosen action moves it elsewhere. Results stay for the next one.
    flushSync(line.kind === 'hit' ? onClose : close)
    chooseLine(app, line)
  }
  const isSearching = phase === 'searching'
  /** The query with which Enter was pressed before the search had answered; no other key was pressed since. */
  const entered = useRef<string | null>(null)
  const { field, listId, optionOf, onKeyDown, activeId } = useCombobox({
    ids: lines.map((line) => line.id),
    query,
    first: lines.find(({ id }) => id === opened)?.id,
    keys: listKeys,
    onKey(event, lineId) {
      if (ownShortcut !== undefined && isShortcut(event, ownShortcut, keyHost)) close()
      else if (event.key !== 'Enter') return false
      else if (!event.repeat) {
        const line = lines.find(({ id }) => id === lineId)
        // What is first may have been found for other words.
        const isUnclear = isSearching && (line === undefined || (line.kind === 'hit' && line === lines[0]))
        if (isUnclear) entered.current = query
        else choose(line)
      }
      return true
    },
  })
  const openFound = useEffectEvent(() => {
    const [line] = lines
    // Other lines, such as actions, may not have been shown when Enter was pressed.
    if (line?.kind === 'hit' && line.id === activeId) choose(line)
  })
  useEffect(() => {
    if (isSearching) return
    const isWanted = entered.current === query
    entered.current = null
    // React cannot render synchronously within an effect.
    if (isWanted) queueMicrotask(openFound)
  }, [isSearching, query])

  return (
    <Modal className={styles.palette} label={t('actions.titles.palette')} onClose={close}>
      <Stack gap={0} className={styles.frame}>
        <Row gap={2} grow={false} pad={[0, 4]} tone="faint" line="below" className={styles.head}>
          <Icon name="search" />
          <input
            ref={input}
            dir="auto"
            className={styles.field}
            data-first-focus=""
            {...field}
            aria-expanded={lines.length > 0}
            aria-label={t('actions.palette.field')}
            aria-describedby={filtersId}
            placeholder={
              searched === null
                ? t('actions.palette.placeholder')
                : t('projects.searchPlaceholder', { name: searched })
            }
            maxLength={2_000}
            value={query}
            onChange={(event) => search.type(event.target.value)}
            onKeyDown={(event) => {
              if (!event.repeat) entered.current = null
              onKeyDown(event)
            }}
          />
        </Row>
        <SearchFilters id={filtersId} field={input} />
        {lines.length > 0 && (
          <div id={listId} role="listbox" aria-label={t('actions.palette.results')} className={styles.list}>
            {groups.map((group) => (
              <div key={group.name} role="group" aria-label={group.name}>
                <Text
                  as="p"
                  tone="faint"
                  size="xs"
                  weight="medium"
                  className={styles.groupName}
                  aria-hidden="true"
                >
                  {group.name}
                </Text>
                {group.lines.map((line) => {
                  const how = { option: optionOf(line.id), onChoose: () => choose(line) }
                  return line.kind === 'hit' ? (
                    <HitRow key={line.id} row={line.row} {...how} />
                  ) : (
                    <PaletteRow key={line.id} line={line} {...how} />
                  )
                })}
              </div>
            ))}
          </div>
        )}
        <SearchStatus count={lines.length} searched={searched} field={input} />
        <Row
          as="p"
          align="stretch"
          gap={4}
          grow={false}
          pad={[1.5, 4]}
          tone="faint"
          size="xs"
          line="above"
          aria-hidden="true"
        >
          <span>
            <Trans
              t={t}
              i18nKey="actions.palette.choose"
              components={{ up: <Keys keys="ArrowUp" />, down: <Keys keys="ArrowDown" /> }}
            />
          </span>
          <span>
            <Trans t={t} i18nKey="actions.palette.confirm" components={{ enter: <Keys keys="Enter" /> }} />
          </span>
          <span>
            <Trans t={t} i18nKey="actions.palette.close" components={{ escape: <Keys keys="Escape" /> }} />
          </span>
        </Row>
      </Stack>
    </Modal>
  )
}

interface SearchStatusProps {
  /** The number of lines. */
  count: number
  /** The project to which the search is limited. */
  searched: string | null
  field: RefObject<HTMLInputElement | null>
}

/** How the search goes, and the number of lines for screen readers. */
function SearchStatus({ count, searched, field }: SearchStatusProps) {
  const { search } = useApp()
  const { phase, error, hasMore } = useStore(search.store)
  if (phase === 'failed') {
    return (
      <Hint as="div" pad={[2, 4]} tone="soft" role="alert">
        <p>{error !== null && errorLine(error)}</p>
        <Button variant="link" onClick={() => void search.retry()}>
          {t('common.tryAgain')}
        </Button>
      </Hint>
    )
  }
  return (
    <>
      <HiddenText as="p" role="status">
        {phase === 'ready' && countWords(count, hasMore)}
      </HiddenText>
      {count === 0 && phase === 'searching' && (
        <Hint pad={[4, 4]} tone="soft" className={styles.late}>
          {t('sessions.search.searching')}
        </Hint>
      )}
      {count === 0 && phase === 'ready' && (
        <Hint as="div" pad={[4, 4]} tone="soft">
          <p>{searched === null ? t('common.noResults') : t('projects.noResults', { name: searched })}</p>
          {searched === null ? (
            <Text as="p" tone="faint">
              {t('sessions.search.nothingMore')}
            </Text>
          ) : (
            <Button
              variant="link"
              onClick={() => {
                // The button disappears.
                field.current?.focus()
                search.searchEverywhere()
              }}
            >
              {t('projects.searchEverywhere')}
            </Button>
          )}
        </Hint>
      )}
      {phase === 'ready' && hasMore && !search.canShowMore && (
        <Hint pad={[2, 4]} tone="soft">
          {t('sessions.search.thereIsMore')}
        </Hint>
      )}
    </>
  )
}

function countWords(count: number, hasMore: boolean): string {
  if (count === 0) return t('common.noResults')
  return t(hasMore ? 'sessions.search.foundAndMore' : 'sessions.search.found', { count })
}

/** Runs a line of the palette, after the palette has closed and the focus is back where it was. */
function chooseLine(app: AppState, line: Exclude<PaletteLine, { kind: 'more' }>): void {
  switch (line.kind) {
    case 'action':
      noteAction(app.environment.storage, line.id)
      line.action.run()
      return
    case 'entry':
      app.go(viewOfEntry(line.entry))
      return
    case 'set':
      app.go({ kind: 'sets', setId: line.set.id })
      return
    case 'model':
      if (line.how === 'here') askHere(app, line.model.id)
      else {
        app.suggestModel(line.model.id)
        app.actions.run('newChat')
      }
      return
    case 'hit':
      app.search.open(line.id)
      app.go(line.row.view)
      return
    default:
      assertNever(line)
  }
}

/** Inserts a mention of the model at the start of the draft, so that it answers this message. */
function askHere(app: AppState, modelId: string): void {
  const { view } = app.navigation.getState()
  if (view.kind !== 'chat' || view.sessionId === null) return
  const place = draftForChat(view.sessionId)
  const written = app.drafts.of(place)
  const text = readMention(written, app.models.store.getState().models)?.text ?? written
  app.drafts.set(place, `@${modelId} ${text}`)
  focusComposer()
}

type PlainLine = Exclude<PaletteLine, { kind: 'hit' }>

interface PaletteRowProps {
  line: PlainLine
  option: ComboboxOption
  onChoose: () => void
}

/** One entry of the palette: name, shortcut, and why it is unavailable. */
export function PaletteRow({ line, option, onChoose }: PaletteRowProps) {
  const disabledReason = line.kind === 'action' ? line.disabledReason : null
  return (
    <Row
      gap={2}
      pad={[0, 2]}
      {...option}
      aria-disabled={disabledReason !== null}
      className={styles.row}
      onClick={onChoose}
    >
      <Icon name={iconOf(line)} />
      <Ellipsis className={styles.title}>{titleOf(line)}</Ellipsis>
      {disabledReason !== null && (
        <Ellipsis tone="faint" size="s" className={styles.why}>
          {disabledReason}
        </Ellipsis>
      )}
      <End line={line} />
    </Row>
  )
}

/** The keys of an action, or what else tells the line from others. */
function End({ line }: { line: PlainLine }) {
  const note = useNote(line)
  const bound = useBoundKeys()
  const shortcut = line.kind === 'action' ? shortcutOf(line.action, bound) : undefined
  if (shortcut !== undefined) return <Keys keys={shownKeys(shortcut, keyHost)} />
  if (note === null) return null
  return (
    <Ellipsis tone="faint" size="s" className={styles.note}>
      {note}
    </Ellipsis>
  )
}

function useNote(line: PlainLine): string | null {
  const { navigation, environment } = useApp()
  const view = useStore(navigation, (state) => state.view)
  switch (line.kind) {
    case 'action':
      return line.id.startsWith('/') ? line.id : null
    case 'entry': {
      const { kind, updatedAt } = line.entry
      const isShown = isShownIn(view, line.entry)
      const time = isShown ? t('actions.palette.openNow') : shortTime(updatedAt, environment.now())
      const name = t(kind === 'chat' ? 'actions.palette.chat' : 'actions.palette.comparison')
      return [name, time].filter(Boolean).join(' · ')
    }
    case 'model':
      return line.model.providerName
    case 'set':
      return t('sets.promptCount', { count: line.set.promptCount })
    case 'more':
      return null
    default:
      return assertNever(line)
  }
}

function titleOf(line: PlainLine): string {
  switch (line.kind) {
    case 'action':
      return line.action.title
    case 'entry':
      return line.entry.title
    case 'set':
      return line.set.name
    case 'model':
      return t(line.how === 'new' ? 'actions.palette.newChatWith' : 'actions.palette.askHere', {
        model: line.model.name,
      })
    case 'more':
      return t('common.showMore')
    default:
      return assertNever(line)
  }
}

function iconOf(line: PlainLine): IconName {
  switch (line.kind) {
    case 'action':
      return iconsOfGroups[line.action.group]
    case 'entry':
      return line.entry.kind === 'chat' ? 'chat' : 'compare'
    case 'set':
      return 'promptSets'
    case 'model':
      return line.how === 'new' ? 'plus' : 'chat'
    case 'more':
      return 'chevronDown'
    default:
      return assertNever(line)
  }
}

const iconsOfGroups = {
  go: 'external',
  chat: 'chat',
  entry: 'chat',
  compare: 'compare',
  write: 'pencil',
  prompts: 'prompt',
  look: 'look',
  app: 'settings',
} as const

/** Everything that the palette lists. Actions depend on the state before it opened, such as the focused pane. */
function usePaletteSources(searched: string | null): PaletteSources {
  const app = useApp()
  const [recent] = useState(() => recentActions(app.environment.storage))
  const actions = useOffered()
  const sessions = useStore(app.sessionList.store, (state) => state.sessions)
  const comparisons = useStore(app.sessionList.store, (state) => state.comparisons)
  const sets = useStore(app.promptSets.store, (state) => state.sets)
  const models = useStore(app.models.store, (state) => state.models)
  const isInChat = useStore(app.navigation, ({ view }) => view.kind === 'chat' && view.sessionId !== null)
  const { hits, phase, hasMore } = useStore(app.search.store)
  const rows = useMemoInLanguage(() => searchRows(hits), [hits])
  const entries = useMemo(
    () =>
      [...sessions.map(chatEntry), ...comparisons.map(compareEntry)].toSorted(
        (left, right) => right.updatedAt - left.updatedAt,
      ),
    [sessions, comparisons],
  )
  const isSearching = phase === 'searching'
  const hasMoreHits = hasMore && app.search.canShowMore
  return useMemo(
    () => ({
      actions,
      recent,
      entries,
      sets,
      models,
      isInChat,
      hits: rows,
      hasMoreHits,
      isSearching,
      searched,
    }),
    [actions, recent, entries, sets, models, isInChat, rows, hasMoreHits, isSearching, searched],
  )
}

/**
 * All actions as they were when the palette opened, or when the language last changed; prompts as far as loaded.
 */
function useOffered(): readonly OfferedAction[] {
  const app = useApp()
  const language = useLanguage()
  const [worded, setWorded] = useState(language)
  const [actions, setActions] = useState(() => offeredNow(app))
  if (worded !== language) {
    setWorded(language)
    setActions(offeredNow(app))
  }
  useEffect(() => {
    void app.prompts.load()
    void app.promptSets.load()
    return app.prompts.store.subscribe(() =>
      setActions((before) => [
        ...before.filter((some) => !isPrompt(some)),
        ...offeredNow(app).filter(isPrompt),
      ]),
    )
  }, [app])
  return actions
}

function offeredNow(app: AppState): OfferedAction[] {
  const others = app.actions.all().filter(({ id }) => id !== 'palette')
  return others.map((action) => ({ action, disabledReason: action.disabledReason?.() ?? null }))
}

function isPrompt({ action }: OfferedAction): boolean {
  return action.group === 'prompts'
}
