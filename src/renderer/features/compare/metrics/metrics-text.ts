import { t } from '../../../language/t'
import { figureKinds, type FiguresPane } from './metrics-table'

/** The table as GitHub Flavored Markdown: one row per pane, with formatted values. */
export function figuresMarkdown(panes: readonly FiguresPane[]): string {
  const heads = [
    t('compare.figures.pane'),
    t('compare.figures.model'),
    ...figureKinds.map(({ id }) => t(`compare.figure.${id}`)),
    t('compare.figures.ended'),
  ]
  const rules = ['---', '---', ...figureKinds.map(() => '---:'), '---']
  const rows = panes.map(({ letter, name, variant, figures }) => [
    letter,
    variant === '' ? name : `${name}, ${variant}`,
    ...figureKinds.map(({ id, format }) => {
      const value = figures[id]
      return value === null ? '–' : format(value)
    }),
    figures.ended,
  ])
  return [heads, rules, ...rows].map((cells) => `| ${cells.map(markdownCell).join(' | ')} |\n`).join('')
}

/** The table as CSV (RFC 4180): one row per pane, plain numbers with units in the header. */
export function figuresCsv(panes: readonly FiguresPane[]): string {
  const heads = [
    t('compare.figures.pane'),
    t('compare.figures.model'),
    t('compare.figures.settings'),
    ...figureKinds.map(({ id }) => t(`compare.figureInFile.${id}`)),
    t('compare.figures.ended'),
  ]
  const rows = panes.map(({ letter, model, variant, figures }) => [
    letter,
    model,
    variant,
    ...figureKinds.map(({ id }) => plainNumber(figures[id])),
    figures.ended,
  ])
  return [heads, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

function markdownCell(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\s+/g, ' ')
}

/** A spreadsheet would evaluate a cell that starts like this as a formula; an apostrophe makes it text. */
const formulaStart = /^[\s]*[=+\-@\t\r]/

function csvCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return safe !== text || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Without rounding noise or exponents. */
function plainNumber(value: number | null): string {
  if (value === null) return ''
  return value.toFixed(6).replace(/\.?0+$/, '')
}
