import { useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

import { Button } from '../../ui/controls/button'
import { Icon } from '../../ui/controls/icon'
import { Dialog } from '../../ui/overlays/dialog'
import { classNames } from '../../ui/class-names'
import { Stack } from '../../ui/layout/layout'
import markdownStyles from '../markdown.module.css'
import styles from './enlarge.module.css'

/** Buttons above the top right corner of their element, which must be positioned. They appear on hover and focus. */
export function FloatingTools({ children }: { children: ReactNode }) {
  return (
    <span className={styles.floating} data-slot="floating-tools">
      {children}
    </span>
  )
}

interface EnlargeButtonProps {
  /** The accessible name of the button. */
  label: string
  /** The title of the dialog. */
  title: string
  /** The content of the button, instead of an icon. */
  shown?: ReactNode
  /** The content of the dialog, which scrolls on its own. */
  children: ReactNode
}

/** Opens a table, code, a diagram or an image in a large dialog, for content that is wider than the column. */
export function EnlargeButton({ label, title, shown, children }: EnlargeButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        className={shown === undefined ? styles.enlarge : styles.whole}
        data-slot="enlarge"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {shown ?? <Icon name="enlarge" />}
      </Button>
      {isOpen &&
        // Outside the answer, whose styles for headings and sizes would apply to the dialog.
        createPortal(
          <Dialog title={title} width="large" onClose={() => setIsOpen(false)}>
            <Stack
              gap={0}
              grow
              pad={[4, 5]}
              className={classNames(markdownStyles.markdown, styles.enlarged)}
              data-slot="enlarged"
            >
              {children}
            </Stack>
          </Dialog>,
          document.body,
        )}
    </>
  )
}
