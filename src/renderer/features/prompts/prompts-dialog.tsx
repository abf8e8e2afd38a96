import { useEffect, useState } from 'react'
import { Trans } from 'react-i18next/TransWithoutContext'
import { useStore } from 'zustand'

import { t } from '../../language/t'
import type { PromptKey } from '../../state/prompts/prompts'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/overlays/dialog'
import { errorLine } from '../../errors/error-text'
import { PromptEditor } from './prompt-editor'
import { PromptList } from './prompt-list'
import { variableExamples } from './variable-examples'
import settingRowStyles from '../../ui/fields/setting-row.module.css'
import styles from './prompts.module.css'

/** Lists, creates, edits and deletes saved prompts. */
export function PromptsDialog({ onClose }: { onClose: () => void }) {
  const app = useApp()
  const { phase, prompts, error, edits } = useStore(app.prompts.store)
  const [chosen, setChosen] = useState<PromptKey | null>(edits.new === undefined ? null : 'new')
  useEffect(() => {
    void app.prompts.load()
    return () => app.prompts.forgetDeleted()
  }, [app])
  // If the chosen prompt was deleted, perhaps in another window, the first one is shown.
  const isThere = chosen === 'new' || prompts.some(({ id }) => id === chosen)
  const shown = isThere ? chosen : (prompts[0]?.id ?? null)
  return (
    <Dialog title={t('prompts.title')} width="large" isFullHeight onClose={onClose}>
      <div className={styles.prompts}>
        <PromptList chosen={shown} onChoose={setChosen} />
        {shown === null ? (
          <div className={styles.empty}>
            {phase === 'loading' && <p role="status">{t('prompts.reading')}</p>}
            {phase === 'failed' && (
              <p className={settingRowStyles.settingsError} data-slot="settings-error" role="alert">
                {error !== null && errorLine(error)}{' '}
                <Button variant="link" onClick={() => void app.prompts.load()}>
                  {t('common.tryAgain')}
                </Button>
              </p>
            )}
            {phase === 'ready' && (
              <>
                <p>
                  <Trans t={t} i18nKey="prompts.whatTheyAre" components={{ command: <code /> }} />
                </p>
                <p>
                  <Trans t={t} i18nKey="prompts.whatVariablesAre" components={variableExamples()} />
                </p>
                <Button variant="primary" onClick={() => setChosen('new')}>
                  {t('prompts.writeFirst')}
                </Button>
              </>
            )}
          </div>
        ) : (
          <PromptEditor promptKey={shown} onShow={setChosen} />
        )}
      </div>
    </Dialog>
  )
}
