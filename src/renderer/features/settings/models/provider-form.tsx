import { useId, useState } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../../shared/errors'
import { assertNever } from '../../../../shared/invariant'
import type { ProviderInfo, RemoteProviderKind } from '../../../../shared/models/models'
import { t } from '../../../language/t'
import { webAddress } from '../../../../shared/models/api-address'
import { keyDestination } from '../../../state/models/keys'
import { completedAddress, providerIdFor } from '../../../state/models/providers'
import { useApp } from '../../../state/app/use-app'
import { FormButtons } from '../../../ui/fields/form-buttons'
import { errorLine } from '../../../errors/error-text'
import { classNames } from '../../../ui/class-names'
import { SettingsError } from '../../../ui/fields/setting-row'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import { Select } from '../../../ui/fields/select'
import { AddressInput, KeyInput, TextInput } from '../../../ui/fields/inputs'
import { useWholeInView } from '../../../ui/viewport/use-in-view'
import { Stack } from '../../../ui/layout/layout'
import styles from './providers.module.css'

const kinds: readonly RemoteProviderKind[] = ['openai-compatible', 'openai', 'anthropic', 'google']

interface ProviderFormProps {
  /** Null for a new provider. */
  provider: ProviderInfo | null
  /** Focuses the key first. */
  wantsKey?: boolean
  onDone: () => void
  /** Receives the id under which the provider was stored. */
  onSaved?: (id: string) => void
}

/** Edits a new or existing provider. The key is write-only. */
export function ProviderForm({ provider, wantsKey = false, onDone, onSaved }: ProviderFormProps) {
  const form = useWholeInView<HTMLFormElement>()
  const app = useApp()
  const { providers } = useStore(app.providers.store)
  const [name, setName] = useState(provider?.name ?? '')
  const [kind, setKind] = useState<RemoteProviderKind>(() => remoteKindOf(provider))
  const [baseUrl, setBaseUrl] = useState(provider?.baseUrl ?? '')
  const [apiKey, setApiKey] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const completed = completedAddress(baseUrl)
  const addressId = useId()
  const hostId = useId()

  const submit = async () => {
    if (isSaving) return
    const address = baseUrl.trim()
    setRefusal(null)
    setIsSaving(true)
    const taken = providers.map(({ id }) => id)
    const id = provider?.id ?? providerIdFor(name === '' ? hostOf(address) : name, taken)
    const isSaved = await app.providers.save({ id, kind, name: name.trim(), baseUrl: address, apiKey })
    setIsSaving(false)
    setRefusal(app.providers.store.getState().error)
    if (!isSaved) return
    onSaved?.(id)
    onDone()
  }

  return (
    <Stack
      as="form"
      gap={2}
      pad={4}
      ref={form}
      className={styles.providerForm}
      onSubmit={() => void submit()}
    >
      <label>
        <span>{t('common.name')}</span>
        <TextInput
          value={name}
          placeholder={t('settings.provider.nameExample')}
          maxLength={100}
          autoFocus={provider === null}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <label>
        <span>{t('settings.provider.speaks')}</span>
        <Select
          value={kind}
          options={kinds.map((candidate) => [candidate, kindName(candidate)])}
          onChange={setKind}
        />
      </label>
      <label>
        <span>{t('settings.provider.baseUrl')}</span>
        <AddressInput
          required
          aria-describedby={completed === null ? undefined : addressId}
          value={baseUrl}
          placeholder="https://api.example.com/v1"
          onChange={(event) => setBaseUrl(event.target.value)}
        />
      </label>
      {completed !== null && (
        <p
          id={addressId}
          className={classNames(settingRowStyles.settingHint, styles.providerFormNote)}
          data-slot="setting-hint"
        >
          {t('settings.provider.addressMeant', { address: completed })}
        </p>
      )}
      <label>
        <span>{t('settings.provider.apiKey')}</span>
        <KeyInput
          // `autoFocus` works in a dialog that is open, `data-first-focus` in one that opens.
          autoFocus={wantsKey}
          data-first-focus={wantsKey ? '' : undefined}
          aria-describedby={hostId}
          value={apiKey}
          placeholder={keyHint(provider)}
          onChange={(event) => setApiKey(event.target.value)}
        />
      </label>
      <p
        id={hostId}
        className={classNames(settingRowStyles.settingHint, styles.providerFormNote)}
        data-slot="setting-hint"
      >
        {keyDestination(baseUrl)} {t('settings.provider.keyDropped')}
      </p>
      {refusal !== null && <SettingsError>{errorLine(refusal)}</SettingsError>}
      <FormButtons
        submit={t(isSaving ? 'settings.provider.testing' : 'settings.provider.saveAndTest')}
        canSubmit={!isSaving}
        onCancel={onDone}
      />
    </Stack>
  )
}

/** All but the first are product names, which are not translated. */
function kindName(kind: RemoteProviderKind): string {
  switch (kind) {
    case 'openai-compatible':
      return t('settings.provider.compatible')
    case 'openai':
      return 'OpenAI Responses'
    case 'anthropic':
      return 'Anthropic Messages'
    case 'google':
      return 'Google Gemini'
    default:
      return assertNever(kind)
  }
}

function keyHint(provider: ProviderInfo | null): string {
  if (provider?.hasKey !== true) return t('settings.provider.noKeyNeeded')
  return provider.keyVariable === null
    ? t('settings.provider.keyKept', { last4: provider.last4 ?? '' })
    : t('settings.provider.keyOfVariable', { variable: provider.keyVariable })
}

function remoteKindOf(provider: ProviderInfo | null): RemoteProviderKind {
  return provider === null || provider.kind === 'demo' ? 'openai-compatible' : provider.kind
}

function hostOf(address: string): string {
  return URL.parse(webAddress(address) ?? '')?.hostname ?? ''
}
