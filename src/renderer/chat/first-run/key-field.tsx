import { useContext, useId, useState, type SyntheticEvent } from 'react'
import { useStore } from 'zustand'

import { providerPresets } from '../../../shared/provider-presets'
import { recogniseKey } from '../../state/recognise-key'
import { useApp } from '../../state/use-app'
import { Button } from '../../ui/button'
import { FollowLinkContext } from '../../ui/markdown/link'
import { linkTarget } from '../../ui/markdown/link-target'
import { TestLine } from './test-line'
import '../../ui/text-field.css'

/** How many providers are named as places to get a key; the others are in the list. */
const namedProviders = 4

/** Takes the key of a provider, which it tells by how the key looks, and says at once whether it works. */
export function KeyField() {
  const app = useApp()
  const { tests, error, keysGuard, save } = useStore(app.providers)
  const [apiKey, setApiKey] = useState('')
  const [chosenId, setChosenId] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const [triedId, setTriedId] = useState<string | null>(null)
  const id = useId()
  const recognised = apiKey.trim() === '' ? null : recogniseKey(apiKey)
  const preset = providerPresets.find((known) => known.id === chosenId) ?? recognised
  const tried = providerPresets.find((known) => known.id === triedId)
  const test = triedId === null ? undefined : tests[triedId]
  const canSave = apiKey.trim() !== '' && preset !== null && !isSaving
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!canSave) return
    setIsSaving(true)
    setTriedId(preset.id)
    const isSaved = await save({
      id: preset.id,
      kind: preset.kind,
      name: '',
      baseUrl: '',
      apiKey: apiKey.trim(),
    })
    setIsSaving(false)
    // One that was refused stays, to be mended; one that is kept is not to be seen any more.
    if (!isSaved || app.providers.getState().tests[preset.id]?.state === 'failed') return
    setApiKey('')
    setChosenId('')
  }
  return (
    <form className="key-field" onSubmit={(event) => void submit(event)}>
      <div className="key-field-line">
        <input
          className="text-field"
          type="password"
          autoComplete="off"
          aria-label="API key"
          aria-describedby={`${id}-guard`}
          placeholder="Paste a key"
          value={apiKey}
          onChange={(event) => {
            setApiKey(event.target.value)
            setTriedId(null)
          }}
        />
        <select
          className="text-field key-field-provider"
          aria-label="Whose key it is"
          value={preset?.id ?? ''}
          onChange={(event) => setChosenId(event.target.value)}
        >
          <option value="">{apiKey.trim() === '' ? 'Any' : 'Whose?'}</option>
          {providerPresets.map(({ id: presetId, name }) => (
            <option key={presetId} value={presetId}>
              {name}
            </option>
          ))}
        </select>
        <Button type="submit" look="primary" aria-disabled={!canSave}>
          {isSaving ? 'Testing…' : 'Save and test'}
        </Button>
      </div>
      {error !== null && triedId !== null && test === undefined && (
        <p className="first-run-failed" role="alert">
          {error.message}
        </p>
      )}
      {tried !== undefined && <TestLine name={tried.name} test={test} />}
      <p className="first-run-note">
        Get one from{' '}
        {providerPresets.slice(0, namedProviders).map(({ id: presetId, name, keysUrl }, index) => (
          <span key={presetId}>
            {index > 0 && (index === namedProviders - 1 ? ' or ' : ', ')}
            <KeysLink name={name} url={keysUrl} />
          </span>
        ))}
        . <span id={`${id}-guard`}>It is sent to its own provider only. {keysGuard}</span>
      </p>
    </form>
  )
}

function KeysLink({ name, url }: { name: string; url: string }) {
  const follow = useContext(FollowLinkContext)
  const target = linkTarget(url, '')
  return (
    <Button
      look="link"
      title={url}
      aria-label={`Get a key from ${name}`}
      onClick={() => target !== null && follow(target)}
    >
      {name}
    </Button>
  )
}
