import { useRef, useState } from 'react'
import { useStore } from 'zustand'

import { useApp } from '../state/use-app'
import { Button } from '../ui/button'
import { AddProvider } from './add-provider'
import { OnOffRow } from './on-off-row'
import { ProviderRow } from './provider-row'
import './providers.css'

/** Where models come from: the providers that are there, and the way to more of them. */
export function ProvidersSection() {
  const app = useApp()
  const { phase, providers, keysGuard, error, load } = useStore(app.providers)
  const { settings, change } = useStore(app.settings)
  const [openId, setOpenId] = useState<string | null>(null)
  const [addedId, setAddedId] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const hasOwn = providers.some(({ origin }) => origin !== 'built-in')
  return (
    <>
      <section aria-labelledby="settings-providers">
        <h3 id="settings-providers">Your providers</h3>
        {error !== null && openId === null && (
          <p className="settings-error" role="alert">
            {error.message}{' '}
            {phase === 'failed' && (
              <Button look="link" onClick={() => void load()}>
                Try again
              </Button>
            )}
          </p>
        )}
        {phase === 'loading' && (
          <p className="data-empty" role="status">
            Looking which are there…
          </p>
        )}
        {phase === 'ready' && !hasOwn && (
          <p className="data-empty">
            None yet. Add one below with a key, or start Ollama, LM Studio, llama.cpp or vLLM on this
            computer.
          </p>
        )}
        <ul ref={list} className="providers" aria-label="Your providers" tabIndex={-1}>
          {providers.map((provider) => (
            <ProviderRow
              key={provider.id}
              provider={provider}
              isNew={provider.id === addedId}
              isOpen={provider.id === openId}
              onOpen={(isOpen) => setOpenId(isOpen ? provider.id : null)}
              onRemoved={() => list.current?.focus()}
            />
          ))}
        </ul>
      </section>
      <section aria-labelledby="settings-add-provider">
        <h3 id="settings-add-provider">Add a provider</h3>
        <AddProvider openId={openId} onOpen={setOpenId} onAdded={setAddedId} />
      </section>
      <section aria-labelledby="settings-keys">
        <h3 id="settings-keys">Keys and local servers</h3>
        <OnOffRow
          label="Look for local servers"
          hint="Ollama, LM Studio, llama.cpp and vLLM, on their usual ports of this computer only."
          isOn={settings.discovery}
          onChange={(discovery) => void change({ discovery })}
        />
        <p className="providers-guard">
          A key is sent to its own provider only, and is never shown again. {keysGuard}
        </p>
      </section>
    </>
  )
}
