import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { serverLimits } from '../../../../shared/tools/servers'
import { errorLine } from '../../../errors/error-text'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Servers } from '../../../state/tools/servers'
import { classNames } from '../../../ui/class-names'
import { Button } from '../../../ui/controls/button'
import { FormButtons } from '../../../ui/fields/form-buttons'
import { BundleForm } from './bundle-form'
import { ImportConfigs } from './import-configs'
import { ServerForm } from './server-form'
import { SettingsError } from '../../../ui/fields/setting-row'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import { ServerRow } from './server-row'
import textFieldStyles from '../../../ui/fields/text-field.module.css'
import { useWholeInView } from '../../../ui/viewport/use-whole-in-view'
import { Hint, PlainList, Row, Stack } from '../../../ui/layout/layout'
import styles from './servers.module.css'

const ways = [
  ['form', 'tools.add.form'],
  ['paste', 'tools.add.paste'],
  ['import', 'tools.add.import'],
  ['bundle', 'tools.add.bundle'],
] as const

/** The user's MCP servers: each with its state, tools and log, and ways to add more. */
export function ServersSection() {
  const app = useApp()
  const [servers] = useState(() => new Servers(app.environment.api))
  const { servers: known, phase, error } = useStore(servers.store)
  const revision = useStore(app.tools.store, (state) => state.revision)
  const [openId, setOpenId] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  // Main reports every change of a server.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the revision says that the list has changed
  useEffect(() => void servers.load(), [servers, revision])
  return (
    <section aria-labelledby="settings-servers">
      <h3 id="settings-servers">{t('tools.servers.title')}</h3>
      <Hint className={settingRowStyles.sectionHint}>{t('tools.servers.hint')}</Hint>
      {error !== null && (
        <SettingsError>
          {errorLine(error)}{' '}
          {phase === 'failed' && (
            <Button variant="link" onClick={() => void servers.load()}>
              {t('common.tryAgain')}
            </Button>
          )}
        </SettingsError>
      )}
      {phase === 'ready' && known.length === 0 && (
        <p className={settingRowStyles.dataEmpty} data-slot="data-empty">
          {t('tools.servers.none')}
        </p>
      )}
      <PlainList ref={list} className={styles.servers} aria-label={t('tools.servers.title')} tabIndex={-1}>
        {known.map((server) => (
          <ServerRow
            key={server.id}
            servers={servers}
            server={server}
            isOpen={openId === server.id}
            onOpen={(isOpen) => setOpenId(isOpen ? server.id : null)}
            onRemoved={() => list.current?.focus()}
          />
        ))}
      </PlainList>
      <AddServers servers={servers} onAdded={setOpenId} />
    </section>
  )
}

type Way = 'form' | 'paste' | 'import' | 'bundle'

interface AddServersProps {
  servers: Servers
  /** Called with the id of a server that was added by the form. */
  onAdded: (id: string) => void
}

/** The ways to add servers: by a form, from JSON, from the lists of other programs, or from a bundle. */
function AddServers({ servers, onAdded }: AddServersProps) {
  const { servers: known, imported } = useStore(servers.store)
  const [way, setWay] = useState<Way | null>(null)
  const steps = useRef<HTMLDivElement>(null)
  const close = () => {
    // The form with the focus disappears.
    steps.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus()
    setWay(null)
  }
  const turn = (next: Way) => {
    servers.dismissImport()
    setWay(way === next ? null : next)
  }
  return (
    <>
      <Row align="stretch" wrap ref={steps} className={styles.ways}>
        {ways.map(([id, key]) => (
          <Button key={id} aria-expanded={way === id} onClick={() => turn(id)}>
            {t(key)}
          </Button>
        ))}
      </Row>
      {imported !== null && (
        <div className={styles.imported} role="status">
          {imported.added.length > 0 && <p>{t('tools.add.added', { names: imported.added.join(', ') })}</p>}
          {imported.notes.map(({ name, error }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- several can be about one server
            <p key={at}>
              <bdi>{name}</bdi>: {errorLine(error)}
            </p>
          ))}
          {imported.problems.map(({ name, error }) => (
            <p key={name} className={styles.problem}>
              {t('tools.add.notAdded', { name, why: errorLine(error) })}
            </p>
          ))}
        </div>
      )}
      {way === 'form' && (
        <ServerForm
          server={null}
          taken={known.map(({ id }) => id)}
          onSave={async (change) => {
            const refusal = await servers.save(change)
            if (refusal === null) onAdded(change.id)
            return refusal
          }}
          onDone={close}
        />
      )}
      {way === 'paste' && <PasteServers servers={servers} onDone={close} />}
      {way === 'import' && <ImportConfigs servers={servers} onDone={close} />}
      {way === 'bundle' && (
        <BundleForm
          onAdded={(id) => {
            onAdded(id)
            void servers.load()
          }}
          onDone={close}
        />
      )}
    </>
  )
}

/** Adds the servers in a JSON text that the user pastes. */
function PasteServers({ servers, onDone }: { servers: Servers; onDone: () => void }) {
  const form = useWholeInView<HTMLFormElement>()
  const [json, setJson] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const canAdd = json.trim() !== '' && !isAdding
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!canAdd) return
    setIsAdding(true)
    const isDone = await servers.importJson(json)
    setIsAdding(false)
    if (isDone) onDone()
  }
  return (
    <Stack
      as="form"
      gap={3}
      pad={[3, 4]}
      ref={form}
      className={styles.form}
      aria-label={t('tools.add.paste')}
      onSubmit={(event) => void submit(event)}
    >
      <label>
        <span>{t('tools.add.json')}</span>
        <textarea
          dir="ltr"
          className={classNames(textFieldStyles.textField, styles.json)}
          data-slot="text-field"
          autoFocus
          rows={9}
          spellCheck={false}
          maxLength={serverLimits.importChars}
          placeholder={t('tools.add.jsonExample')}
          value={json}
          onChange={(event) => setJson(event.target.value)}
        />
      </label>
      <p className={settingRowStyles.settingHint} data-slot="setting-hint">
        {t('tools.add.jsonHint')}
      </p>
      <FormButtons submit={t('common.add')} canSubmit={canAdd} onCancel={onDone} />
    </Stack>
  )
}
