import { useState, type SyntheticEvent } from 'react'
import { useStore } from 'zustand'

import type { ProviderInfo, RemoteProviderKind } from '../../shared/models'
import { providerIdFor } from '../state/providers'
import { useApp } from '../state/use-app'
import { Button } from '../ui/button'

const kinds: readonly (readonly [kind: RemoteProviderKind, name: string])[] = [
  ['openai-compatible', 'OpenAI-compatible, as most servers'],
  ['openai', 'OpenAI Responses'],
  ['anthropic', 'Anthropic Messages'],
  ['google', 'Google Gemini'],
]

interface ProviderFormProps {
  /** Null for a new one. */
  provider: ProviderInfo | null
  onDone: () => void
  /** It is stored under this id. */
  onSaved?: (id: string) => void
}

/** Describes a server, a new one or one that is there. The key goes in and never comes out. */
export function ProviderForm({ provider, onDone, onSaved }: ProviderFormProps) {
  const app = useApp()
  const { providers, error, save } = useStore(app.providers)
  const [name, setName] = useState(provider?.name ?? '')
  const [kind, setKind] = useState<RemoteProviderKind>(() => remoteKindOf(provider))
  const [baseUrl, setBaseUrl] = useState(provider?.baseUrl ?? '')
  const [apiKey, setApiKey] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const [hasTried, setHasTried] = useState(false)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isSaving) return
    setHasTried(true)
    setIsSaving(true)
    const taken = providers.map(({ id }) => id)
    const id = provider?.id ?? providerIdFor(name === '' ? hostOf(baseUrl) : name, taken)
    const isSaved = await save({ id, kind, name: name.trim(), baseUrl: baseUrl.trim(), apiKey })
    setIsSaving(false)
    if (!isSaved) return
    onSaved?.(id)
    onDone()
  }

  return (
    <form className="provider-form" onSubmit={(event) => void submit(event)}>
      <label>
        <span>Name</span>
        <input
          className="text-field"
          value={name}
          placeholder="My server"
          maxLength={100}
          autoFocus={provider === null}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <label>
        <span>Speaks</span>
        <select
          className="text-field"
          value={kind}
          onChange={(event) => {
            const chosen = kinds.find(([candidate]) => candidate === event.target.value)
            if (chosen !== undefined) setKind(chosen[0])
          }}
        >
          {kinds.map(([candidate, kindName]) => (
            <option key={candidate} value={candidate}>
              {kindName}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Base URL</span>
        <input
          className="text-field"
          type="url"
          required
          value={baseUrl}
          placeholder="https://api.example.com/v1"
          onChange={(event) => setBaseUrl(event.target.value)}
        />
      </label>
      <label>
        <span>API key</span>
        <input
          className="text-field"
          type="password"
          autoComplete="off"
          value={apiKey}
          placeholder={keyHint(provider)}
          onChange={(event) => setApiKey(event.target.value)}
        />
      </label>
      <p className="setting-hint provider-form-note">
        The key is dropped when the address changes to another server.
      </p>
      {hasTried && error !== null && (
        <p className="settings-error" role="alert">
          {error.message}
        </p>
      )}
      <div className="provider-form-steps">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" look="primary" aria-disabled={isSaving}>
          {isSaving ? 'Testing…' : 'Save and test'}
        </Button>
      </div>
    </form>
  )
}

function keyHint(provider: ProviderInfo | null): string {
  if (provider?.hasKey !== true) return 'None for a local server'
  return provider.keyVariable === null
    ? `••••${provider.last4 ?? ''} (kept when left empty)`
    : `From ${provider.keyVariable} when left empty`
}

function remoteKindOf(provider: ProviderInfo | null): RemoteProviderKind {
  return provider === null || provider.kind === 'demo' ? 'openai-compatible' : provider.kind
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}
