import { type ReactNode, useEffect, useId, useState } from 'react'
import { Trans } from 'react-i18next/TransWithoutContext'
import { useStore } from 'zustand'

import { t } from '../../language/t'
import { newChatDraft, newCompareDraft } from '../../state/drafts/draft-places'
import { isChoosable } from '../../../shared/models/model-choice'
import { canAnswer, installedAgents } from '../../state/models/models'
import { useApp } from '../../state/app/use-app'
import { type ProviderTest, completedServer, serverDraft } from '../../state/models/providers'
import { Button } from '../../ui/controls/button'
import { errorLine } from '../../errors/error-text'
import { keyErrorLine, keyDestination } from '../../state/models/keys'
import { KeyField, TestLine, useFormInView } from './key-field'
import { classNames } from '../../ui/class-names'
import { Form, PlainList, Row, Text, Hint } from '../../ui/layout/layout'
import { Problem } from '../../ui/text/problem'
import type { ErrorData } from '../../../shared/errors'
import { focusComposer } from '../../keyboard/focus-targets'
import { AddressInput, KeyInput } from '../../ui/fields/inputs'
import welcomeStyles from './welcome.module.css'
import styles from './first-run.module.css'

/** The welcome screen of a new user: what Parley is, and the ways to a first answer. */
export function FirstRun({ onTry }: { onTry: () => void }) {
  const app = useApp()
  const { models, problems, phase, error } = useStore(app.models.store)
  const { tests, providers } = useStore(app.providers.store)
  useEffect(() => {
    void app.providers.load()
  }, [app])
  // Tested providers and those with a key in the environment report their problem in their own line.
  const isReportedThere = (id: string) =>
    tests.get(id) !== undefined || providers.some((known) => known.id === id && known.keyVariable !== null)
  const otherProblems = problems.filter(({ providerId }) => !isReportedThere(providerId))
  const hasReal = models.some(isChoosable)
  const agents = installedAgents(models)
  /** A question that is already being written is better than a sample. */
  const suggest = (place: string, question: string) => {
    if (app.drafts.of(place).trim() === '') app.drafts.set(place, question)
  }
  return (
    <Row align="stretch" gap={0} grow className={welcomeStyles.welcome}>
      <div className={classNames(welcomeStyles.column, styles.firstRun)} data-slot="first-run">
        <h2>{canAnswer(models) ? t('common.whatsOnYourMind') : t('settings.firstRun.needsModel')}</h2>
        <p className={styles.lead}>{t('settings.firstRun.lead')}</p>
        <div className={welcomeStyles.list}>
          {!hasReal && phase === 'ready' && (
            <SetupOption name={t('settings.firstRun.toTry')}>
              <p>{t('settings.firstRun.demo')}</p>
              <Row as="p" wrap gap={4}>
                <Button
                  variant="link"
                  onClick={() => {
                    suggest(newChatDraft, t('settings.firstRun.sampleQuestion'))
                    onTry()
                  }}
                >
                  {t('settings.firstRun.writeQuestion')}
                </Button>
                <Button
                  variant="link"
                  onClick={() => {
                    suggest(newCompareDraft, t('settings.firstRun.questionForBoth'))
                    app.newCompare()
                  }}
                >
                  {t('settings.firstRun.compareBoth')}
                </Button>
              </Row>
            </SetupOption>
          )}
          <SetupOption name={t('settings.firstRun.onThisComputer')}>
            <LocalServers />
          </SetupOption>
          <SetupOption name={t('settings.firstRun.withKey')}>
            <KeyField />
          </SetupOption>
          <SetupOption name={t('settings.firstRun.ownServer')}>
            <OwnServer />
          </SetupOption>
          <EnvironmentKeys />
          {agents.length > 0 && (
            <SetupOption name={t('common.codingAgents')}>
              <Row as="p" align="stretch" wrap className={styles.agents}>
                {agents.map(({ id, name }) => (
                  <Button
                    key={id}
                    variant="link"
                    onClick={() => {
                      app.newChatChoice.setState({ model: id })
                      app.models.noteUse(id)
                      onTry()
                    }}
                  >
                    {t('common.useNamed', { name })}
                  </Button>
                ))}
              </Row>
            </SetupOption>
          )}
          {otherProblems.map((problem) => (
            <SetupOption key={problem.providerId} name={problem.providerName}>
              <p>{keyErrorLine(problem.error)}</p>
            </SetupOption>
          ))}
          {error !== null && (
            <SetupOption name={t('common.settingsSections.models')}>
              <p role="alert">
                {errorLine(error)}{' '}
                <Button variant="link" onClick={() => void app.models.load()}>
                  {t('common.tryAgain')}
                </Button>
              </p>
            </SetupOption>
          )}
        </div>
      </div>
    </Row>
  )
}

