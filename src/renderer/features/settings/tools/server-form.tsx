import { useState } from 'react'

import type { ErrorData } from '../../../../shared/errors'
import type { RouteInput } from '../../../../shared/rpc/contract'
import { type ServerInfo, serverLimits } from '../../../../shared/tools/servers'
import { errorLine } from '../../../errors/error-text'
import { keyDestination } from '../../../state/models/keys'
import { t } from '../../../language/t'
import { Choice } from '../../../ui/fields/choice'
import { FormButtons } from '../../../ui/fields/form-buttons'
import { NumberField, AddressInput, CodeInput, KeyInput } from '../../../ui/fields/inputs'
import { SettingsError } from '../../../ui/fields/setting-row'
import { useWholeInView } from '../../../ui/viewport/use-in-view'
import { NamedValues, Variables } from '../named-values/named-values'
import { commandWords, serverChange, serverFormDraft, faultOf, type ServerDraft } from './server-draft'
import { Row, Stack } from '../../../ui/layout/layout'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import styles from './servers.module.css'

const { seconds } = serverLimits

interface ServerFormProps {
  /** Null for a new one. */
  server: ServerInfo | null
  /** Names that other servers have. */
  taken: readonly string[]
  /** Resolves with the refusal. */
  onSave: (change: RouteInput<'servers.save'>) => Promise<ErrorData | null>
  onDone: () => void
}

/** How a server is started or reached, and how long Parley waits for it. Values of variables and headers are secret. */
export function ServerForm({ server, taken, onSave, onDone }: ServerFormProps) {
  const [draft, setDraft] = useState(() => serverFormDraft(server))
  const form = useWholeInView<HTMLFormElement>()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const change = (changed: Partial<ServerDraft>) => {
    setDraft({ ...draft, ...changed })
    setRefusal(null)
  }
  const submit = async () => {
    if (isSaving) return
    const fault = faultOf(draft, taken)
    if (fault !== null) {
      setRefusal(t(`tools.form.faults.${fault}`))
      return
    }
    const changed = serverChange(server, draft)
    if (changed === null) {
      onDone()
      return
    }
    setIsSaving(true)
    const refused = await onSave(changed)
    setIsSaving(false)
    if (refused === null) onDone()
    else setRefusal(errorLine(refused))
  }
  return (
    <Stack
      as="form"
      gap={3}
      pad={[3, 4]}
      ref={form}
      className={styles.form}
      aria-label={server === null ? t('tools.form.add') : t('tools.form.edit', { name: server.id })}
      onSubmit={() => void submit()}
    >
      {server === null && (
        <>
          <Choice
            label={t('tools.form.type')}
            value={draft.type}
            options={[
              ['stdio', t('common.command')],
              ['http', t('tools.form.http')],
            ]}
            onChange={(type) => change({ type })}
          />
          <label>
            <span>{t('common.name')}</span>
            <CodeInput
              autoFocus
              maxLength={serverLimits.idChars}
              placeholder={t('tools.form.nameExample')}
              value={draft.id}
              onChange={(event) => change({ id: event.target.value })}
            />
          </label>
        </>
      )}
      {draft.type === 'stdio' ? (
        <StdioFields draft={draft} onChange={change} />
      ) : (
        <HttpFields draft={draft} onChange={change} />
      )}
      <details className={styles.more}>
        <summary>{t('tools.form.limits')}</summary>
        <Stack gap={1} className={styles.limits}>
          <Seconds
            label={t('tools.form.callSeconds')}
            value={draft.timeoutSeconds}
            range={seconds.call}
            onChange={(timeoutSeconds) => change({ timeoutSeconds })}
          />
          <Seconds
            label={t('tools.form.startSeconds')}
            value={draft.startTimeoutSeconds}
            range={seconds.start}
            onChange={(startTimeoutSeconds) => change({ startTimeoutSeconds })}
          />
          <Seconds
            label={t('tools.form.idleSeconds')}
            value={draft.idleSeconds}
            range={seconds.idle}
            onChange={(idleSeconds) => change({ idleSeconds })}
          />
        </Stack>
      </details>
      {refusal !== null && <SettingsError>{refusal}</SettingsError>}
      <FormButtons
        submit={t(server === null ? 'common.add' : 'common.save')}
        canSubmit={!isSaving}
        onCancel={onDone}
      />
    </Stack>
  )
}

interface FieldsProps {
  draft: ServerDraft
  onChange: (changed: Partial<ServerDraft>) => void
}

function StdioFields({ draft, onChange }: FieldsProps) {
  return (
    <>
      <label>
        <span>{t('common.command')}</span>
        <CodeInput
          className={styles.code}
          maxLength={serverLimits.commandChars}
          placeholder={t('tools.form.commandExample')}
          value={draft.line}
          onChange={(event) => onChange({ line: event.target.value })}
        />
      </label>
      <p className={settingRowStyles.settingHint} data-slot="setting-hint">
        {t('tools.form.commandHint')}
      </p>
      <Variables
        program={commandWords(draft.line)[0] ?? ''}
        values={draft.variables}
        onChange={(variables) => onChange({ variables })}
      />
    </>
  )
}

function HttpFields({ draft, onChange }: FieldsProps) {
  const host = URL.parse(draft.url.trim())?.host ?? ''
  return (
    <>
      <label>
        <span>{t('common.address')}</span>
        <AddressInput
          placeholder={t('tools.form.urlExample')}
          value={draft.url}
          onChange={(event) => onChange({ url: event.target.value })}
        />
      </label>
      <NamedValues
        label={t('tools.form.headers')}
        hint={[t('tools.form.headersHint'), keyDestination(draft.url)].join(' ').trim()}
        addLabel={t('tools.form.addHeader')}
        nameLabel={t('tools.form.headerName')}
        newLabel={t('tools.form.newHeader')}
        values={draft.headers}
        onChange={(headers) => onChange({ headers })}
      />
      <details className={styles.more} open={draft.clientId !== ''}>
        <summary>{t('tools.form.signIn')}</summary>
        <label>
          <span>{t('tools.form.clientId')}</span>
          <CodeInput
            maxLength={2_048}
            value={draft.clientId}
            onChange={(event) => onChange({ clientId: event.target.value })}
          />
        </label>
        <p className={settingRowStyles.settingHint} data-slot="setting-hint">
          {t('tools.form.clientIdHint')}
        </p>
        <label>
          <span>{t('tools.form.clientSecret')}</span>
          <KeyInput
            placeholder={draft.hasClientSecret ? t('tools.form.clientSecretStored') : ''}
            value={draft.clientSecret}
            onChange={(event) => onChange({ clientSecret: event.target.value })}
          />
        </label>
        <p className={settingRowStyles.settingHint} data-slot="setting-hint">
          {host !== '' && `${t('tools.form.clientSecretSentTo', { host })} `}
          {t('tools.form.clientSecretHint')}
        </p>
      </details>
    </>
  )
}

interface SecondsProps {
  label: string
  value: number
  range: { min: number; max: number }
  onChange: (value: number) => void
}

function Seconds(props: SecondsProps) {
  return (
    <Row justify="between" gap={3} size="s" className={styles.seconds}>
      <span aria-hidden="true">{props.label}</span>
      <NumberField {...props} unit={1} />
    </Row>
  )
}
