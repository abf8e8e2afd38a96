import { useState } from 'react'
import { useStore } from 'zustand'

import type { ProviderInfo } from '../../shared/models'
import type { ProviderTest } from '../state/providers'
import { useApp } from '../state/use-app'
import { Button } from '../ui/button'
import { counted, formatDuration } from '../ui/figures'
import { ProviderForm } from './provider-form'

/** Where models come from, and the form for one more. */
export function ProviderList() {
  const app = useApp()
  const { providers, tests, error, test, remove } = useStore(app.providers)
  const [editedId, setEditedId] = useState<string | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <div className="providers">
      {error !== null && !isAdding && editedId === null && (
        <p className="settings-error" role="alert">
          {error.message}
        </p>
      )}
      <ul>
        {providers.map((provider) => (
          <li key={provider.id} className="provider">
            <div className="provider-line">
              <div className="provider-words">
                <span className="provider-name">{provider.name}</span>
                <span className="setting-hint">{about(provider)}</span>
              </div>
              <Button
                look="quiet"
                aria-label={`Test ${provider.name}`}
                onClick={() => void test(provider.id)}
              >
                Test
              </Button>
              {provider.origin === 'configured' && (
                <>
                  <Button
                    look="quiet"
                    aria-label={`Edit ${provider.name}`}
                    onClick={() => setEditedId(provider.id)}
                  >
                    Edit
                  </Button>
                  <Button
                    look="quiet"
                    aria-label={`Remove ${provider.name}`}
                    onClick={() => void remove(provider.id)}
                  >
                    Remove
                  </Button>
                </>
              )}
            </div>
            <TestResult test={tests[provider.id]} />
            {editedId === provider.id && (
              <ProviderForm provider={provider} onDone={() => setEditedId(null)} />
            )}
          </li>
        ))}
      </ul>
      {isAdding ? (
        <ProviderForm provider={null} onDone={() => setIsAdding(false)} />
      ) : (
        <Button onClick={() => setIsAdding(true)}>Add an OpenAI-compatible server</Button>
      )}
    </div>
  )
}

function about(provider: ProviderInfo): string {
  const parts: string[] = []
  if (provider.kind === 'demo') parts.push('Built in. Scripted answers, offline')
  if (provider.origin === 'discovered') parts.push('Found on this computer')
  if (provider.baseUrl !== null) parts.push(provider.baseUrl)
  if (provider.hasKey) parts.push(`key ••••${provider.last4 ?? ''}`)
  return parts.join(' · ')
}

function TestResult({ test }: { test: ProviderTest | undefined }) {
  if (test === undefined) return null
  if (test.state === 'running') {
    return (
      <p className="provider-test" role="status">
        Asking for its models…
      </p>
    )
  }
  if (test.state === 'failed') {
    return (
      <p className="provider-test provider-test-failed" role="status">
        {test.error.message}
      </p>
    )
  }
  return (
    <p className="provider-test provider-test-passed" role="status">
      Works: {counted(test.modelCount, 'model')} in {formatDuration(test.durationMs)}
    </p>
  )
}
