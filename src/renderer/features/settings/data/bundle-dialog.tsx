import { useState } from 'react'

import { t } from '../../../language/t'
import type { ExportSubject } from '../../../state/navigation/navigation'
import { useApp } from '../../../state/app/use-app'
import { SwitchRow } from '../../../ui/fields/switch-row'
import { ExportFrame } from './export-frame'

type Format = 'bundle' | 'json' | 'markdown'

/** Exports a comparison in one of three formats. */
export function BundleDialog({
  subject: { kind, comparisonId },
  onClose,
}: {
  subject: Extract<ExportSubject, { kind: 'comparison' }>
  onClose: () => void
}) {
  const { exports } = useApp()
  const [withInstructions, setWithInstructions] = useState(false)
  const [format, setFormat] = useState<Format>('bundle')
  const start = () =>
    format === 'bundle'
      ? exports.startBundle({ format, comparisonId, withInstructions })
      : exports.startComparison({ format, comparisonId })
  return (
    <ExportFrame
      title={t(`settings.bundle.${kind}`)}
      format={format}
      formats={[
        ['bundle', t('settings.bundle.button')],
        ['json', 'JSON'],
        ['markdown', 'Markdown'],
      ]}
      hint={t(`settings.bundle.hints.${format}`)}
      onFormat={setFormat}
      onStart={() => void start()}
      onClose={onClose}
    >
      {format === 'bundle' && (
        <SwitchRow
          label={t('settings.bundle.withInstructions')}
          hint={t('settings.bundle.withInstructionsHint')}
          isOn={withInstructions}
          onChange={setWithInstructions}
        />
      )}
    </ExportFrame>
  )
}
