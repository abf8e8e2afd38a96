import { t } from '../../../language/t'
import { MenuButton, type MenuItem } from '../../../ui/overlays/menu'
import { useShortcutKeys } from '../../../state/app/use-shortcut-keys'
import styles from '../compare.module.css'

interface PaneMenuProps {
  letter: string
  position: number
  paneCount: number
  /** Absent while the contestant is hidden. */
  onOpenSettings: (() => void) | undefined
  onMove: (position: number) => void
  /** Absent if maximising makes no difference. */
  maximise?: { isMaximised: boolean; onChange: () => void } | undefined
  /** Absent until the pane is stored. */
  promote?: { refusal: string | null; onChoose: () => void } | undefined
}

/** Further actions for a pane. */
export function PaneMenu(props: PaneMenuProps) {
  const shortcutKeys = useShortcutKeys()
  const { letter, position, paneCount, onOpenSettings, onMove, maximise, promote } = props
  const items: MenuItem[] = [
    ...(maximise === undefined
      ? []
      : [
          {
            label: t(maximise.isMaximised ? 'compare.paneMenu.showAll' : 'compare.paneMenu.maximise'),
            shortcut: maximise.isMaximised ? 'Escape' : shortcutKeys('maximisePane'),
            onChoose: maximise.onChange,
          },
        ]),
    ...(onOpenSettings === undefined
      ? []
      : [{ label: t('compare.paneMenu.modelSettings'), onChoose: onOpenSettings }]),
    {
      label: t('compare.paneMenu.moveLeft'),
      shortcut: shortcutKeys('movePaneLeft'),
      refusal: position === 0 ? t('compare.paneMenu.isFirst') : null,
      onChoose: () => onMove(position - 1),
    },
    {
      label: t('compare.paneMenu.moveRight'),
      shortcut: shortcutKeys('movePaneRight'),
      refusal: position === paneCount - 1 ? t('compare.paneMenu.isLast') : null,
      onChoose: () => onMove(position + 1),
    },
    ...(promote === undefined ? [] : [{ label: t('common.continueAsChat'), ...promote }]),
  ]
  return (
    <span className={styles.paneMenu} data-slot="pane-menu">
      <MenuButton label={t('compare.paneMenu.label', { letter })} items={items} />
    </span>
  )
}
