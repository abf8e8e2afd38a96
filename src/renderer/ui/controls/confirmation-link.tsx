import { t } from '../../language/t'
import { classNames } from '../class-names'
import buttonStyles from './button.module.css'
import styles from './confirmation-link.module.css'

interface ConfirmationLinkProps {
  /** The page on which the user is asked. */
  pageUrl: string
  look?: 'primary' | 'plain'
  /** It is what a dialog is about. */
  hasFirstFocus?: boolean
}

/** Leads to the page on which the user is asked to agree to something. */
export function ConfirmationLink({ pageUrl, look = 'plain', hasFirstFocus = false }: ConfirmationLinkProps) {
  return (
    <a
      className={classNames(
        buttonStyles.button,
        look === 'primary' ? buttonStyles.primary : buttonStyles.plain,
        styles.confirmationLink,
      )}
      data-button={look}
      href={pageUrl}
      target="_blank"
      rel="noreferrer"
      data-first-focus={hasFirstFocus ? true : undefined}
    >
      {t('common.confirmationOpen')}
    </a>
  )
}
