import { useEffect, useState } from 'react'

import type { RouteInput } from '../../../../shared/rpc/contract'
import type { PromptPreview } from '../../../../shared/sets/sets'
import { errorDataOf } from '../../../errors/error-data'
import { errorLine } from '../../../errors/error-text'
import { useApp } from '../../../state/app/use-app'

/** A file of prompts, and what its columns are. */
export type PromptFile = NonNullable<RouteInput<'sets.add'>['file']>

/** Typing a prompt should not read a large file again with each key. */
const pauseMs = 200

interface Previewed {
  /** The request. */
  of: string
  preview: PromptPreview | null
  problem: string | null
}

/** The prompts that the file would add; the previous preview stays until the file has been read again. */
export function usePromptPreview(file: PromptFile): Omit<Previewed, 'of'> & { isCurrent: boolean } {
  const { api } = useApp().environment
  const { content, ...options } = file
  const of = JSON.stringify(options)
  const [known, setKnown] = useState<Previewed | null>(null)
  const isFirst = known === null
  useEffect(() => {
    const leaving = new AbortController()
    const read = async () => {
      try {
        const asked = { file: { content, ...(JSON.parse(of) as Omit<PromptFile, 'content'>) } }
        const preview = await api.invoke('sets.preview', asked, { signal: leaving.signal })
        setKnown({ of, preview, problem: null })
      } catch (error) {
        if (leaving.signal.aborted) return
        const problem = errorLine(errorDataOf(error))
        setKnown((before) => ({ of, preview: before?.preview ?? null, problem }))
      }
    }
    const timer = setTimeout(() => void read(), isFirst ? 0 : pauseMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the wait depends on whether it is the first time
  }, [api, content, of])
  return {
    preview: known?.preview ?? null,
    problem: known?.problem ?? null,
    isCurrent: known?.of === of && known.problem === null,
  }
}
