import { useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'

import {
  placeName,
  type SyncDevice,
  type SyncProblem,
  type SyncProgress,
  type SyncState,
} from '../../../../shared/store/sync'
import type { SyncPlace } from '../../../../shared/store/sync-place'
import { errorLine } from '../../../errors/error-text'
import { formatMoment, formatPercent } from '../../../language/format'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { FormButtons } from '../../../ui/fields/form-buttons'
import { KeyInput } from '../../../ui/fields/inputs'
import { ProgressBar } from '../../../ui/fields/progress-bar'
import { SettingRow } from '../../../ui/fields/setting-row'
import { Hint, PlainList, Row, Stack, Text } from '../../../ui/layout/layout'
import hiddenTextStyles from '../../../ui/text/hidden-text.module.css'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import { emptyDraft, PlaceChoice, type PlaceDraft, placeIn, ServerFields } from './sync-place-form'
import styles from './data.module.css'

/** What is no reason to worry. */
const calm = new Set<ShownProblem>(['new', 'metered'])

/** A problem, or that what used to open the place does not any more. */
type ShownProblem = SyncProblem | 'changed' | 'expired'
const atPlaceInUse: Partial<Record<SyncProblem, ShownProblem>> = { mismatch: 'changed', 'sign-in': 'expired' }

/** What may pass without the user. */
const retried: ReadonlySet<SyncProblem> = new Set(['gone', 'full', 'failed', 'unreachable'])

/** The exchange with the person's other machines: where they meet, how it goes, and which devices there are. */
export function SyncSection() {
  const { sync } = useApp()
  const { isStarting, refusal, error, ...state } = useStore(sync.store)
  const [draft, setDraft] = useState<PlaceDraft>(emptyDraft)
  const place = state.place ?? placeIn(draft)
  const problem = refusal ?? (state.problem && (atPlaceInUse[state.problem] ?? state.problem))
  const isRetried = refusal === null && state.problem !== null && retried.has(state.problem)
  const says = error === null ? null : errorLine(error)
  const change = (changed: Partial<PlaceDraft>) => {
    sync.forgetRefusal()
    setDraft((before) => ({ ...before, ...changed }))
  }
  const isServer = (state.place ?? draft).kind !== 'folder'
  const asked =
    state.place === null
      ? isServer || place !== null
        ? allSecrets
        : []
      : secretsAgainst(state.problem, refusal)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef('')
  const controls = `${state.place !== null} ${state.devices.length} ${asked.join()}`
  useEffect(() => {
    // The form or the button that had the focus is gone.
    const isLost = shown.current !== controls && document.activeElement === document.body
    shown.current = controls
    if (isLost) heading.current?.focus()
  }, [controls])
  const progress = isStarting || problem !== null ? null : state.progress
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (refusal !== null || error !== null) status.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal, error])
  return (
    <>
      <section aria-labelledby="settings-sync">
        <h3 id="settings-sync" ref={heading} tabIndex={-1}>
          {t('common.settingsSections.sync')}
        </h3>
        {state.place === null ? (
          <PlaceChoice draft={draft} onChange={change} />
        ) : (
          <SettingRow label={t(`sync.kinds.${state.place.kind}`)} hint={placeName(state.place)}>
            <Button onClick={() => void sync.stop()}>{t('sync.stop')}</Button>
          </SettingRow>
        )}
        {state.status === 'on' && <PassphraseRow />}
        {asked.length > 0 && (
          <SecretsForm
            asked={asked}
            place={place}
            draft={draft}
            isInUse={state.place !== null}
            onChange={change}
          />
        )}
        {progress !== null && (
          <ProgressBar
            label={t(`sync.progress.${progress.kind}`)}
            detail={progressOf(progress)}
            share={progress.share}
          />
        )}
        <Hint
          ref={status}
          pad={[2, 0]}
          // Screen readers announce the progress once, not at every step.
          className={progress === null ? styles.status : hiddenTextStyles.hiddenText}
          role="status"
          data-problem={says !== null || (problem !== null && !calm.has(problem)) || undefined}
        >
          {says ??
            (isStarting
              ? t('sync.connecting')
              : problem === null
                ? statusOf(state)
                : problemOf(problem, place) + (isRetried ? ` ${t('sync.triesAgain')}` : ''))}
        </Hint>
        <details className={styles.howTo}>
          <summary>{t('sync.about.summary')}</summary>
          <dl>
            {(['safe', 'outside', 'lost'] as const).map((topic) => (
              <div key={topic}>
                <dt>{t(`sync.about.${topic}`)}</dt>
                <dd>{t(`sync.about.${topic}Text`)}</dd>
              </div>
            ))}
          </dl>
        </details>
      </section>
      {state.devices.length > 0 && (
        <section aria-labelledby="settings-sync-devices">
          <h3 id="settings-sync-devices">{t('sync.devices')}</h3>
          <PlainList aria-labelledby="settings-sync-devices">
            {state.devices.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </PlainList>
          {state.devices.length > 1 && <Hint pad={[2, 0]}>{t('sync.removeHint')}</Hint>}
        </section>
      )}
    </>
  )
}

