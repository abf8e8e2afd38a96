import { t } from '../../../language/t'
import type { ExportFormat } from '../../../state/transfer/exports'

/** The export formats, as choices. */
export function exportFormats(): readonly (readonly [value: ExportFormat, name: string])[] {
  return [
    ['json', 'JSON'],
    ['markdown', 'Markdown'],
    ['html', t('settings.export.webPage')],
  ]
}

/** What a format is suited for. */
export function formatHint(format: ExportFormat): string {
  return t(`settings.export.${format}Hint`)
}
