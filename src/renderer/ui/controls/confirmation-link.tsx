import { t } from '../../language/t'
import './button.css'
import './confirmation-link.css'

interface ConfirmationLinkProps {
  /** The page that asks the user. */
  pageUrl: string
  look?: 'primary' | 'plain'
  /** It is the main control of its dialog. */
  hasFirstFocus?: boolean
}

/** A link to the page on which the user must confirm something. */
export function ConfirmationLink({ pageUrl, look = 'plain', hasFirstFocus = false }: ConfirmationLinkProps) {
  return (
    <a
      className={`button button-${look} confirmation-link`}
      href={pageUrl}
      target="_blank"
      rel="noreferrer"
      data-first-focus={hasFirstFocus ? true : undefined}
    >
      {t('common.confirmationOpen')}
    </a>
  )
}
