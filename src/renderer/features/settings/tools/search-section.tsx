import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'

import { assertNever } from '../../../../shared/invariant'
import {
  type SearchInfo,
  type SearchKind,
  type SearchProviderKind,
  searchAddresses,
  searchProviderKinds,
  searchProviderNames,
  fetchHostOf,
  maxFetchHosts,
} from '../../../../shared/tools/search'
import { errorLine } from '../../../errors/error-text'
import { formatDuration } from '../../../language/format'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { keyDestination } from '../../../state/models/keys'
import { WebSearch, type SearchTest } from '../../../state/settings/web-search'
import { Button } from '../../../ui/controls/button'
import { Choice } from '../../../ui/fields/choice'
import { AddressInput, KeyInput } from '../../../ui/fields/inputs'
import { SettingRow, SettingsError } from '../../../ui/fields/setting-row'
import { Hint, Row } from '../../../ui/layout/layout'
import { classNames } from '../../../ui/class-names'
import styles from './search-section.module.css'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'

/** How models search the web, and which private hosts they may fetch pages from. */
export function SearchSection() {
  const { environment } = useApp()
  const [webSearch] = useState(() => new WebSearch(environment.api))
  const { search, test, error } = useStore(webSearch.store)
  const [chosen, setChosen] = useState<SearchKind | null>(null)
  useEffect(() => void webSearch.load(), [webSearch])
  const kind = chosen ?? search?.kind ?? 'own'
  const choose = (next: SearchKind) => {
    setChosen(next)
    if (next === 'own') void webSearch.save({ kind: next })
  }
  return (
    <>
      <section aria-labelledby="settings-web-search">
        <h3 id="settings-web-search">{t('web.search.title')}</h3>
        <SettingRow label={t('web.search.with')} hint={t(`web.search.hints.${kind}`)}>
          <Choice
            label={t('web.search.with')}
            value={kind}
            options={[
              ['own', t('web.search.own')],
              ...searchProviderKinds.map((each) => [each, searchProviderNames[each]] as const),
            ]}
            onChange={choose}
          />
        </SettingRow>
        {kind !== 'own' && search !== null && (
          <SearchForm
            key={kind}
            kind={kind}
            search={search}
            onSave={(change) => webSearch.save({ kind, ...change })}
            onTest={() => void webSearch.runTest()}
          />
        )}
        <Hint tone="soft" tabular className={styles.status} role="status" data-state={test?.state}>
          {test !== null && kind === search?.kind ? testLine(test) : ''}
        </Hint>
        {error !== null && <SettingsError>{errorLine(error)}</SettingsError>}
      </section>
      <FetchHosts />
    </>
  )
}

interface SearchFormProps {
  kind: SearchProviderKind
  search: SearchInfo
  onSave: (change: { baseUrl?: string; apiKey?: string }) => Promise<boolean>
  onTest: () => void
}

/** The address of the server, or the key of the service. */
function SearchForm({ kind, search, onSave, onTest }: SearchFormProps) {
  const isSaved = search.kind === kind
  const [address, setAddress] = useState(search.baseUrl ?? '')
  const [apiKey, setApiKey] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const labelId = useId()
  const hostId = useId()
  const isServer = kind === 'searxng'
  const typed = (isServer ? address : apiKey).trim()
  const isComplete = typed !== '' || (isSaved && search.hasKey)
  const submit = async () => {
    if (isSaving || !isComplete) return
    if (typed === '' || (isServer && isSaved && typed === search.baseUrl)) {
      onTest()
      return
    }
    setIsSaving(true)
    const wasSaved = await onSave(isServer ? { baseUrl: typed } : { apiKey: typed })
    setIsSaving(false)
    if (wasSaved) setApiKey('')
  }
  return (
    <Row as="form" wrap gap={2} pad={[2, 0]} className={styles.form} onSubmit={() => void submit()}>
      <span id={labelId}>
        {isServer ? t('common.address') : t('web.search.key', { name: searchProviderNames[kind] })}
      </span>
      {isServer ? (
        <AddressInput
          aria-labelledby={labelId}
          value={address}
          placeholder={t('web.search.example')}
          onChange={(event) => setAddress(event.target.value)}
        />
      ) : (
        <KeyInput
          aria-labelledby={labelId}
          aria-describedby={hostId}
          value={apiKey}
          placeholder={
            isSaved && search.hasKey
              ? t('settings.provider.keyKept', { last4: search.last4 ?? '' })
              : t('settings.provider.pasteKey')
          }
          onChange={(event) => setApiKey(event.target.value)}
        />
      )}
      <Button type="submit" variant="primary" aria-disabled={isSaving || !isComplete}>
        {isSaving ? t('settings.provider.testing') : t('settings.provider.saveAndTest')}
      </Button>
      {kind !== 'searxng' && (
        <Hint tone="soft" id={hostId} className={styles.keyHost}>
          {keyDestination(searchAddresses[kind])}
        </Hint>
      )}
    </Row>
  )
}

function testLine(test: SearchTest): string {
  switch (test.state) {
    case 'running':
      return t('settings.provider.testing')
    case 'passed':
      return test.resultCount === 0
        ? t('web.search.nothingFound')
        : t('web.search.passed', { count: test.resultCount, duration: formatDuration(test.durationMs) })
    case 'failed':
      return errorLine(test.error)
    default:
      return assertNever(test)
  }
}

/** The private hosts that models may fetch pages from: only the user names them. */
function FetchHosts() {
  const app = useApp()
  const { settings } = useStore(app.settings.store)
  const { fetchHosts } = settings
  const [typed, setTyped] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const hintId = useId()
  const errorId = useId()
  const add = () => {
    const host = fetchHostOf(typed)
    setIsRefused(host === null)
    if (host === null) return
    setTyped('')
    if (!fetchHosts.includes(host)) void app.settings.change({ fetchHosts: [...fetchHosts, host] })
  }
  return (
    <section aria-labelledby="settings-fetch-hosts">
      <h3 id="settings-fetch-hosts">{t('web.hosts.title')}</h3>
      <p
        id={hintId}
        className={classNames(settingRowStyles.settingHint, styles.hint)}
        data-slot="setting-hint"
      >
        {t('web.hosts.hint')}
      </p>
      {fetchHosts.length > 0 && (
        <ul className={styles.hosts} aria-labelledby="settings-fetch-hosts">
          {fetchHosts.map((host) => (
            <li key={host}>
              <span className={styles.host}>{host}</span>
              <Button
                variant="quiet"
                aria-label={t('web.hosts.remove', { host })}
                onClick={() =>
                  void app.settings.change({ fetchHosts: fetchHosts.filter((each) => each !== host) })
                }
              >
                {t('common.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {fetchHosts.length < maxFetchHosts && (
        <Row as="form" wrap gap={2} pad={[2, 0]} className={styles.form} onSubmit={add}>
          <AddressInput
            aria-label={t('web.hosts.field')}
            aria-describedby={isRefused ? `${hintId} ${errorId}` : hintId}
            aria-invalid={isRefused}
            value={typed}
            placeholder={t('common.localhost')}
            onChange={(event) => {
              setTyped(event.target.value)
              setIsRefused(false)
            }}
          />
          <Button type="submit" aria-disabled={typed.trim() === ''}>
            {t('common.add')}
          </Button>
        </Row>
      )}
      {isRefused && <SettingsError id={errorId}>{t('web.hosts.refused')}</SettingsError>}
    </section>
  )
}
