import { useEffect, useState } from 'react'

import type { FolderFacts } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import { errorDataOf } from '../../errors/error-data'
import { useApp } from '../../state/app/use-app'

const settlesAfterMs = 250

/** What is known about a folder. */
export type FolderInspection =
  | { state: 'none' }
  | { state: 'looking' }
  | { state: 'known'; facts: FolderFacts }
  | { state: 'failed'; error: ErrorData }

/** Facts about the folder `path`, loaded when typing pauses; nothing while the path is empty. */
export function useFolderInspection(path: string): FolderInspection {
  const { environment } = useApp()
  const [seen, setSeen] = useState<{ path: string; look: FolderInspection } | null>(null)
  useEffect(() => {
    if (path === '') return undefined
    const abort = new AbortController()
    const look = async () => {
      try {
        const { folder } = await environment.api.invoke('workspaces.look', { path }, { signal: abort.signal })
        if (folder !== null) setSeen({ path, look: { state: 'known', facts: folder } })
      } catch (error) {
        // The result for a former path is no longer needed.
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
