import type { ParseKeys } from 'i18next'
import { useState } from 'react'
import { useStore } from 'zustand'

import { isInBrowser } from '../../../browser/is-in-browser'
import { t } from '../../../language/t'
import { ownerOfKeys } from '../../../keyboard/host-keys'
import { keyHost } from '../../../keyboard/key-host'
import { writtenKeys } from '../../../keyboard/keys'
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
import { Button } from '../../../ui/controls/button'
import { UndoBar } from '../../../ui/controls/notice-bar'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import { FixedKeyList } from '../../actions/shortcut-list'
import { recordedKeys, commandTitle, titlesOf } from './recorded-keys'
import { ShortcutRow } from './shortcut-row'
import { Hint, Row } from '../../../ui/layout/layout'
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
          <input
            dir="auto"
            className={textFieldStyles.textField}
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
