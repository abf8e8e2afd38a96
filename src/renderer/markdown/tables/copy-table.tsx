import type { Tokens } from 'marked'
import { useRef, useState } from 'react'

import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import { useCopying } from '../../ui/controls/copy-button'
import { Icon } from '../../ui/controls/icon'
import { Menu } from '../../ui/overlays/menu'
import { tableFormats, tableText } from './table-text'

/** Copies a table, in a format that the user chooses. */
export function CopyTable({ table }: { table: Tokens.Table }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const { words, copy } = useCopying()
  const label = words ?? t('markdown.table.copy')
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={words === null ? 'copy' : 'check'} />
      </Button>
      {isOpen && (
        <Menu
          anchor={button}
          items={tableFormats.map((format) => ({
            label: t(`markdown.table.as.${format}`),
            onChoose: () => copy(tableText(table, format)),
          }))}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
