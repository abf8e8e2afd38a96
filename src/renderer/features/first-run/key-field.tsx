import { useContext, useId, useState, useEffect, useRef, type FocusEvent } from 'react'
import { Trans } from 'react-i18next/TransWithoutContext'
import { useStore } from 'zustand'

import { type ProviderPreset, providerPresets } from '../../../shared/models/provider-presets'
import { focusComposer } from '../../keyboard/focus-targets'
import { formatLocale, t } from '../../language/t'
import { keyDestination, keyErrorLine, keyStorageWords, recogniseKey } from '../../state/models/keys'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import { FollowLinkContext } from '../../markdown/code/markdown-context'
import { linkTarget } from '../../markdown/source/link-target'
import { KeyInput } from '../../ui/fields/inputs'
import { Form, Hint, Row } from '../../ui/layout/layout'
import { assertNever } from '../../../shared/invariant'
import type { ProviderTest } from '../../state/models/providers'
import { formatDuration } from '../../language/format'
import { Select } from '../../ui/fields/select'
import styles from './first-run.module.css'

/** The number of providers with links for getting a key; the others are in the list. */
const namedProviders = 4

/** Accepts an API key, recognises its provider by its format, and tests it at once. */
export function KeyField() {
  const app = useApp()
  const { tests, error, keysGuard } = useStore(app.providers.store)
  const [apiKey, setApiKey] = useState('')
  const [chosenId, setChosenId] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const [triedId, setTriedId] = useState<string | null>(null)
  /** The key could not be stored, so it was not tested. */
  const [isRefused, setIsRefused] = useState(false)
  const id = useId()
  const recognised = apiKey.trim() === '' ? null : recogniseKey(apiKey)
  const preset = providerPresets.find((known) => known.id === chosenId) ?? recognised
  const tried = providerPresets.find((known) => known.id === triedId)
  const test = triedId === null ? undefined : tests.get(triedId)
  const inView = useFormInView(isRefused ? error : test)
  const canSave = apiKey.trim() !== '' && preset !== null && !isSaving
  const submit = async () => {
    if (!canSave) return
    setIsSaving(true)
    setIsRefused(false)
    setTriedId(preset.id)
    const isSaved = await app.providers.save({
      id: preset.id,
      kind: preset.kind,
      name: '',
      baseUrl: '',
      apiKey: apiKey.trim(),
    })
    setIsSaving(false)
    setIsRefused(!isSaved)
    // A rejected key stays for correction; an accepted one must not remain visible.
    if (!isSaved || app.providers.store.getState().tests.get(preset.id)?.state === 'failed') return
    setApiKey('')
    setChosenId('')
    // What comes next is a question.
    focusComposer()
  }
  return (
    <Form {...inView} onSubmit={() => void submit()}>
      <Row align="stretch" wrap className={styles.keyFieldLine}>
        <KeyInput
          aria-label={t('settings.provider.apiKey')}
          aria-describedby={`${id}-guard`}
          placeholder={t('settings.firstRun.pasteKey')}
          value={apiKey}
          onChange={(event) => {
            setApiKey(event.target.value)
            setTriedId(null)
          }}
        />
        <Select
          className={styles.keyFieldProvider}
          aria-label={t('settings.firstRun.whoseKey')}
          value={preset?.id ?? ''}
          options={[
            ['', t(apiKey.trim() === '' ? 'settings.firstRun.anyProvider' : 'settings.firstRun.whose')],
            ...providerPresets.map(({ id: presetId, name }) => [presetId, name] as const),
          ]}
          onChange={setChosenId}
        />
        <Button type="submit" variant="primary" aria-disabled={!canSave}>
          {isSaving ? t('settings.provider.testing') : t('settings.provider.saveAndTest')}
        </Button>
      </Row>
      {error !== null && tried !== undefined && isRefused && (
        <Hint tone="bad" className={styles.failed} role="alert">
          {errorLine(error)}
        </Hint>
      )}
      {tried !== undefined && !isRefused && <TestLine name={tried.name} test={test} />}
      <Hint className={styles.note}>
        <Trans
          t={t}
          i18nKey="settings.firstRun.getOneFrom"
          components={{ providers: <KeysLinks presets={providerPresets.slice(0, namedProviders)} /> }}
        />{' '}
        <span id={`${id}-guard`}>
          {preset === null ? t('settings.firstRun.keyGoesToItsOwn') : keyDestination(preset.baseUrl)}{' '}
          {keyStorageWords(keysGuard)}
        </span>
      </Hint>
    </Form>
  )
}

/** Links to the pages where keys are created: `A, B or C`. */
function KeysLinks({ presets }: { presets: readonly ProviderPreset[] }) {
  const parts = new Intl.ListFormat(formatLocale(), { type: 'disjunction' }).formatToParts(
    presets.map(({ name }) => name),
  )
  return parts.map(({ value }, index) => {
    const preset = presets.find(({ name }) => name === value)
    return preset === undefined ? value : <KeysLink key={index} name={value} url={preset.keysUrl} />
  })
}

function KeysLink({ name, url }: { name: string; url: string }) {
  const follow = useContext(FollowLinkContext)
  const target = linkTarget(url, '')
  return (
    <Button
      variant="link"
      title={url}
      aria-label={t('settings.firstRun.getKeyFrom', { name })}
      onClick={() => target !== null && follow(target)}
    >
      {name}
    </Button>
  )
}

/** The provider's response to a request with the key. */
export function TestLine({ name, test }: { name: string; test: ProviderTest | undefined }) {
  if (test === undefined) return null
  switch (test.state) {
    case 'running':
      return (
        <Hint className={styles.note} role="status">
          {t('settings.firstRun.asking', { name })}
        </Hint>
      )
    case 'passed':
      return (
        <Hint tone="good" className={styles.passed} role="status">
          {t('settings.firstRun.works', {
            name,
            count: test.modelCount,
            duration: formatDuration(test.durationMs),
          })}
        </Hint>
      )
    case 'failed':
      return (
        <Hint tone="bad" className={styles.failed} role="status">
          {keyErrorLine(test.error)}
        </Hint>
      )
    default:
      return assertNever(test)
  }
}

/** Keeps a whole form in view while it is used: in a small window, its button and its `result` would be out of sight. */
export function useFormInView(result: object | null | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (result != null && form.current?.contains(document.activeElement) === true) show(form.current)
  }, [result])
  return {
    ref: form,
    // A button must not move between the press and the release of a mouse button.
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      if (target instanceof HTMLInputElement) show(currentTarget)
    },
  }
}

function show(form: Element): void {
  form.scrollIntoView({ block: 'nearest' })
}
