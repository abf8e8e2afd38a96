import { t } from '../../../language/t'
import type { ExportFormat } from '../../../state/transfer/exports'

/** The forms in which chats can be had, as people choose among them. */
export function exportFormats(): readonly (readonly [value: ExportFormat, name: string])[] {
  return [
    ['json', 'JSON'],
    ['markdown', 'Markdown'],
    ['html', t('settings.export.webPage')],
  ]
}

/** What a form is good for. */
export function formatHint(format: ExportFormat): string {
  return t(`settings.export.${format}Hint`)
}
