import { useEffect, useState } from 'react'

import type { FolderFacts } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import { errorDataOf } from '../../errors/error-data'
import { useApp } from '../../state/app/use-app'

const settlesAfterMs = 250

export type FolderLook =
  | { state: 'none' }
  | { state: 'looking' }
  | { state: 'known'; facts: FolderFacts }
  | { state: 'failed'; error: ErrorData }

/** What there is to know of the folder `path`, a moment after it was written; of none nothing. */
export function useFolderLook(path: string): FolderLook {
  const { environment } = useApp()
  const [seen, setSeen] = useState<{ path: string; look: FolderLook } | null>(null)
  useEffect(() => {
    if (path === '') return undefined
    const abort = new AbortController()
    const look = async () => {
      try {
        const { folder } = await environment.api.invoke('workspaces.look', { path }, { signal: abort.signal })
        if (folder !== null) setSeen({ path, look: { state: 'known', facts: folder } })
      } catch (error) {
        // What was asked of another path is of no use any more.
        if (!abort.signal.aborted) setSeen({ path, look: { state: 'failed', error: errorDataOf(error) } })
      }
    }
    const cancel = environment.after(settlesAfterMs, () => void look())
    return () => {
      cancel()
      abort.abort()
    }
  }, [environment, path])
  if (path === '') return { state: 'none' }
  return seen?.path === path ? seen.look : { state: 'looking' }
}
