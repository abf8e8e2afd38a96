import type { ExportState } from '../../../state/transfer/exports'

/** Whether an export is in progress. */
export function isExporting(phase: ExportState['phase']): boolean {
  return phase === 'drawing' || phase === 'writing' || phase === 'fetching'
}
