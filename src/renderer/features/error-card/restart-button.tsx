import { useId } from 'react'
import { useStore } from 'zustand'

import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button, type ButtonVariant } from '../../ui/controls/button'

/** What a restart costs and what it does not, for people. */
export function restartConsequence(): string {
  return t('common.restartConsequence')
}

/** Starts Parley anew. What that costs is said to whoever points at it or hears it. */
export function RestartButton({ variant = 'plain' }: { variant?: ButtonVariant }) {
  const { restart } = useApp()
  const { isUnderWay } = useStore(restart.store)
  const consequenceId = useId()
  return (
    <>
      <Button
        variant={variant}
        aria-disabled={isUnderWay}
        aria-describedby={consequenceId}
        title={restartConsequence()}
        onClick={() => void restart.ask()}
      >
        {t('common.restart')}
      </Button>
      <span id={consequenceId} hidden>
        {restartConsequence()}
      </span>
    </>
  )
}
