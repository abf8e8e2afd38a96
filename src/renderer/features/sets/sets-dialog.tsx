import { useState } from 'react'

import { t } from '../../language/t'
import { Dialog } from '../../ui/overlays/dialog'
import { RunView } from './runs/run-view'
import { SetList } from './set-list'
import { SetView } from './set-view'
import type { SetsPlace } from './common/sets-place'

interface SetsDialogProps {
  /** A question to add to a set; null to show the sets. */
  adding: string | null
  onClose: () => void
}

/** Prompt sets: their prompts and checks, their runs and the results. */
export function SetsDialog({ adding, onClose }: SetsDialogProps) {
  const [place, setPlace] = useState<SetsPlace>({ kind: 'list' })
  return (
    <Dialog title={t('sets.title')} width="large" onClose={onClose}>
      {place.kind === 'list' && <SetList adding={adding} onGo={setPlace} />}
      {place.kind === 'set' && <SetView key={place.setId} setId={place.setId} onGo={setPlace} />}
      {place.kind === 'run' && (
        <RunView
          key={place.runId}
          setId={place.setId}
          runId={place.runId}
          onGo={setPlace}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
