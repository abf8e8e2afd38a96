import { useId, useState, type SyntheticEvent } from 'react'
import { Trans } from 'react-i18next/TransWithoutContext'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../shared/errors'
import { focusComposer } from '../../keyboard/focus-targets'
import { t } from '../../language/t'
import { keyDestination } from '../../state/models/keys'
import { completedServer, serverDraft } from '../../state/models/providers'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import { TestLine } from './key-field'
import { useFormInView } from './use-form-in-view'
import { AddressInput, KeyInput } from '../../ui/fields/inputs'
import { Hint, Row } from '../../ui/layout/layout'
import styles from './first-run.module.css'

/** Accepts the address of a server, with or without a scheme, and its key if it has one, and tests it at once. */
export function OwnServer() {
  const app = useApp()
  const { tests, providers } = useStore(app.providers.store)
  const [address, setAddress] = useState('')
  const [apiKey, setApiKey] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const [tried, setTried] = useState<{ id: string; name: string } | null>(null)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const noteId = useId()
  const test = tried === null ? undefined : tests.get(tried.id)
  const inView = useFormInView(refusal ?? test)
  const completed = completedServer(address, providers)
  const canSave = address.trim() !== '' && !isSaving
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!canSave) return
    const failedId = tried !== null && test?.state === 'failed' ? tried.id : null
    const draft = serverDraft({ address, apiKey }, providers, failedId)
    setIsSaving(true)
    setRefusal(null)
    const isSaved = await app.providers.save(draft)
    setIsSaving(false)
    const { error, tests: tested, providers: known } = app.providers.store.getState()
    if (!isSaved) {
      setRefusal(error)
      return
    }
    setTried({ id: draft.id, name: known.find(({ id }) => id === draft.id)?.name ?? draft.name })
    // What did not work stays for correction; a key that works must not remain visible.
    if (tested.get(draft.id)?.state === 'failed') return
    setAddress('')
    setApiKey('')
    // What comes next is a question.
    focusComposer()
  }
  return (
    <form {...inView} onSubmit={(event) => void submit(event)}>
      <Row align="stretch" wrap className={styles.keyFieldLine}>
        <AddressInput
          aria-label={t('settings.firstRun.serverAddress')}
          aria-describedby={noteId}
          aria-invalid={refusal !== null}
          placeholder={t('common.localhost')}
          value={address}
          onChange={(event) => {
            setAddress(event.target.value)
            setRefusal(null)
          }}
        />
        <KeyInput
          className={styles.keyFieldProvider}
          aria-label={t('settings.firstRun.serverKey')}
          aria-describedby={noteId}
          placeholder={t('settings.firstRun.serverKeyHint')}
          value={apiKey}
          onChange={(event) => setApiKey(event.target.value)}
        />
        <Button type="submit" aria-disabled={!canSave}>
          {isSaving ? t('settings.provider.testing') : t('settings.provider.saveAndTest')}
        </Button>
      </Row>
      {refusal !== null && (
        <Hint tone="bad" className={styles.failed} data-slot="first-run-failed" role="alert">
          {errorLine(refusal)}
        </Hint>
      )}
      {tried !== null && refusal === null && <TestLine name={tried.name} test={test} />}
      <Hint id={noteId} className={styles.note}>
        {completed === null ? (
          <Trans
            t={t}
            i18nKey="settings.firstRun.serverNote"
            components={{
              settings: <Button variant="link" onClick={() => app.openSettings('providers')} />,
            }}
          />
        ) : (
          t('settings.provider.addressMeant', { address: completed })
        )}
        {apiKey !== '' && ` ${keyDestination(address)}`}
      </Hint>
    </form>
  )
}
