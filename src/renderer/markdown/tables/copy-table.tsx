import type { Tokens } from 'marked'
import { useRef, useState } from 'react'

import { spreadsheetValue } from '../../../shared/text/spreadsheet-text'
import { csvLineOfValues } from '../../language/csv-line'
import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import { useCopying } from '../../ui/controls/copy-button'
import { Icon } from '../../ui/controls/icon'
import { Menu } from '../../ui/overlays/menu'
import { plainLine } from '../source/plain-text'

/** The formats in which a table can be copied. */
const tableFormats = ['markdown', 'tsv', 'csv'] as const

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

type TableFormat = (typeof tableFormats)[number]

/** A table as text: as it was written, or its cells as plain text for a spreadsheet. */
export function tableText(table: Tokens.Table, format: TableFormat): string {
  if (format === 'markdown') return table.raw.trim()
  const rows = [table.header, ...table.rows].map((cells) => cells.map(cellText))
  if (format === 'csv') return rows.map(csvLineOfValues).join('')
  return rows.map((cells) => `${cells.map(tsvCell).join('\t')}\n`).join('')
}

/** A cell cannot contain the character that separates cells. */
function tsvCell(text: string): string {
  return spreadsheetValue(text.replaceAll(/\s+/g, ' '))
}

/** In a cell, only `<br>` can break a line. */
function cellText({ tokens }: Tokens.TableCell): string {
  return plainLine(tokens).replaceAll(/<br ?\/?>/gi, '\n')
}
