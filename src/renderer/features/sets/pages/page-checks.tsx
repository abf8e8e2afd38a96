import { useEffect, useState, useSyncExternalStore } from 'react'

import type { WaitingPages } from '../../../../shared/sets/sets'
import { useApp } from '../../../state/app/use-app'
import { useRequest } from '../../../state/app/use-request'
import { CheckedPage, type PageResult } from './checked-page'

/** Runs the checks of a run that wait for a window, one after another, unseen. */
export function PageChecks({ runId, left }: WaitingPages) {
  const { api } = useApp().environment
  const [isUnable, setUnable] = useState(false)
  const isTurn = useTurn()
  const { data, reload } = useRequest('sets.pageCheck', isTurn && !isUnable ? { runId } : null, {
    reloadOn: left,
  })
  const next = data?.next ?? null
  if (!isTurn || isUnable || next === null) return null
  const { cell, check, wanted, text } = next
  const finish = async (result: PageResult | null) => {
    try {
      if (result === null) setUnable(true)
      else await api.invoke('sets.finishPageCheck', { runId, cell, check, result })
      void reload()
    } catch {
      // It stays unchecked until the window is opened again.
      setUnable(true)
    }
  }
  return (
    <CheckedPage
      key={`${cell} ${check}`}
      wanted={wanted}
      text={text}
      onResult={(result) => void finish(result)}
    />
  )
}

/** True in one window at a time, and only while it is in view: where nobody can see them, pages rest. */
function useTurn(): boolean {
  const [isTurn, setTurn] = useState(false)
  const isSeen = useSyncExternalStore(onVisibility, () => !document.hidden)
  useEffect(() => {
    if (!isSeen) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    const left = new Promise((resolve) => signal.addEventListener('abort', resolve))
    const hold = () => {
      setTurn(true)
      return left
    }
    // Rejects if it has to leave before its turn.
    navigator.locks.request('parley.page-checks', { signal }, hold).catch(() => undefined)
    return () => {
      leaving.abort()
      setTurn(false)
    }
  }, [isSeen])
  return isTurn
}

function onVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
