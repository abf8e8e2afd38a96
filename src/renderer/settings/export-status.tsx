import { useStore } from 'zustand'

import { assertNever } from '../../shared/invariant'
import { useApp } from '../state/use-app'
import { counted, formatBytes, formatCount } from '../ui/figures'
import { ProgressLine } from './progress-line'

/** How far the export is that is under way, or how the last one ended. */
export function ExportStatus() {
  const { exports } = useApp()
  const { state } = useStore(exports.store)
  const cancel = () => exports.cancel()
  switch (state.phase) {
    case 'idle':
      return null
    case 'writing':
      return (
        <ProgressLine
          label="Exporting"
          figures={
            state.totalCount === 0
              ? ''
              : `${formatCount(state.doneCount)} of ${counted(state.totalCount, 'chat')}`
          }
          share={state.totalCount === 0 ? null : state.doneCount / state.totalCount}
          onCancel={cancel}
        />
      )
    case 'fetching':
      return (
        <ProgressLine
          label="Saving"
          figures={`${formatBytes(state.readBytes)} of ${formatBytes(state.sizeBytes)}`}
          share={state.readBytes / state.sizeBytes}
          onCancel={cancel}
        />
      )
    case 'saved':
      return (
        <div className="data-result" role="status">
          <p>Saved as “{state.fileName}”.</p>
        </div>
      )
    case 'failed':
      return (
        <div className="data-result data-result-failed" role="alert">
          <p>{state.error.message}</p>
        </div>
      )
    default:
      return assertNever(state)
  }
}
