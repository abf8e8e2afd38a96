import { t } from '../../language/t'
import { classNames } from '../class-names'
import buttonStyles from './button.module.css'
import styles from './confirmation-link.module.css'

interface ConfirmationLinkProps {
  /** The page that asks the user. */
  pageUrl: string
  variant?: 'primary' | 'plain'
  /** The link is the main control of its dialog. */
  hasFirstFocus?: boolean
}

/** A link to the page on which the user must confirm something. */
export function ConfirmationLink({
  pageUrl,
  variant = 'plain',
  hasFirstFocus = false,
}: ConfirmationLinkProps) {
  return (
    <a
      className={classNames(
        buttonStyles.button,
        variant === 'primary' ? buttonStyles.primary : buttonStyles.plain,
        styles.confirmationLink,
      )}
      data-button={variant}
      href={pageUrl}
      target="_blank"
      rel="noreferrer"
      data-first-focus={hasFirstFocus ? true : undefined}
    >
      {t('common.confirmationOpen')}
    </a>
  )
}