/** The providers with keys from environment variables. There is nothing to set up, only to know. */
function EnvironmentKeys() {
  const app = useApp()
  const { providers, tests } = useStore(app.providers.store)
  const problems = useStore(app.models.store, (state) => state.problems)
  /** The result of its last test; before one, the error from listing its models. */
  const testOf = (id: string): ProviderTest | undefined => {
    const error = problems.find(({ providerId }) => providerId === id)?.error
    return tests.get(id) ?? (error === undefined ? undefined : { state: 'failed', error })
  }
  const found = providers.filter(({ keyVariable }) => keyVariable !== null)
  if (found.length === 0) return null
  return (
    <SetupOption name={t('settings.firstRun.inEnvironment')}>
      <PlainList>
        {found.map(({ id, name, keyVariable, last4 }) => (
          <li key={id}>
            <p>
              <Trans
                t={t}
                i18nKey="settings.firstRun.environmentKey"
                values={{ name, last4: last4 ?? '', variable: keyVariable ?? '' }}
                components={{ name: <Text as="b" tone="ink" weight="medium" />, variable: <code /> }}
              />{' '}
              <Button
                variant="link"
                aria-label={t('settings.provider.testNamed', { name })}
                onClick={() => void app.providers.test(id)}
              >
                {t('common.test')}
              </Button>
            </p>
            <TestLine name={name} test={testOf(id)} />
          </li>
        ))}
      </PlainList>
    </SetupOption>
  )
}

/** One entry of the welcome screen: a way to get a model. */
function SetupOption({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={classNames(welcomeStyles.line, styles.way)} aria-label={name}>
      <h3>{name}</h3>
      <div>{children}</div>
    </section>
  )
}

/** Searches for model servers on this computer and shows the result. */
export function LocalServers() {
  const app = useApp()
  const { models, phase, isRefreshing } = useStore(app.models.store)
  const { settings, isLoaded } = useStore(app.settings.store)
  const found = new Map<string, number>()
  for (const { isLocal, isScripted, providerName } of models) {
    if (isLocal && !isScripted) found.set(providerName, (found.get(providerName) ?? 0) + 1)
  }
  if (isLoaded && !settings.discovery && found.size === 0) {
    return (
      <p>
        {t('settings.firstRun.doesNotLook')}{' '}
        <Button
          variant="link"
          onClick={() =>
            void app.settings.change({ discovery: true }).then(() => app.models.load({ refresh: true }))
          }
        >
          {t('settings.firstRun.lookForThem')}
        </Button>
      </p>
    )
  }
  const isLooking = phase === 'loading' || isRefreshing
  return (
    <>
      <p className={styles.inline} role="status">
        {found.size > 0 ? (
          <Trans
            t={t}
            i18nKey="settings.firstRun.foundServers"
            values={{
              servers: [...found]
                .map(([name, count]) => t('settings.firstRun.serverWith', { name, count }))
                .join(', '),
            }}
            components={{ servers: <Text as="b" tone="ink" weight="medium" /> }}
          />
        ) : isLooking ? (
          t('settings.firstRun.looking')
        ) : (
          t('settings.firstRun.noServer')
        )}{' '}
      </p>
      {found.size === 0 && !isLooking && (
        <Button variant="link" onClick={() => void app.models.load({ refresh: true })}>
          {t('common.refresh')}
        </Button>
      )}
    </>
  )
}

/** Accepts the address of a server, with or without a scheme, and its key if it has one, and tests it at once. */
function OwnServer() {
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
  const submit = async () => {
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
    <Form {...inView} onSubmit={() => void submit()}>
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
      <Problem size="s" className={styles.failed} error={refusal} />
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
    </Form>
  )
}
