import { type ReactNode, useState } from 'react'

import { classNames } from '../class-names'
import { Hint } from '../layout/layout'
import { Icon } from './icon'
import styles from './fold.module.css'

/** The state of a fold: `byItself` until the user expands or collapses it. */
export function useFold(byItself: boolean): [isOpen: boolean, turn: () => void] {
  const [choice, setChoice] = useState<boolean | null>(null)
  const isOpen = choice ?? byItself
  return [isOpen, () => setChoice(!isOpen)]
}

interface FoldHeadProps {
  isOpen: boolean
  /** Absent if there is nothing to expand. */
  onTurn?: () => void
  className?: string | undefined
  children: ReactNode
}

/** The quiet line that expands what is below it. */
export function FoldHead({ isOpen, onTurn, className, children }: FoldHeadProps) {
  const look = { className: classNames(styles.fold, className), tone: 'soft', tabular: true } as const
  if (onTurn === undefined) {
    return (
      <Hint as="div" data-slot="fold" {...look}>
        {children}
      </Hint>
    )
  }
  return (
    <Hint as="button" data-slot="fold" aria-expanded={isOpen} onClick={onTurn} {...look}>
      <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
      {children}
    </Hint>
  )
}
