import { MenuButton, type MenuItem } from '../ui/menu'
import { shortcutNames } from '../ui/shortcut-names'

interface PaneMenuProps {
  position: number
  paneCount: number
  onOpenSettings: () => void
  onMove: (position: number) => void
  /** Absent where there is nothing to make larger. */
  maximise?: { isMaximised: boolean; onChange: () => void } | undefined
  /** Absent while nothing of the pane is stored. */
  promote?: { refusal: string | null; onChoose: () => void } | undefined
}

/** What else can be done with a pane. */
export function PaneMenu(props: PaneMenuProps) {
  const { position, paneCount, onOpenSettings, onMove, maximise, promote } = props
  const items: MenuItem[] = [
    ...(maximise === undefined
      ? []
      : [
          {
            label: maximise.isMaximised ? 'Show all panes' : 'Maximise',
            shortcut: maximise.isMaximised ? 'Esc' : shortcutNames.maximisePane,
            onChoose: maximise.onChange,
          },
        ]),
    { label: 'Model settings…', onChoose: onOpenSettings },
    {
      label: 'Move left',
      shortcut: shortcutNames.movePaneLeft,
      refusal: position === 0 ? 'This is the first pane.' : null,
      onChoose: () => onMove(position - 1),
    },
    {
      label: 'Move right',
      shortcut: shortcutNames.movePaneRight,
      refusal: position === paneCount - 1 ? 'This is the last pane.' : null,
      onChoose: () => onMove(position + 1),
    },
    ...(promote === undefined ? [] : [{ label: 'Continue as chat', ...promote }]),
  ]
  return (
    <span className="pane-menu">
      <MenuButton label={`Actions for pane ${position + 1}`} items={items} />
    </span>
  )
}