/** `server`: the password of a server, or the secret of its access key. */
type Secret = 'server' | 'passphrase'
const allSecrets: readonly Secret[] = ['server', 'passphrase']
/** The secrets that may solve a problem. */
const solving: Partial<Record<SyncProblem, readonly Secret[]>> = {
  locked: allSecrets,
  new: allSecrets,
  arriving: allSecrets,
  mismatch: ['passphrase'],
  'sign-in': ['server'],
}

/** The secrets to ask for while a place is in use; of those just entered, another one may be wrong. */
function secretsAgainst(problem: SyncProblem | null, refusal: SyncProblem | null): readonly Secret[] {
  const asked = (problem && solving[problem]) ?? []
  return asked.length > 0 && refusal !== null ? (solving[refusal] ?? asked) : asked
}

/** The place of a server, and the secrets that are asked for: the passphrase twice if the folder is new. */
function SecretsForm({
  asked,
  place,
  draft,
  isInUse,
  onChange,
}: {
  asked: readonly Secret[]
  /** Null while something is missing. */
  place: SyncPlace | null
  draft: PlaceDraft
  isInUse: boolean
  onChange: (changed: Partial<PlaceDraft>) => void
}) {
  const { sync } = useApp()
  const { isStarting, refusal, problem } = useStore(sync.store)
  const [secret, setSecret] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const [repeated, setRepeated] = useState('')
  const isNew = refusal === 'new' || refusal === 'arriving'
  const differs = isNew && repeated !== '' && repeated !== passphrase
  const asksPassphrase = asked.includes('passphrase')
  // Otherwise, an empty one means the one in use, or that the server has none.
  const asksSecret = !asksPassphrase || (problem === 'locked' && place?.kind !== 'folder')
  const isEntered = (!asksPassphrase || passphrase !== '') && (!asksSecret || secret !== '')
  const isComplete = place !== null && isEntered && !isStarting
  const canStart = isComplete && (!isNew || repeated === passphrase)
  return (
    <Stack
      as="form"
      gap={0}
      onSubmit={() => {
        if (canStart) void sync.start({ place, secret, passphrase, isNew })
      }}
    >
      {asked.includes('server') && (
        <ServerFields
          draft={draft}
          place={isInUse ? place : null}
          secret={secret}
          onChange={onChange}
          onSecretChange={setSecret}
        />
      )}
      {asksPassphrase && (
        <SettingRow label={t('sync.passphrase')} hint={t('sync.passphraseHint')}>
          <KeyInput
            aria-label={t('sync.passphrase')}
            // The button that was pressed is replaced by it.
            autoFocus={place?.kind === 'folder'}
            value={passphrase}
            onChange={(event) => setPassphrase(event.target.value)}
          />
        </SettingRow>
      )}
      {isNew && <RepeatedPassphrase autoFocus differs={differs} value={repeated} onChange={setRepeated} />}
      <Row justify="end" pad={[2, 0]}>
        <Button type="submit" variant="primary" aria-disabled={!canStart}>
          {t('sync.start')}
        </Button>
      </Row>
    </Stack>
  )
}

function RepeatedPassphrase({
  differs,
  autoFocus = false,
  value,
  onChange,
}: {
  differs: boolean
  autoFocus?: boolean
  value: string
  onChange: (value: string) => void
}) {
  const differsId = useId()
  return (
    <SettingRow
      label={t('sync.repeat')}
      hint={differs ? <span id={differsId}>{t('sync.differs')}</span> : null}
    >
      <KeyInput
        aria-label={t('sync.repeat')}
        aria-invalid={differs || undefined}
        aria-describedby={differs ? differsId : undefined}
        autoFocus={autoFocus}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </SettingRow>
  )
}

