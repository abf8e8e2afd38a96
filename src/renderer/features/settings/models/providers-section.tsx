import { useRef, useState } from 'react'
import { useStore } from 'zustand'

import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { keyStorageWords } from '../../../state/models/keys'
import { errorLine } from '../../../errors/error-text'
import { AddProvider } from './add-provider'
import { SwitchRow, SettingsError } from '../../../ui/fields/setting-row'
import { ProviderRow } from './provider-row'
import { Hint, PlainList } from '../../../ui/layout/layout'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import styles from './providers.module.css'

/** The configured providers, and how to add more. */
export function ProvidersSection({ keyWantedId }: { keyWantedId: string | null }) {
  const app = useApp()
  const { phase, providers, keysGuard, error } = useStore(app.providers.store)
  const { settings } = useStore(app.settings.store)
  const [openId, setOpenId] = useState(keyWantedId)
  const [addedId, setAddedId] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const hasOwn = providers.some(({ origin }) => origin !== 'built-in')
  return (
    <>
      <section aria-labelledby="settings-providers">
        <h3 id="settings-providers">{t('settings.providers.yours')}</h3>
        {error !== null && (openId === null || phase === 'failed') && (
          <SettingsError>
            {errorLine(error)}{' '}
            {phase === 'failed' && (
              <Button variant="link" onClick={() => void app.providers.load()}>
                {t('common.tryAgain')}
              </Button>
            )}
          </SettingsError>
        )}
        {phase === 'loading' && (
          <p className={settingRowStyles.dataEmpty} data-slot="data-empty" role="status">
            {t('common.checking')}
          </p>
        )}
        {phase === 'ready' && !hasOwn && (
          <p className={settingRowStyles.dataEmpty} data-slot="data-empty">
            {t('settings.providers.none')}
          </p>
        )}
        <PlainList
          ref={list}
          className={styles.providers}
          aria-label={t('settings.providers.yours')}
          tabIndex={-1}
        >
          {providers.map((provider) => (
            <ProviderRow
              key={provider.id}
              provider={provider}
              isNew={provider.id === addedId}
              isOpen={provider.id === openId}
              wantsKey={provider.id === keyWantedId}
              onOpen={(isOpen) => setOpenId(isOpen ? provider.id : null)}
              onRemoved={() => list.current?.focus()}
            />
          ))}
        </PlainList>
      </section>
      <section aria-labelledby="settings-add-provider">
        <h3 id="settings-add-provider">{t('common.addProvider')}</h3>
        <AddProvider openId={openId} onOpen={setOpenId} onAdded={setAddedId} />
      </section>
      <section aria-labelledby="settings-keys">
        <h3 id="settings-keys">{t('settings.providers.keys')}</h3>
        <SwitchRow
          label={t('settings.providers.discovery')}
          hint={t('settings.providers.discoveryHint')}
          isOn={settings.discovery}
          onChange={(discovery) => void app.settings.change({ discovery })}
        />
        <Hint tone="soft" className={styles.guard}>
          {t('settings.providers.keyGoesToItsOwn')} {keyStorageWords(keysGuard)}
        </Hint>
      </section>
    </>
  )
}
