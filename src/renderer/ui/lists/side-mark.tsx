import type { ReactNode } from 'react'

import { HiddenText, Row } from '../layout/layout'
import styles from './side-list.module.css'

interface SideMarkProps {
  /** The icon or dot. */
  children?: ReactNode
  /** Its meaning, for screen readers. */
  label?: string
  title?: string
}

/** The mark before an entry of the sidebar. Without content, it keeps the place free. */
export function SideMark({ children, label, title }: SideMarkProps) {
  return (
    <Row
      as="span"
      gap={0}
      justify="center"
      grow={false}
      tone="faint"
      className={styles.sessionMark}
      title={title}
    >
      {children}
      {label !== undefined && <HiddenText>{label}</HiddenText>}
    </Row>
  )
}
