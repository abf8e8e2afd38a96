import { useStore } from 'zustand'

import { t } from '../language/t'
import { useApp } from '../state/use-app'
import { Dialog } from './dialog'
import './button.css'
import './confirmation-dialog.css'

/** Leads to the page on which the user is asked to agree to something; gone when that is over. */
export function ConfirmationDialog() {
  const app = useApp()
  const { pageUrl, isPutOff, putOff } = useStore(app.confirmation)
  if (pageUrl === null || isPutOff) return null
  return (
    <Dialog title={t('common.confirmationTitle')} width="narrow" onClose={putOff}>
      <div className="confirmation-dialog">
        <p>{t('common.confirmationText')}</p>
        <div className="confirmation-dialog-steps">
          <a
            className="button button-primary"
            href={pageUrl}
            target="_blank"
            rel="noreferrer"
            data-first-focus
          >
            {t('common.confirmationOpen')}
          </a>
        </div>
      </div>
    </Dialog>
  )
}
