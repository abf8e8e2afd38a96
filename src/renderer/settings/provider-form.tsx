import { useState, type SyntheticEvent } from 'react'
import { useStore } from 'zustand'

import type { ProviderInfo } from '../../shared/models'
import { providerIdFor } from '../state/providers'
import { useApp } from '../state/use-app'
import { Button } from '../ui/button'

/** Describes an OpenAI-compatible server, a new one or one that is there. The key goes in and never comes out. */
export function ProviderForm({ provider, onDone }: { provider: ProviderInfo | null; onDone: () => void }) {
  const app = useApp()
  const { providers, keysGuard, error, save } = useStore(app.providers)
  const [name, setName] = useState(provider?.name ?? '')
  const [baseUrl, setBaseUrl] = useState(provider?.baseUrl ?? '')
  const [apiKey, setApiKey] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const [hasTried, setHasTried] = useState(false)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setHasTried(true)
    setIsSaving(true)
    const taken = providers.map(({ id }) => id)
    const id = provider?.id ?? providerIdFor(name === '' ? hostOf(baseUrl) : name, taken)
    const isSaved = await save({ id, name: name.trim(), baseUrl: baseUrl.trim(), apiKey })
    setIsSaving(false)
    if (isSaved) onDone()
  }
  const keyHint =
    provider?.hasKey === true
      ? `••••${provider.last4 ?? ''} (kept when left empty)`
      : 'None for a local server'

  return (
    <form className="provider-form" onSubmit={(event) => void submit(event)}>
      <label>
        <span>Name</span>
        <input
          className="text-field"
          value={name}
          placeholder="My server"
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
        />
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
          placeholder={keyHint}
          onChange={(event) => setApiKey(event.target.value)}
        />
      </label>
      <p className="setting-hint provider-form-note">
        The key is sent to this server only, and dropped when the address changes to another one. {keysGuard}
      </p>
      {hasTried && error !== null && (
        <p className="settings-error" role="alert">
          {error.message}
        </p>
      )}
      <div className="provider-form-steps">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isSaving}>
          {isSaving ? 'Testing…' : 'Save and test'}
        </Button>
      </div>
    </form>
  )
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}
