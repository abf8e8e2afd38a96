import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import type { MenuItem } from '../ui/menu'

interface SelectionBarProps {
  count: number
  items: readonly MenuItem[]
  onClear: () => void
}

/** How many rows are chosen, and what can be done with all of them. */
export function SelectionBar({ count, items, onClear }: SelectionBarProps) {
  return (
    <div
      className="selection-bar"
      role="group"
      aria-label="Selected chats"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClear()
      }}
    >
      <div className="selection-head">
        <span role="status">{count.toLocaleString('en')} selected</span>
        <Button
          look="quiet"
          className="selection-clear"
          title="Esc"
          aria-label="Clear selection"
          onClick={onClear}
        >
          <Icon name="close" />
        </Button>
      </div>
      <div className="selection-steps">
        {items.map(({ label, isDanger, refusal, onChoose }) => (
          <Button
            key={label}
            look="quiet"
            className={isDanger === true ? 'selection-danger' : ''}
            aria-disabled={refusal != null}
            title={refusal ?? undefined}
            onClick={() => {
              if (refusal == null) onChoose()
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
