import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { ExportSubject } from '../../../state/navigation/navigation'
import type { ExportFormat } from '../../../state/transfer/exports'
import { Button } from '../../../ui/controls/button'
import { Choice } from '../../../ui/fields/choice'
import { SwitchRow } from '../../../ui/fields/setting-row'
import { Dialog } from '../../../ui/overlays/dialog'
import { exportFormats, formatHint } from './export-formats'
import { ExportStatus, isExporting } from './export-status'
import { Row, Stack } from '../../../ui/layout/layout'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import styles from './export-dialog.module.css'

interface ExportFrameProps<Format extends string> {
  title: string
  format: Format
  formats: readonly (readonly [value: Format, name: string])[]
  /** A note on when to use the format. */
  hint: ReactNode
  /** Further options of the format. */
  children?: ReactNode
  onFormat: (format: Format) => void
  onStart: () => void
  onClose: () => void
}

type Subject = Exclude<ExportSubject, { kind: 'comparison' }>

type ComparisonFormat = 'bundle' | 'json' | 'markdown'

/** Exports chats, a project or a comparison. */
export function ExportDialogs({ subject, onClose }: { subject: ExportSubject; onClose: () => void }) {
  if (subject.kind === 'comparison') return <BundleDialog subject={subject} onClose={onClose} />
  return <ExportDialog subject={subject} onClose={onClose} />
}

/** Exports a comparison in one of three formats. */
function BundleDialog({
  subject: { kind, comparisonId },
  onClose,
}: {
  subject: Extract<ExportSubject, { kind: 'comparison' }>
  onClose: () => void
}) {
  const { exports } = useApp()
  const [withInstructions, setWithInstructions] = useState(false)
  const [format, setFormat] = useState<ComparisonFormat>('bundle')
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

/** Exports chats or a project in a format that the user chooses. */
function ExportDialog({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const { exports } = useApp()
  const [format, setFormat] = useState<ExportFormat>('json')
  const isMany = subject.kind === 'project' || subject.sessionIds.length > 1
  return (
    <ExportFrame
      title={titleOf(subject)}
      format={format}
      formats={exportFormats()}
      hint={
        <>
          {formatHint(format)} {isMany && t('settings.export.zip')}
        </>
      }
      onFormat={setFormat}
      onStart={() => void exports.start({ format, ...wantedOf(subject) })}
      onClose={onClose}
    />
  )
}

function wantedOf(subject: Subject) {
  return subject.kind === 'project' ? { projectId: subject.projectId } : { sessionIds: subject.sessionIds }
}

function titleOf(subject: Subject): string {
  if (subject.kind === 'project') return t('settings.export.project')
  const { length: count } = subject.sessionIds
  return count > 1 ? t('settings.export.chats', { count }) : t('common.exportThisChat')
}

/** A dialog that asks for a format and shows the export. Closing it cancels an export in progress. */
function ExportFrame<Format extends string>({
  title,
  format,
  formats,
  hint,
  children,
  onFormat,
  onStart,
  onClose,
}: ExportFrameProps<Format>) {
  const { exports } = useApp()
  const { phase } = useStore(exports.store).state
  useEffect(() => {
    exports.forget()
    return () => {
      exports.cancel()
      exports.forget()
    }
  }, [exports])
  return (
    <Dialog title={title} width="narrow" onClose={onClose}>
      <Stack gap={4} pad={5} className={styles.exportDialog}>
        <Choice label={t('settings.export.form')} value={format} options={formats} onChange={onFormat} />
        <p className={settingRowStyles.settingHint} data-slot="setting-hint">
          {hint}
        </p>
        {children}
        <ExportStatus />
        <Row align="stretch" justify="end">
          <Button onClick={onClose}>{phase === 'saved' ? t('common.close') : t('common.cancel')}</Button>
          <Button variant="primary" data-first-focus aria-disabled={isExporting(phase)} onClick={onStart}>
            {t('common.export')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}
