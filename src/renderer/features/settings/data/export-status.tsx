import { useStore } from 'zustand'

import { assertNever } from '../../../../shared/invariant'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { errorLine } from '../../../errors/error-text'
import { formatBytes } from '../../../language/format'
import type { ExportState } from '../../../state/transfer/exports'
import { ProgressBar } from '../../../ui/fields/progress-bar'
import { classNames } from '../../../ui/class-names'
import { Stack } from '../../../ui/layout/layout'
import styles from './data.module.css'

/** The progress of the current export, or the result of the last one. */
export function ExportStatus() {
  const { exports } = useApp()
  const { state } = useStore(exports.store)
  const cancel = () => exports.cancel()
  switch (state.phase) {
    case 'idle':
      return null
    case 'drawing':
      return (
        <ProgressBar
          label={t('settings.export.drawing')}
          detail={t('settings.export.diagramsOf', { done: state.doneCount, count: state.totalCount })}
          share={state.doneCount / state.totalCount}
          onCancel={cancel}
        />
      )
    case 'writing':
      return (
        <ProgressBar
          label={t('settings.export.exporting')}
          detail={
            state.totalCount === 0
              ? ''
              : t('settings.export.chatsOf', { done: state.doneCount, count: state.totalCount })
          }
          share={state.totalCount === 0 ? null : state.doneCount / state.totalCount}
          onCancel={cancel}
        />
      )
    case 'fetching':
      return (
        <ProgressBar
          label={t('settings.export.saving')}
          detail={t('common.doneOfTotal', {
            done: formatBytes(state.readBytes),
            total: formatBytes(state.sizeBytes),
          })}
          share={state.readBytes / state.sizeBytes}
          onCancel={cancel}
        />
      )
    case 'saved':
      return (
        <Stack pad={[3, 4]} tone="soft" className={styles.result} data-slot="data-result" role="status">
          <p>{t('settings.export.saved', { fileName: state.fileName })}</p>
          {state.hiddenCount > 0 && <p>{t('settings.export.hidden', { count: state.hiddenCount })}</p>}
        </Stack>
      )
    case 'failed':
      return (
        <Stack
          pad={[3, 4]}
          tone="soft"
          className={classNames(styles.result, styles.resultFailed)}
          data-slot="data-result"
          role="alert"
        >
          <p>{errorLine(state.error)}</p>
        </Stack>
      )
    default:
      return assertNever(state)
  }
}

/** True while an export is in progress. */
export function isExporting(phase: ExportState['phase']): boolean {
  return phase === 'drawing' || phase === 'writing' || phase === 'fetching'
}