/** The passphrase of the place that is in use, which can be changed. */
function PassphraseRow() {
  const { sync } = useApp()
  const [form, setForm] = useState<{ passphrase: string; repeated: string } | 'closed' | 'changed' | null>(
    null,
  )
  const hintId = useId()
  const [isChanging, setIsChanging] = useState(false)
  if (form === null || typeof form === 'string') {
    const hint = form === 'changed' && <span id={hintId}>{t('sync.changed')}</span>
    return (
      <SettingRow label={t('sync.passphrase')} hint={hint || null}>
        <Button
          aria-describedby={form === 'changed' ? hintId : undefined}
          autoFocus={form !== null}
          onClick={() => setForm({ passphrase: '', repeated: '' })}
        >
          {t('sync.change')}
        </Button>
      </SettingRow>
    )
  }
  const { passphrase, repeated } = form
  const canSubmit = passphrase !== '' && repeated === passphrase && !isChanging
  const change = async () => {
    setIsChanging(true)
    if (await sync.changePassphrase(passphrase)) setForm('changed')
    setIsChanging(false)
  }
  return (
    <Stack
      as="form"
      gap={0}
      onSubmit={() => {
        if (canSubmit) void change()
      }}
    >
      <SettingRow label={t('sync.newPassphrase')} hint={t('sync.changeHint')}>
        <KeyInput
          aria-label={t('sync.newPassphrase')}
          autoFocus
          value={passphrase}
          onChange={(event) => setForm({ ...form, passphrase: event.target.value })}
        />
      </SettingRow>
      <RepeatedPassphrase
        differs={repeated !== '' && repeated !== passphrase}
        value={repeated}
        onChange={(value) => setForm({ ...form, repeated: value })}
      />
      <Row pad={[2, 0]} justify="end">
        <FormButtons submit={t('sync.changeNow')} canSubmit={canSubmit} onCancel={() => setForm('closed')} />
      </Row>
    </Stack>
  )
}

function DeviceRow({ device }: { device: SyncDevice }) {
  const { sync } = useApp()
  const { id, name, isThis, seenAt, missingCount } = device
  const about: string[] = [t('sync.seen', { time: formatMoment(seenAt) })]
  if (missingCount > 0) about.push(t('sync.missing', { count: missingCount }))
  return (
    <Row as="li" gap={4} pad={[2, 0]} line="below">
      <Stack gap={0} grow className={settingRowStyles.settingWords}>
        <span>{isThis ? t('sync.thisDevice', { name }) : name}</span>
        <Text tabular className={settingRowStyles.settingHint} data-slot="setting-hint">
          {about.join(' · ')}
        </Text>
      </Stack>
      {!isThis && (
        <Button
          variant="quiet"
          aria-label={t('sync.removeNamed', { name })}
          onFirstClick={() => void sync.removeDevice(id)}
        >
          {t('sync.remove')}
        </Button>
      )}
    </Row>
  )
}

function problemOf(problem: ShownProblem, place: SyncPlace | null): string {
  const isOfKey = place?.kind === 's3' && (problem === 'sign-in' || problem === 'expired')
  const isOfServer = place !== null && place.kind !== 'folder'
  const key = isOfKey ? 'sign-in-s3' : problem === 'locked' && isOfServer ? 'locked-server' : problem
  return t(`sync.problem.${key}`, { folder: place === null ? '' : placeName(place) })
}

function progressOf({ kind, share, count }: SyncProgress): string {
  const percent = formatPercent(share)
  return kind === 'fetch' ? percent : t('sync.progressOf', { count, share: percent })
}

function statusOf({ status, progress, unsentCount, lookedAt }: SyncState): string {
  if (status === 'off') return ''
  if (progress !== null) return t(`sync.progress.${progress.kind}`)
  if (unsentCount > 0) return t('sync.unsent', { count: unsentCount })
  return lookedAt === null ? t('sync.connecting') : t('sync.current', { time: formatMoment(lookedAt) })
}
