import { useRef, useState, useEffect } from 'react'
import { useStore } from 'zustand'

import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { keyStorageWords, keyErrorLine } from '../../../state/models/keys'
import { errorLine } from '../../../errors/error-text'
import { AddProvider } from './add-provider'
import { SwitchRow, SettingsError } from '../../../ui/fields/setting-row'
import { Hint, PlainList, Row, Stack, Text } from '../../../ui/layout/layout'
import type { ProviderInfo } from '../../../../shared/models/models'
import type { ProviderTest } from '../../../state/models/providers'
import { formatDuration } from '../../../language/format'
import { ProviderForm } from './provider-form'
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

interface ProviderRowProps {
  provider: ProviderInfo
  /** Just added, so it scrolls into view. */
  isNew: boolean
  /** The form is open. */
  isOpen: boolean
  /** Its form opens with the focus in the key. */
  wantsKey: boolean
  onOpen: (isOpen: boolean) => void
  onRemoved: () => void
}

/** One provider: its type, its state, and its actions. */
function ProviderRow({ provider, isNew, isOpen, wantsKey, onOpen, onRemoved }: ProviderRowProps) {
  const app = useApp()
  const { tests } = useStore(app.providers.store)
  const [isRemoving, setIsRemoving] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const { id, name, origin } = provider
  const isSaved = origin === 'configured'
  const canEdit = isSaved || provider.keyVariable !== null
  useEffect(() => {
    if (isNew) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isNew])
  return (
    <li ref={row} className={styles.provider}>
      <Row gap={1} className={styles.providerLine}>
        <Stack gap={0} grow>
          <Text weight="medium" className={styles.providerName}>
            {name}
          </Text>
          <span className={settingRowStyles.settingHint} data-slot="setting-hint">
            {about(provider)}
          </span>
        </Stack>
        <Button
          variant="quiet"
          aria-label={t('settings.provider.testNamed', { name })}
          onClick={() => void app.providers.test(id)}
        >
          {t('common.test')}
        </Button>
        {canEdit && (
          <Button
            variant="quiet"
            aria-label={t('common.editNamed', { name })}
            aria-expanded={isOpen}
            onClick={() => onOpen(!isOpen)}
          >
            {t('common.edit')}
          </Button>
        )}
        {isSaved && (
          <Button
            variant="quiet"
            aria-label={t('common.removeNamed', { name })}
            onClick={() => setIsRemoving(true)}
          >
            {t('common.remove')}
          </Button>
        )}
      </Row>
      {isRemoving && (
        <Row
          pad={[2, 3]}
          className={styles.providerQuestion}
          role="group"
          aria-label={t('settings.provider.removeQuestion', { name })}
        >
          <span>
            {provider.hasKey && provider.keyVariable === null
              ? t('settings.provider.removeWithKey', { name })
              : t('settings.provider.removeExplained', { name })}
          </span>
          <Button
            variant="danger"
            onClick={() => {
              void app.providers.remove(id)
              onRemoved()
            }}
          >
            {t('common.remove')}
          </Button>
          <Button
            autoFocus
            onClick={() => {
              setIsRemoving(false)
              row.current?.querySelector<HTMLElement>('button')?.focus()
            }}
          >
            {t('common.keep')}
          </Button>
        </Row>
      )}
      <TestResult test={tests.get(id)} />
      {isOpen && canEdit && (
        <ProviderForm provider={provider} wantsKey={wantsKey} onDone={() => onOpen(false)} />
      )}
    </li>
  )
}

function about(provider: ProviderInfo): string {
  const { kind, origin, baseUrl, hasKey, last4, keyVariable } = provider
  const parts: string[] = []
  if (kind === 'demo') parts.push(t('settings.provider.scripted'))
  if (origin === 'discovered' && keyVariable === null) parts.push(t('settings.provider.found'))
  if (baseUrl !== null) parts.push(baseUrl)
  if (hasKey) {
    const key = { last4: last4 ?? '' }
    parts.push(
      keyVariable === null
        ? t('settings.provider.key', key)
        : t('settings.provider.keyFrom', { ...key, variable: keyVariable }),
    )
  }
  return parts.join(' · ')
}

function TestResult({ test }: { test: ProviderTest | undefined }) {
  if (test === undefined) return null
  if (test.state === 'running') {
    return (
      <Hint tone="soft" tabular className={styles.providerTest} role="status">
        {t('common.loadingModels')}
      </Hint>
    )
  }
  if (test.state === 'failed') {
    return (
      <Hint tone="bad" tabular className={styles.providerTest} data-slot="provider-test-failed" role="status">
        {keyErrorLine(test.error)}
      </Hint>
    )
  }
  return (
    <Hint tone="good" tabular className={styles.providerTest} role="status">
      {t('settings.provider.works', {
        count: test.modelCount,
        duration: formatDuration(test.durationMs),
      })}
    </Hint>
  )
}
