import { useEffect, useState } from 'react'

import type { ErrorData } from '../../../../shared/errors'
import type { MessageId } from '../../../../shared/ids'
import type { RouteOutput } from '../../../../shared/rpc/contract'
import { errorDataOf } from '../../../errors/error-data'
import { useApp } from '../../../state/app/use-app'

type Found = RouteOutput<'differences.get'>

interface DifferencesState {
  /** What was asked last; others are outdated. */
  ids: string
  found: Found | null
  error: ErrorData | null
}

/** The differences between these answers; nothing while they are being found. */
export function useDifferences(messageIds: readonly MessageId[]): Pick<DifferencesState, 'found' | 'error'> {
  const { api } = useApp().environment
  const ids = messageIds.join(' ')
  const [state, setState] = useState<DifferencesState>({ ids: '', found: null, error: null })
  useEffect(() => {
    const leaving = new AbortController()
    const find = async () => {
      try {
        const input = { messageIds: ids.split(' ') as MessageId[] }
        const found = await api.invoke('differences.get', input, { signal: leaving.signal })
        setState({ ids, found, error: null })
      } catch (error) {
        if (!leaving.signal.aborted) setState({ ids, found: null, error: errorDataOf(error) })
      }
    }
    void find()
    return () => leaving.abort()
  }, [api, ids])
  return state.ids === ids ? state : { found: null, error: null }
}
