import { useId } from 'react'
import { useStore } from 'zustand'

import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button, type ButtonVariant } from '../../ui/controls/button'

/** What a restart interrupts and what it keeps, as shown to the user. */
export function restartConsequence(): string {
  return t('common.restartConsequence')
}

/** Restarts Parley. The consequences are in the tooltip and the accessible description. */
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
