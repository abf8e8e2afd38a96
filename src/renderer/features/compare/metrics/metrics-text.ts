import { csvLine } from '../../../language/csv-line'
import { t } from '../../../language/t'
import { allMetrics, type PaneColumn, metricText } from './metrics-table'

/** The table as GitHub Flavored Markdown: one row per pane, with formatted values. */
export function metricsMarkdown(panes: readonly PaneColumn[]): string {
  const heads = [
    t('compare.figures.pane'),
    t('common.model'),
    ...allMetrics.map(({ id }) => t(`compare.figure.${id}`)),
    t('common.status'),
  ]
  const rules = ['---', '---', ...allMetrics.map(() => '---:'), '---']
  const rows = panes.map(({ letter, name, variant, metrics }) => [
    letter,
    variant === '' ? name : `${name}, ${variant}`,
    ...allMetrics.map((metric) => metricText(metric, metrics)),
    metrics.ended,
  ])
  return [heads, rules, ...rows].map((cells) => `| ${cells.map(markdownCell).join(' | ')} |\n`).join('')
}

/** The table as CSV (RFC 4180): one row per pane, plain numbers with units in the header. */
export function metricsCsv(panes: readonly PaneColumn[]): string {
  const heads = [
    t('compare.figures.pane'),
    t('common.model'),
    t('actions.titles.settings'),
    ...allMetrics.map(({ id }) => t(`compare.figureInFile.${id}`)),
    t('common.status'),
  ]
  const rows = panes.map(({ letter, model, variant, metrics }) => [
    letter,
    model,
    variant,
    ...allMetrics.map(({ id }) => plainNumber(metrics[id])),
    metrics.ended,
  ])
  return [heads, ...rows].map(csvLine).join('')
}

function markdownCell(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\s+/g, ' ')
}

/** Without rounding noise or exponents. */
function plainNumber(value: number | null): string {
  if (value === null) return ''
  return value.toFixed(6).replace(/\.?0+$/, '')
}
