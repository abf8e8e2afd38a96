import { useState } from 'react'

import type { AnswerPage, PageSize } from '../../../shared/pages/page'
import { type PageState, PageView } from '../../pages/page-view'
import { Stack } from '../../ui/layout/layout'
import { Dialog } from '../../ui/overlays/dialog'
import { PageProblems } from '../pages/page-problems'
import { PageSizeChoice } from '../pages/page-size-choice'

interface PageDialogProps {
  page: AnswerPage
  name: string
  onClose: () => void
}

/** A page with what it reported. */
export function PageDialog({ page, name, onClose }: PageDialogProps) {
  const [size, setSize] = useState<PageSize>('free')
  const [run, setRun] = useState(0)
  const [state, setState] = useState<PageState>({ phase: 'loading', problems: [] })
  return (
    <Dialog title={name} width="large" isFullHeight onClose={onClose}>
      <Stack gap={2} grow pad={[3, 4]}>
        <PageSizeChoice value={size} onChange={setSize} />
        <PageView page={page} label={name} size={size} run={run} onState={setState} />
        <PageProblems state={state} onRunAgain={() => setRun(run + 1)} />
      </Stack>
    </Dialog>
  )
}
