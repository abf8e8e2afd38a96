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

/** A note on when to use a format. */
export function formatHint(format: ExportFormat): string {
  return t(`settings.export.${format}Hint`)
}
