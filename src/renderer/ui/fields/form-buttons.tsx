import type { ReactNode } from 'react'

import { t } from '../../language/t'
import { Button } from '../controls/button'
import { Row } from '../layout/layout'

interface FormButtonsProps {
  /** The text of the button that submits. */
  submit: string
  /** False while the form is incomplete, or what it has submitted is being saved. */
  canSubmit: boolean
  onCancel: () => void
  /** Shown before the buttons. */
  children?: ReactNode
}

/** The last line of a form: Cancel, and the button that submits. */
export function FormButtons({ submit, canSubmit, onCancel, children }: FormButtonsProps) {
  return (
    <Row align="stretch" justify="end">
      {children}
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
      <Button type="submit" variant="primary" aria-disabled={!canSubmit}>
        {submit}
      </Button>
    </Row>
  )
}
