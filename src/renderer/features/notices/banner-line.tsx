import type { ReactNode } from 'react'

import { t } from '../../language/t'
import { classNames } from '../../ui/class-names'
import { Button } from '../../ui/controls/button'
import { Hint, Row } from '../../ui/layout/layout'
import styles from './banner.module.css'

/** The problem or event, and details about it. */
export interface BannerText {
  what: string
  rest: string
}

/** A one-line notice: the problem, its consequences, and actions at the end. */
export function BannerLine({ what, rest, children }: BannerText & { children?: ReactNode }) {
  return (
    <Row justify="end" wrap className={styles.line} data-slot="banner-line">
      <p className={styles.text} role="status">
        <b>{what}</b> {rest}
      </p>
      {children !== undefined && (
        <Row gap={1} grow={false}>
          {children}
        </Row>
      )}
    </Row>
  )
}

interface BannerSectionProps {
  /** The kind of notice, as the name of the section. */
  label: string
  /** An offer or a remark, not a warning. */
  isQuiet?: boolean
  children: ReactNode
}

/** A notice that may be longer than its line. */
export function BannerSection({ label, isQuiet = false, children }: BannerSectionProps) {
  return (
    <Hint
      as="section"
      grow={false}
      tone="soft"
      line="below"
      className={classNames(styles.banner, isQuiet && styles.quiet)}
      aria-label={label}
    >
      {children}
    </Hint>
  )
}

interface DetailsButtonProps {
  isOpen: boolean
  /** The id of what it shows and hides. */
  detailsId: string
  onToggle: () => void
}

/** Shows what a notice has no room for on its line. */
export function DetailsButton({ isOpen, detailsId, onToggle }: DetailsButtonProps) {
  return (
    <Button variant="quiet" aria-expanded={isOpen} aria-controls={detailsId} onClick={onToggle}>
      {t('notices.banner.details')}
    </Button>
  )
}
