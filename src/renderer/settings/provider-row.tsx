import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { ProviderInfo } from '../../shared/models'
import type { ProviderTest } from '../state/providers'
import { useApp } from '../state/use-app'
import { Button } from '../ui/button'
import { counted, formatDuration } from '../ui/figures'
import { ProviderForm } from './provider-form'

interface ProviderRowProps {
  provider: ProviderInfo
  /** It has just been added: it is brought into view. */
  isNew: boolean
  /** Its form is open. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onRemoved: () => void
}

/** One provider: what it is, whether it works, and what can be done with it. */
export function ProviderRow({ provider, isNew, isOpen, onOpen, onRemoved }: ProviderRowProps) {
  const app = useApp()
  const { tests, test, remove } = useStore(app.providers)
  const [isRemoving, setIsRemoving] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const { id, name, origin } = provider
  const isSaved = origin === 'configured'
  const canEdit = isSaved || provider.keyVariable !== null
  useEffect(() => {
    if (isNew) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isNew])
  return (
    <li ref={row} className="provider">
      <div className="provider-line">
        <div className="provider-words">
          <span className="provider-name">{name}</span>
          <span className="setting-hint">{about(provider)}</span>
        </div>
        <Button look="quiet" aria-label={`Test ${name}`} onClick={() => void test(id)}>
          Test
        </Button>
        {canEdit && (
          <Button
            look="quiet"
            aria-label={`Edit ${name}`}
            aria-expanded={isOpen}
            onClick={() => onOpen(!isOpen)}
          >
            Edit
          </Button>
        )}
        {isSaved && (
          <Button look="quiet" aria-label={`Remove ${name}`} onClick={() => setIsRemoving(true)}>
            Remove
          </Button>
        )}
      </div>
      {isRemoving && (
        <div className="provider-question" role="group" aria-label={`Remove ${name}?`}>
          <span>
            Remove {name}
            {provider.hasKey && provider.keyVariable === null ? ' and its key' : ''}? Chats with its models
            stay.
          </span>
          <Button
            look="danger"
            onClick={() => {
              void remove(id)
              onRemoved()
            }}
          >
            Remove
          </Button>
          <Button
            ref={(button) => button?.focus()}
            onClick={() => {
              setIsRemoving(false)
              row.current?.querySelector<HTMLElement>('button')?.focus()
            }}
          >
            Keep
          </Button>
        </div>
      )}
      <TestResult test={tests[id]} />
      {isOpen && <ProviderForm provider={provider} onDone={() => onOpen(false)} />}
    </li>
  )
}

function about(provider: ProviderInfo): string {
  const { kind, origin, baseUrl, hasKey, last4, keyVariable } = provider
  const parts: string[] = []
  if (kind === 'demo') parts.push('Built in. Scripted answers, offline')
  if (origin === 'discovered' && keyVariable === null) parts.push('Found on this computer')
  if (baseUrl !== null) parts.push(baseUrl)
  if (hasKey) parts.push(`key ••••${last4 ?? ''}${keyVariable === null ? '' : ` from ${keyVariable}`}`)
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
