import { Trans } from 'react-i18next/TransWithoutContext'
import { useStore } from 'zustand'

import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { Text } from '../../ui/layout/layout'
import styles from './first-run.module.css'

/** Searches for model servers on this computer and shows the result. */
export function LocalServers() {
  const app = useApp()
  const { models, phase, isRefreshing, load } = useStore(app.models)
  const { settings, isLoaded, change } = useStore(app.settings)
  const found = new Map<string, number>()
  for (const { isLocal, isScripted, providerName } of models) {
    if (isLocal && !isScripted) found.set(providerName, (found.get(providerName) ?? 0) + 1)
  }
  if (isLoaded && !settings.discovery && found.size === 0) {
    return (
      <p>
        {t('settings.firstRun.doesNotLook')}{' '}
        <Button
          variant="link"
          onClick={() => void change({ discovery: true }).then(() => load({ refresh: true }))}
        >
          {t('settings.firstRun.lookForThem')}
        </Button>
      </p>
    )
  }
  const isLooking = phase === 'loading' || isRefreshing
  return (
    <>
      <p className={styles.inline} role="status">
        {found.size > 0 ? (
          <Trans
            t={t}
            i18nKey="settings.firstRun.foundServers"
            values={{
              servers: [...found]
                .map(([name, count]) => t('settings.firstRun.serverWith', { name, count }))
                .join(', '),
            }}
            components={{ servers: <Text as="b" tone="ink" weight="medium" /> }}
          />
        ) : isLooking ? (
          t('settings.firstRun.looking')
        ) : (
          t('settings.firstRun.noServer')
        )}{' '}
      </p>
      {found.size === 0 && !isLooking && (
        <Button variant="link" onClick={() => void load({ refresh: true })}>
          {t('settings.models.lookAgain')}
        </Button>
      )}
    </>
  )
}
