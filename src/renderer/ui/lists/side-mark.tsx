import type { ReactNode } from 'react'

import { classNames } from '../class-names'
import { HiddenText, Row } from '../layout/layout'
import styles from './side-list.module.css'

interface SideMarkProps {
  /** The icon or dot. */
  children?: ReactNode
  /** Its meaning, for screen readers. */
  label?: string
  title?: string
  className?: string | undefined
  'data-slot'?: string
}

/** The mark before an entry of the sidebar. Without content, it keeps the place free. */
export function SideMark({ children, label, title, className, 'data-slot': slot }: SideMarkProps) {
  return (
    <Row
      as="span"
      gap={0}
      justify="center"
      grow={false}
      tone="faint"
      className={classNames(styles.sessionMark, className)}
      title={title}
      data-slot={slot}
    >
      {children}
      {label !== undefined && <HiddenText>{label}</HiddenText>}
    </Row>
  )
}
