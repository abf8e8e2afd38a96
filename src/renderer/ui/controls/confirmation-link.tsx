import { t } from '../../language/t'
import './button.css'
import './confirmation-link.css'

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
      className={`button button-${look} confirmation-link`}
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
