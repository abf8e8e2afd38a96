import { Trans } from 'react-i18next/TransWithoutContext'
import { useStore } from 'zustand'

import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import type { ProviderTest } from '../../state/models/providers'
import { TestLine } from './test-line'
import { SetupOption } from './setup-option'
import styles from './first-run.module.css'

/** The providers with keys from environment variables. There is nothing to set up, only to know. */
export function EnvironmentKeys() {
  const app = useApp()
  const { providers, tests, test } = useStore(app.providers)
  const problems = useStore(app.models, (state) => state.problems)
  /** The result of its last test; before one, the error from listing its models. */
  const testOf = (id: string): ProviderTest | undefined => {
    const error = problems.find(({ providerId }) => providerId === id)?.error
    return tests.get(id) ?? (error === undefined ? undefined : { state: 'failed', error })
  }
  const found = providers.filter(({ keyVariable }) => keyVariable !== null)
  if (found.length === 0) return null
  return (
    <SetupOption name={t('settings.firstRun.inEnvironment')}>
      <ul className={styles.keys}>
        {found.map(({ id, name, keyVariable, last4 }) => (
          <li key={id}>
            <p>
              <Trans
                t={t}
                i18nKey="settings.firstRun.environmentKey"
                values={{ name, last4: last4 ?? '', variable: keyVariable ?? '' }}
                components={{ name: <b className={styles.found} />, variable: <code /> }}
              />{' '}
              <Button
                variant="link"
                aria-label={t('settings.provider.testNamed', { name })}
                onClick={() => void test(id)}
              >
                {t('settings.firstRun.test')}
              </Button>
            </p>
            <TestLine name={name} test={testOf(id)} />
          </li>
        ))}
      </ul>
    </SetupOption>
  )
}
