import type { ReactNode } from 'react'

import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import { Row } from '../../ui/layout/layout'
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
