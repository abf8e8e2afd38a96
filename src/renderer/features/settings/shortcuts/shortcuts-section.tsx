import type { ParseKeys } from 'i18next'
import { useState, useEffect, useRef, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { flushSync } from 'react-dom'

import { isInBrowser } from '../../../browser/is-in-browser'
import { t } from '../../../language/t'
import {
  ownerOfKeys,
  recordedKeys,
  commandTitle,
  titlesOf,
  type RecordedKeys,
  type Recording,
} from './recorded-keys'
import { keyHost, isAltGraph } from '../../../keyboard/key-host'
import { writtenKeys, modifierName, type KeyPress } from '../../../keyboard/keys'
import {
  actionGroups,
  actionIds,
  catalogue,
  elementCatalogue,
  elementCommands,
  elementPlaces,
  type KeyedCommand,
} from '../../../state/actions/action-catalogue'
import {
  bind,
  type BoundKeys,
  conflictsOf,
  isBound,
  isElementCommand,
  keysOf,
  unbind,
} from '../../../state/actions/bound-keys'
import { useApp } from '../../../state/app/use-app'
import { Button, IconButton } from '../../../ui/controls/button'
import { UndoBar } from '../../../ui/controls/notice-bar'
import { FixedKeyList } from '../../actions/shortcut-list'
import { Hint, Row, HiddenText, Stack } from '../../../ui/layout/layout'
import { Keys } from '../../../ui/controls/key-caps'
import { TextInput } from '../../../ui/fields/inputs'
import styles from './shortcuts.module.css'

/** Every command with its keys, which the user can change; then the keys that are the same everywhere. */
export function ShortcutsSection() {
  const app = useApp()
  const { settings } = useStore(app.settings.store)
  const bound = settings.shortcuts
  const [query, setQuery] = useState('')
  /** The keys before all were reset, while that can be undone. */
  const [former, setFormer] = useState<BoundKeys | null>(null)
  const commands = [...actionIds, ...elementCommands]
  const found = commands.filter((id) => isFound(id, query, bound))
  const isAnyBound = commands.some((id) => isBound(id, bound))
  const set = (shortcuts: BoundKeys) => {
    setFormer(null)
    void app.settings.change({ shortcuts })
  }
  return (
    <>
      <section aria-labelledby="settings-shortcuts">
        <h3 id="settings-shortcuts">{t('common.settingsSections.shortcuts')}</h3>
        <Hint className={styles.lead}>{t('settings.shortcuts.lead')}</Hint>
        <Row pad={[3, 0]} className={styles.head}>
          <TextInput
            type="search"
            aria-label={t('settings.shortcuts.filter')}
            placeholder={t('settings.shortcuts.filter')}
            value={query}
            maxLength={200}
            spellCheck={false}
            onChange={(event) => setQuery(event.target.value)}
          />
          <Button
            aria-disabled={!isAnyBound}
            onClick={() => {
              if (!isAnyBound) return
              set({})
              setFormer(bound)
            }}
          >
            {t('settings.shortcuts.resetAll')}
          </Button>
        </Row>
        {former !== null && (
          <UndoBar
            text={t('settings.shortcuts.allReset')}
            onUndo={(button) => {
              button.closest('section')?.querySelector('input')?.focus()
              set(former)
            }}
            onGone={() => setFormer(null)}
          />
        )}
        {found.length === 0 && <p className={styles.nothing}>{t('common.noResults')}</p>}
        {groups.map(({ name, ids }) => {
          const shown = ids.filter((id) => found.includes(id))
          if (shown.length === 0) return null
          return (
            <section key={name} className={styles.group} aria-label={t(name)}>
              <h4>{t(name)}</h4>
              {shown.map((id) => (
                <ShortcutRow
                  key={id}
                  title={commandTitle(id)}
                  keys={keysOf(id, bound)}
                  isChanged={isBound(id, bound)}
                  note={noteOf(id, bound)}
                  read={(press) => recordedKeys(id, press, keyHost, bound)}
                  onBind={(keys) => set(bind(id, keys, bound))}
                  onReset={() => set(unbind(id, bound))}
                />
              ))}
            </section>
          )
        })}
      </section>
      <QuickKeys />
      <section aria-labelledby="settings-fixed-keys">
        <h3 id="settings-fixed-keys">{t('settings.shortcuts.fixed')}</h3>
        <div className={styles.fixed}>
          <FixedKeyList />
        </div>
      </section>
    </>
  )
}

const groups: readonly { name: ParseKeys; ids: readonly KeyedCommand[] }[] = [
  ...actionGroups.map((group) => ({
    name: `actions.groups.${group}` as const,
    ids: actionIds.filter((id) => catalogue[id].group === group),
  })),
  ...elementPlaces.map((place) => ({
    name: `actions.places.${place}` as const,
    ids: elementCommands.filter((id) => elementCatalogue[id].element === place),
  })),
]

/** Why the keys of a command may not work. */
function noteOf(id: KeyedCommand, bound: BoundKeys): string | null {
  const others = conflictsOf(id, bound)
  if (others.length > 0) return t('settings.shortcuts.shared', { actions: titlesOf(others) })
  const owner = ownerOfKeys(keysOf(id, bound))
  return owner === null ? null : t(`settings.shortcuts.owners.${owner}`)
}

/** True if the title, the other words for a command, or its keys contain every word of the query. */
function isFound(id: KeyedCommand, query: string, bound: BoundKeys): boolean {
  const keys = writtenKeys(keysOf(id, bound), keyHost)
  const words = isElementCommand(id)
    ? t(`actions.places.${elementCatalogue[id].element}`)
    : t(`actions.words.${id}`)
  const text = `${commandTitle(id)} ${words} ${keys}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The keys that open the quick window from every program. */
function QuickKeys() {
  const app = useApp()
  const { settings } = useStore(app.settings.store)
  const { quickKeys } = useStore(app.hostNotices.store)
  const keys = settings.quickWindowKeys
  const problem = quickKeys?.keys === keys ? quickKeys.problem : null
  const named = { keys: writtenKeys(keys, keyHost) }
  const set = (quickWindowKeys: string) => void app.settings.change({ quickWindowKeys })
  return (
    <section aria-labelledby="settings-quick-window">
      <h3 id="settings-quick-window">{t('common.quickWindow')}</h3>
      <Hint className={styles.lead}>{t('settings.quick.lead')}</Hint>
      {isInBrowser ? (
        <Hint className={styles.lead}>{t('settings.quick.needsApp')}</Hint>
      ) : (
        <ShortcutRow
          title={t('settings.quick.keys')}
          keys={keys}
          isChanged={keys !== ''}
          note={problem === 'taken' ? t('settings.quick.taken', named) : null}
          read={(press) => recordedKeys('quickWindow', press, keyHost, settings.shortcuts)}
          onBind={set}
          onReset={() => set('')}
        />
      )}
      {problem === 'unconfirmed' && (
        <Hint className={styles.lead}>{t('settings.quick.unconfirmed', named)}</Hint>
      )}
    </section>
  )
}

interface ShortcutRowProps {
  title: string
  keys: string
  /** The keys can be reset. */
  isChanged: boolean
  /** Why the keys may not work. */
  note: string | null
  /** Reads a key press as the new keys. */
  read: (press: KeyPress) => Recording | RecordedKeys
  onBind: (keys: string) => void
  onReset: () => void
}

const unusable = { kind: 'refused', keys: '', why: 'unknown' } as const

/** An action with its keys, which the user can record, remove and reset. */
function ShortcutRow({ title, keys, isChanged, note, read, onBind, onReset }: ShortcutRowProps) {
  const button = useRef<HTMLButtonElement>(null)
  /** The last key press while keys are recorded; null while they are not. */
  const [recorded, setRecorded] = useState<Recording | null>(null)
  const isRecording = recorded !== null
  /** The button may have reappeared only now. */
  const end = () => {
    flushSync(() => setRecorded(null))
    button.current?.focus()
  }
  const take = (chosen: string) => {
    end()
    onBind(chosen)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Tab leaves, as anywhere.
    if (!isRecording || event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    const next = isAltGraph(event) ? unusable : read(event)
    if (next.kind === 'cancelled') end()
    else if (next.kind === 'recorded') take(next.keys)
    else setRecorded(next)
  }
  return (
    <Row pad={[0.5, 0]} line="below" className={styles.row}>
      <Stack gap={0} grow>
        <span>{title}</span>
        <RowNote note={note} recorded={recorded} />
      </Stack>
      {recorded?.kind === 'taken' ? (
        <TakenChoice onUse={() => take(recorded.keys)} onCancel={end} />
      ) : (
        <Row
          as="button"
          gap={0}
          justify="end"
          grow={false}
          pad={[0, 2]}
          tone="faint"
          ref={button}
          className={styles.keys}
          data-recording={isRecording || undefined}
          onClick={() => setRecorded({ kind: 'partial' })}
          // The question about keys of another action takes the focus.
          onBlur={() => setRecorded((now) => (now?.kind === 'taken' ? now : null))}
          onKeyDown={onKeyDown}
          // Space would press the button again.
          onKeyUp={(event) => {
            if (isRecording) event.preventDefault()
          }}
        >
          {isRecording ? t('settings.shortcuts.press') : <KeysOfAction action={title} keys={keys} />}
        </Row>
      )}
      <IconButton
        icon="again"
        label={t('settings.shortcuts.reset', { action: title })}
        className={styles.reset}
        title={t('common.reset')}
        hidden={!isChanged}
        onClick={() => {
          onReset()
          // The button disappears.
          button.current?.focus()
        }}
      />
    </Row>
  )
}

/** Asks whether to take the keys from another action. */
function TakenChoice({ onUse, onCancel }: { onUse: () => void; onCancel: () => void }) {
  const use = useRef<HTMLButtonElement>(null)
  useEffect(() => use.current?.focus(), [])
  return (
    <Row
      align="stretch"
      grow={false}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onCancel()
      }}
    >
      <Button ref={use} onClick={onUse}>
        {t('settings.shortcuts.useHere')}
      </Button>
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
    </Row>
  )
}

/** The keys, as a name that says what pressing the button does. */
function KeysOfAction({ action, keys }: { action: string; keys: string }) {
  return (
    <>
      <HiddenText>{t('settings.shortcuts.change', { action })}</HiddenText>
      {keys === '' ? t('common.none') : <Keys keys={keys} />}
    </>
  )
}

/** Instructions while keys are recorded; otherwise, the reason why the keys may not work. */
function RowNote({ note, recorded }: { note: string | null; recorded: Recording | null }) {
  if (recorded === null) return note === null ? null : <span className={styles.problem}>{note}</span>
  const isProblem = recorded.kind !== 'partial'
  return (
    <span className={isProblem ? styles.problem : styles.hint} role={isProblem ? 'alert' : 'status'}>
      {wordsOf(recorded)}
    </span>
  )
}

function wordsOf(recorded: Recording): string {
  if (recorded.kind === 'partial') return t('settings.shortcuts.how')
  const keys = writtenKeys(recorded.keys, keyHost)
  if (recorded.kind === 'taken')
    return t('settings.shortcuts.taken', { keys, actions: titlesOf(recorded.by) })
  return t(`settings.shortcuts.refused.${recorded.why}`, {
    keys,
    mod: modifierName('Mod', keyHost),
    alt: modifierName('Alt', keyHost),
  })
}
