import { useId } from 'react'
import { useStore } from 'zustand'

import { useApp } from '../state/use-app'
import { Button, type ButtonLook } from './button'

/** What a restart costs and what it does not, for people. */
export const restartConsequence =
  'A restart saves the answers being written as far as they are, and ends them. Drafts stay.'

/** Starts Parley anew. What that costs is said to whoever points at it or hears it. */
export function RestartButton({ look = 'plain' }: { look?: ButtonLook }) {
  const { restart } = useApp()
  const { isUnderWay } = useStore(restart.store)
  const consequenceId = useId()
  return (
    <>
      <Button
        look={look}
        aria-disabled={isUnderWay}
        aria-describedby={consequenceId}
        title={restartConsequence}
        onClick={() => void restart.ask()}
      >
        Restart Parley
      </Button>
      <span id={consequenceId} hidden>
        {restartConsequence}
      </span>
    </>
  )
}
