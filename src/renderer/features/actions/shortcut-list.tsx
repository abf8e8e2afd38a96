import type { ReactNode } from 'react'

import { t } from '../../language/t'
import {
  actionGroups,
  actionIds,
  catalogue,
  localKeys,
  type ActionGroup,
} from '../../state/actions/action-catalogue'
import { shownKeys } from '../../keyboard/keys'
import { Keys } from '../../ui/controls/key-caps'
import { keyHost } from '../../keyboard/key-host'
import styles from './shortcut-list.module.css'

/** Every action with a shortcut, then the keys that work only in one place, grouped in two columns. */
export function ShortcutList() {
  return (
    <div className={styles.shortcutList}>
      {actionGroups.map((group) => (
        <Group key={group} name={t(`actions.groups.${group}`)} rows={rowsOf(group)} />
      ))}
      {localKeys.map(({ name, keys }) => (
        <Group key={name} name={t(name)} rows={keys.map(([some, what]) => [some, t(what)])} />
      ))}
    </div>
  )
}

function Group({
  name,
  rows,
}: {
  name: string
  rows: readonly (readonly [keys: string, what: ReactNode])[]
}) {
  if (rows.length === 0) return null
  return (
    <section className={styles.shortcutGroup} aria-label={name}>
      <h4>{name}</h4>
      <dl>
        {rows.map(([keys, what]) => (
          <div key={keys} className={styles.shortcutRow}>
            <dt>{what}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function rowsOf(group: ActionGroup): [string, string][] {
  return actionIds.flatMap((id): [string, string][] => {
    const { shortcut, group: own } = catalogue[id]
    if (own !== group || shortcut === undefined) return []
    return [[shownKeys(shortcut, keyHost), t(`actions.titles.${id}`)]]
  })
}
