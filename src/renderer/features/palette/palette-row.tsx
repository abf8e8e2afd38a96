import { useStore } from 'zustand'

import { assertNever } from '../../../shared/invariant'
import { t } from '../../language/t'
import { shortTime } from '../../state/session-list/session-groups'
import { shownKeys } from '../../keyboard/keys'
import { isShownIn } from '../../state/session-list/session-entry'
import { shortcutOf } from '../../state/actions/bound-keys'
import { useApp } from '../../state/app/use-app'
import { useBoundKeys } from '../../state/app/use-shortcut-keys'
import { Icon, type IconName } from '../../ui/controls/icon'
import { Keys } from '../../ui/controls/key-caps'
import { keyHost } from '../../keyboard/key-host'
import type { PaletteLine } from './palette-lines'
import type { ComboboxOption } from '../../ui/lists/use-combobox'
import { Ellipsis, Row } from '../../ui/layout/layout'
import styles from './palette.module.css'

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
