import { useState } from 'react'

import { t } from '../../../language/t'
import type { ExportSubject } from '../../../state/navigation/navigation'
import type { ExportFormat } from '../../../state/transfer/exports'
import { useApp } from '../../../state/app/use-app'
import { exportFormats, formatHint } from './export-formats'
import { ExportFrame } from './export-frame'

type Subject = Exclude<ExportSubject, { kind: 'comparison' }>

/** Exports chats or a project in a format that the user chooses. */
export function ExportDialog({ subject, onClose }: { subject: Subject; onClose: () => void }) {
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
  return count > 1 ? t('settings.export.chats', { count }) : t('settings.export.this')
}
