import { t } from '../../../language/t'
import { figureKinds, type FiguresPane } from './metrics-table'

/** The table as GitHub's Markdown has it: a pane in each row, as people read the figures. */
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

/** The table as a file of comma separated values, RFC 4180: a pane in each row, plain numbers in named units. */
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

/** A spreadsheet takes what begins so for a formula, and would run it; behind an apostrophe it is a text. */
const formulaStart = /^[\s]*[=+\-@\t\r]/

function csvCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return safe !== text || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Without noise behind the point, and never in powers of ten. */
function plainNumber(value: number | null): string {
  if (value === null) return ''
  return value.toFixed(6).replace(/\.?0+$/, '')
}
