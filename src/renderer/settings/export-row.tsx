import { useState } from 'react'
import { useStore } from 'zustand'

import type { ExportFormat } from '../state/exports'
import { useApp } from '../state/use-app'
import { Button } from '../ui/button'
import { Choice } from './choice'
import { exportFormats, formatHints } from './export-formats'
import { ExportStatus } from './export-status'
import { SettingRow } from './setting-row'

/** All chats as one ZIP. */
export function ExportRow() {
  const { exports } = useApp()
  const { phase } = useStore(exports.store).state
  const [format, setFormat] = useState<ExportFormat>('json')
  const isBusy = phase === 'writing' || phase === 'fetching'
  return (
    <>
      <SettingRow label="Export all chats" hint={`A ZIP with a file for each. ${formatHints[format]}`}>
        <Choice label="Form of the export" value={format} options={exportFormats} onChange={setFormat} />
        <Button aria-disabled={isBusy} onClick={() => void exports.start({ format })}>
          Export
        </Button>
      </SettingRow>
      <ExportStatus />
    </>
  )
}
