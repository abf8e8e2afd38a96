import type { ErrorData } from '../../../shared/errors'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'

/** Opens Spending, where the limit that refused the request can be raised. */
export function SpendingButton() {
  const { setSpendingOpen } = useApp()
  return (
    <Button variant="link" onClick={() => setSpendingOpen(true)}>
      {t('spending.open')}
    </Button>
  )
}

/** Whether `error` is that a spending limit is reached. */
export function isSpendingRefusal({ code }: ErrorData): boolean {
  return code === 'LIMIT_REACHED'
}
