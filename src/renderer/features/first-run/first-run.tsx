import { useEffect } from 'react'
import { useStore } from 'zustand'

import { t } from '../../language/t'
import { newChatDraft } from '../../state/drafts/draft-places'
import { canAnswer, installedAgents, isChoosable } from '../../state/models/models'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import { keyErrorLine } from '../../state/models/key-error-line'
import { EnvironmentKeys } from './environment-keys'
import { KeyField } from './key-field'
import { OwnServer } from './own-server'
import { LocalServers } from './local-servers'
import { SetupOption } from './setup-option'
import { classNames } from '../../ui/class-names'
import welcomeStyles from './welcome.module.css'
import styles from './first-run.module.css'

/** The welcome screen of a new user: what Parley is, and the ways to a first answer. */
export function FirstRun({ onTry }: { onTry: () => void }) {
  const app = useApp()
  const { models, problems, phase, error, load } = useStore(app.models)
  const { tests, providers } = useStore(app.providers)
  useEffect(() => {
    void app.providers.getState().load()
  }, [app])
  // Tested providers and those with a key in the environment report their problem in their own line.
  const isReportedThere = (id: string) =>
    tests.get(id) !== undefined || providers.some((known) => known.id === id && known.keyVariable !== null)
  const otherProblems = problems.filter(({ providerId }) => !isReportedThere(providerId))
  const hasReal = models.some(isChoosable)
  const agents = installedAgents(models)
  return (
    <div className={welcomeStyles.welcome}>
      <div className={classNames(welcomeStyles.column, styles.firstRun)} data-slot="first-run">
        <h2>{canAnswer(models) ? t('settings.firstRun.ready') : t('settings.firstRun.needsModel')}</h2>
        <p className={styles.lead}>{t('settings.firstRun.lead')}</p>
        <div className={welcomeStyles.list}>
          <SetupOption name={t('settings.firstRun.onThisComputer')}>
            <LocalServers />
          </SetupOption>
          <SetupOption name={t('settings.firstRun.withKey')}>
            <KeyField />
          </SetupOption>
          <SetupOption name={t('settings.firstRun.ownServer')}>
            <OwnServer />
          </SetupOption>
          <EnvironmentKeys />
          {agents.length > 0 && (
            <SetupOption name={t('models.list.agents')}>
              <p className={styles.agents}>
                {agents.map(({ id, name }) => (
                  <Button
                    key={id}
                    variant="link"
                    onClick={() => {
                      app.newChatChoice.setState({ model: id })
                      app.models.getState().noteUse(id)
                      onTry()
                    }}
                  >
                    {t('agents.install.use', { name })}
                  </Button>
                ))}
              </p>
            </SetupOption>
          )}
          {otherProblems.map((problem) => (
            <SetupOption key={problem.providerId} name={problem.providerName}>
              <p>{keyErrorLine(problem.error)}</p>
            </SetupOption>
          ))}
          {!hasReal && phase === 'ready' && (
            <SetupOption name={t('settings.firstRun.toTry')}>
              <p>
                {t('settings.firstRun.demo')}{' '}
                <Button
                  variant="link"
                  onClick={() => {
                    const { byPlace, set } = app.drafts.getState()
                    // A question that is already being written is better than the sample.
                    if ((byPlace[newChatDraft] ?? '').trim() === '') {
                      set(newChatDraft, t('settings.firstRun.sampleQuestion'))
                    }
                    onTry()
                  }}
                >
                  {t('settings.firstRun.writeQuestion')}
                </Button>
              </p>
            </SetupOption>
          )}
          {error !== null && (
            <SetupOption name={t('settings.firstRun.models')}>
              <p role="alert">
                {errorLine(error)}{' '}
                <Button variant="link" onClick={() => void load()}>
                  {t('common.tryAgain')}
                </Button>
              </p>
            </SetupOption>
          )}
        </div>
      </div>
    </div>
  )
}
