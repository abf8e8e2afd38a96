import { useState, useEffect, useMemo } from 'react'
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
import {
  viewOfEntry,
  isShownIn,
  chatEntry,
  compareEntry,
  type SessionEntry,
} from '../../state/session-list/session-entry'
import { Icon, type IconName } from '../../ui/controls/icon'
import { Keys } from '../../ui/controls/key-caps'
import { Modal } from '../../ui/overlays/modal'
import { keyHost } from '../../keyboard/key-host'
import type { ListKeys } from '../../keyboard/list-keys'
import { useCombobox, type ComboboxOption } from '../../ui/lists/use-combobox'
import { readMention } from '../commands/model-mention'
import { paletteGroups, type PaletteLine, type OfferedAction, type PaletteSources } from './palette-lines'
import { Row, Stack, Text, Ellipsis } from '../../ui/layout/layout'
import { shortTime } from '../../state/session-list/session-groups'
import { useLanguage } from '../../language/use-language'
import { useRequest } from '../../state/app/use-request'
import type { SessionSummary } from '../../../shared/sessions/sessions'
import styles from './palette.module.css'

/** In a short one-line field, Home and End are more useful for the list. */
const listKeys: ListKeys = { atEnds: 'go-round', pageLength: 8, hasHomeAndEnd: true }

/** The command palette: actions, chats and prompts in one searchable list, fully usable by keyboard. */
export function Palette({ onClose }: { onClose: () => void }) {
  const app = useApp()
  const [query, setQuery] = useState('')
  const ownShortcut = shortcutOf({ id: 'palette', ...catalogue.palette }, useBoundKeys())
  const sources = usePaletteSources(query)
  const groups = useMemoInLanguage(() => paletteGroups(query, sources), [query, sources])
  const lines = groups.flatMap((group) => group.lines)
  const choose = (line: PaletteLine | undefined) => {
    if (line === undefined || (line.kind === 'action' && line.disabledReason !== null)) return
    // The focus must be restored before the chosen action moves it elsewhere.
    flushSync(onClose)
    chooseLine(app, line)
  }
  const { field, listId, optionOf, onKeyDown } = useCombobox({
    ids: lines.map((line) => line.id),
    query,
    keys: listKeys,
    onKey(event, lineId) {
      if (ownShortcut !== undefined && isShortcut(event, ownShortcut, keyHost)) onClose()
      else if (event.key !== 'Enter') return false
      else if (!event.repeat) choose(lines.find((line) => line.id === lineId))
      return true
    },
  })

  return (
    <Modal className={styles.palette} label={t('actions.titles.palette')} onClose={onClose}>
      <Stack gap={0} className={styles.frame}>
        <Row gap={2} grow={false} pad={[0, 4]} tone="faint" line="below" className={styles.head}>
          <Icon name="search" />
          <input
            dir="auto"
            className={styles.field}
            data-first-focus=""
            {...field}
            aria-label={t('actions.palette.field')}
            placeholder={t('actions.palette.placeholder')}
            maxLength={200}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </Row>
        <div id={listId} role="listbox" aria-label={t('actions.palette.actions')} className={styles.list}>
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
              {group.lines.map((line) => (
                <PaletteRow
                  key={line.id}
                  line={line}
                  option={optionOf(line.id)}
                  onChoose={() => choose(line)}
                />
              ))}
            </div>
          ))}
        </div>
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

/** Runs a line of the palette, after the palette has closed and the focus is back where it was. */
function chooseLine(app: AppState, line: PaletteLine): void {
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
    case 'search':
      app.actions.run('search')
      app.search.type(line.query)
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

interface PaletteRowProps {
  line: PaletteLine
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

function End({ line }: { line: PaletteLine }) {
  const app = useApp()
  const view = useStore(app.navigation, (state) => state.view)
  const bound = useBoundKeys()
  switch (line.kind) {
    case 'action': {
      const shortcut = shortcutOf(line.action, bound)
      if (shortcut !== undefined) return <Keys keys={shownKeys(shortcut, keyHost)} />
      return line.id.startsWith('/') ? (
        <Ellipsis tone="faint" size="s" className={styles.note}>
          {line.id}
        </Ellipsis>
      ) : null
    }
    case 'entry': {
      const { kind, updatedAt } = line.entry
      const time = isShownIn(view, line.entry)
        ? t('actions.palette.openNow')
        : shortTime(updatedAt, app.environment.now())
      const note = [t(kind === 'chat' ? 'actions.palette.chat' : 'actions.palette.comparison'), time]
        .filter(Boolean)
        .join(' · ')
      return (
        <Ellipsis tone="faint" size="s" className={styles.note}>
          {note}
        </Ellipsis>
      )
    }
    case 'model':
      return (
        <Ellipsis tone="faint" size="s" className={styles.note}>
          {line.model.providerName}
        </Ellipsis>
      )
    case 'set':
      return (
        <Ellipsis tone="faint" size="s" className={styles.note}>
          {t('sets.promptCount', { count: line.set.promptCount })}
        </Ellipsis>
      )
    case 'search':
      return null
    default:
      return assertNever(line)
  }
}

function titleOf(line: PaletteLine): string {
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
    case 'search':
      return t('actions.palette.searchFor', { query: line.query })
    default:
      return assertNever(line)
  }
}

function iconOf(line: PaletteLine): IconName {
  switch (line.kind) {
    case 'action':
      return iconsOfGroups[line.action.group]
    case 'entry':
      return line.entry.kind === 'chat' ? 'chat' : 'compare'
    case 'set':
      return 'promptSets'
    case 'model':
      return line.how === 'new' ? 'plus' : 'chat'
    case 'search':
      return 'search'
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

const typingPauseMs = 60
const maxChats = 8

const none: readonly SessionSummary[] = []

/** Chats with `query` in the title that the sidebar's list has not loaded. */
function useFartherChats(query: string): readonly SessionSummary[] {
  const app = useApp()
  const hasMore = useStore(app.sessionList.store, (state) => state.nextCursor !== null)
  const wanted = hasMore ? query.trim() : ''
  const input = wanted === '' ? null : { query: wanted, limit: maxChats }
  // The sidebar shows what is wrong with the store; the loaded chats are still offered.
  const { data } = useRequest('sessions.list', input, { settlesAfterMs: typingPauseMs })
  return wanted === '' ? none : (data?.sessions ?? none)
}

/** Everything that the palette lists. Actions depend on the state before it opened, such as the focused pane. */
function usePaletteSources(query: string): PaletteSources {
  const app = useApp()
  const [recent] = useState(() => recentActions(app.environment.storage))
  const actions = useOffered()
  const sessions = useStore(app.sessionList.store, (state) => state.sessions)
  const comparisons = useStore(app.sessionList.store, (state) => state.comparisons)
  const sets = useStore(app.promptSets.store, (state) => state.sets)
  const models = useStore(app.models.store, (state) => state.models)
  const isInChat = useStore(app.navigation, ({ view }) => view.kind === 'chat' && view.sessionId !== null)
  const farther = useFartherChats(query)
  const entries = useMemo(
    () =>
      newestFirst([...sessions.map(chatEntry), ...comparisons.map(compareEntry), ...farther.map(chatEntry)]),
    [sessions, comparisons, farther],
  )
  return useMemo(
    () => ({ actions, recent, entries, sets, models, isInChat }),
    [actions, recent, entries, sets, models, isInChat],
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

/** Without duplicates. */
function newestFirst(entries: readonly SessionEntry[]): SessionEntry[] {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]))
  return [...byKey.values()].toSorted((left, right) => right.updatedAt - left.updatedAt)
}
