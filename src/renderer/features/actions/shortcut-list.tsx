import { t } from '../../language/t'
import {
  actionGroups,
  actionIds,
  catalogue,
  localKeys,
  type ActionGroup,
} from '../../state/actions/action-catalogue'
import { keysOf, type BoundKeys } from '../../state/actions/bound-keys'
import { useBoundKeys } from '../../state/app/use-shortcut-keys'
import { Keys } from '../../ui/controls/key-caps'
import styles from './shortcut-list.module.css'

/** Every action with a shortcut, then the keys that work only in one place, grouped in two columns. */
export function ShortcutList() {
  const bound = useBoundKeys()
  return (
    <div className={styles.shortcutList}>
      {actionGroups.map((group) => (
        <Group key={group} name={t(`actions.groups.${group}`)} rows={rowsOf(group, bound)} />
      ))}
      <LocalGroups />
    </div>
  )
}

/** The keys that work only in one place and cannot be changed. */
export function LocalKeyList() {
  return (
    <div className={styles.shortcutList}>
      <LocalGroups />
    </div>
  )
}

function LocalGroups() {
  return localKeys.map(({ name, keys }) => (
    <Group key={name} name={t(name)} rows={keys.map(([some, what]) => [some, t(what)])} />
  ))
}

function Group({ name, rows }: { name: string; rows: readonly (readonly [keys: string, what: string])[] }) {
  if (rows.length === 0) return null
  return (
    <section className={styles.shortcutGroup} aria-label={name}>
      <h4>{name}</h4>
      <dl>
        {rows.map(([keys, what]) => (
          <div key={`${keys} ${what}`} className={styles.shortcutRow}>
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

function rowsOf(group: ActionGroup, bound: BoundKeys): [string, string][] {
  return actionIds.flatMap((id): [string, string][] => {
    const keys = catalogue[id].group === group ? keysOf(id, bound) : ''
    return keys === '' ? [] : [[keys, t(`actions.titles.${id}`)]]
  })
}
