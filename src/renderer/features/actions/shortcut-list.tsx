import { t } from '../../language/t'
import {
  actionGroups,
  actionIds,
  catalogue,
  elementCatalogue,
  elementCommands,
  elementPlaces,
  fixedKeys,
  type ActionGroup,
  type ElementPlace,
} from '../../state/actions/action-catalogue'
import { titleOfAction } from '../../state/actions/action-list'
import { keysOf, type BoundKeys } from '../../state/actions/bound-keys'
import { useBoundKeys } from '../../state/app/use-app'
import { Keys } from '../../ui/controls/key-caps'
import { Row } from '../../ui/layout/layout'
import styles from './shortcut-list.module.css'

/** Every command with a shortcut, then the keys that cannot be changed, grouped in two columns. */
export function ShortcutList() {
  const bound = useBoundKeys()
  return (
    <div className={styles.shortcutList}>
      {actionGroups.map((group) => (
        <Group key={group} name={t(`actions.groups.${group}`)} rows={rowsOf(group, bound)} />
      ))}
      <Group
        name={t('actions.inField.name')}
        rows={fixedKeys[0].keys.map(([keys, what]) => [keys, t(what)])}
      />
      {elementPlaces.map((place) => (
        <Group key={place} name={t(`actions.places.${place}`)} rows={rowsOfPlace(place, bound)} />
      ))}
    </div>
  )
}

/** The keys that cannot be changed. */
export function FixedKeyList() {
  return (
    <div className={styles.shortcutList}>
      {fixedKeys.map(({ name, keys }) => (
        <Group key={name} name={t(name)} rows={keys.map(([some, what]) => [some, t(what)])} />
      ))}
    </div>
  )
}

function Group({ name, rows }: { name: string; rows: readonly (readonly [keys: string, what: string])[] }) {
  if (rows.length === 0) return null
  return (
    // No landmark: in Settings, the keys that can be changed have landmarks with these names.
    <div className={styles.shortcutGroup} role="group" aria-label={name}>
      <h4>{name}</h4>
      <dl>
        {rows.map(([keys, what]) => (
          <Row
            justify="between"
            gap={3}
            pad={[0.5, 0]}
            line="below"
            key={`${keys} ${what}`}
            className={styles.shortcutRow}
          >
            <dt>{what}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </Row>
        ))}
      </dl>
    </div>
  )
}

/** The commands of a place that have keys, then its keys that cannot be changed. */
function rowsOfPlace(place: ElementPlace, bound: BoundKeys): [string, string][] {
  const commands = elementCommands.flatMap((id): [string, string][] => {
    const { element: own, title } = elementCatalogue[id]
    const keys = own === place ? keysOf(id, bound) : ''
    return keys === '' ? [] : [[keys, t(title)]]
  })
  const fixed = fixedKeys.find(({ name }) => name === `actions.places.${place}`)?.keys ?? []
  return [...commands, ...fixed.map(([keys, what]): [string, string] => [keys, t(what)])]
}

function rowsOf(group: ActionGroup, bound: BoundKeys): [string, string][] {
  return actionIds.flatMap((id): [string, string][] => {
    const keys = catalogue[id].group === group ? keysOf(id, bound) : ''
    return keys === '' ? [] : [[keys, titleOfAction(id)]]
  })
}
