import type { ComponentProps } from 'react'

import type { ErrorData } from '../../../shared/errors'
import { errorLine } from '../../errors/error-text'
import { Text } from '../layout/layout'

type ProblemProps = Omit<ComponentProps<typeof Text<'p'>>, 'as' | 'tone' | 'role'> & {
  /** Nothing is shown while it is null. */
  error: ErrorData | string | null
}

/** Why something failed. Screen readers announce it. */
export function Problem({ error, children, ...props }: ProblemProps) {
  if (error === null) return null
  return (
    <Text as="p" tone="bad" role="alert" {...props}>
      {typeof error === 'string' ? error : errorLine(error)}
      {children !== undefined && ' '}
      {children}
    </Text>
  )
}
