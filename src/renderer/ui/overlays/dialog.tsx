import { useId, type ReactNode } from 'react'

import { t } from '../../language/t'
import { CloseButton } from '../controls/button'
import { classNames } from '../class-names'
import { Modal } from './modal'
import { Row, Stack } from '../layout/layout'
import styles from './dialog.module.css'

type DialogWidth = 'large' | 'wide' | 'narrow'

const widthStyles: Readonly<Record<DialogWidth, string | undefined>> = {
  large: styles.large,
  wide: styles.wide,
  narrow: styles.narrow,
}

export interface DialogProps {
  title: string
  width?: DialogWidth
  /** Keeps the height of a large dialog whose contents change while it is open. Otherwise it fits its contents. */
  isFullHeight?: boolean
  onClose: () => void
  children: ReactNode
}

/** A modal dialog with a title and a close button. An element with `data-first-focus` gets the initial focus. */
export function Dialog({ title, width = 'wide', isFullHeight = false, onClose, children }: DialogProps) {
  const titleId = useId()
  return (
    <Modal
      className={classNames(widthStyles[width], isFullHeight && styles.fullHeight)}
      labelledBy={titleId}
      onClose={onClose}
    >
      <Stack gap={0} className={styles.frame}>
        <Row as="header" gap={0} justify="between" grow={false} line="below" className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <CloseButton label={t('common.close')} onClick={onClose} />
        </Row>
        {children}
      </Stack>
    </Modal>
  )
}
