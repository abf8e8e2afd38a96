import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { serverLimits, type ConfigSource, type FoundConfig } from '../../../../shared/tools/servers'
import { errorLine } from '../../../errors/error-text'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Servers } from '../../../state/tools/servers'
import { Button } from '../../../ui/controls/button'
import { FormButtons } from '../../../ui/fields/form-buttons'
import { BundleForm } from './bundle-form'
import { ServerForm } from './server-form'
import { SettingsError } from '../../../ui/fields/setting-row'
import { ServerRow } from './server-row'
import { useWholeInView } from '../../../ui/viewport/use-in-view'
import { Hint, PlainList, Row, Stack, Ellipsis, Text } from '../../../ui/layout/layout'
import { visibleLine } from '../../../../shared/text/visible-text'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import { TextArea } from '../../../ui/fields/inputs'
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
            <Hint tone="bad" key={name} className={styles.problem}>
              {t('common.wasNotAdded', { name, why: errorLine(error) })}
            </Hint>
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
  const submit = async () => {
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
      onSubmit={() => void submit()}
    >
      <label>
        <span>{t('tools.add.json')}</span>
        <TextArea
          dir="ltr"
          className={styles.code}
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

/** Product names, which are not translated. */
const sourceNames: Readonly<Record<ConfigSource, string>> = {
  'claude-desktop': 'Claude Desktop',
  vscode: 'VS Code',
  cursor: 'Cursor',
  'claude-code': 'Claude Code',
}

/** Adds servers from the lists that other programs keep on this machine. */
function ImportConfigs({ servers, onDone }: { servers: Servers; onDone: () => void }) {
  const found = useStore(servers.store, (state) => state.found)
  useEffect(() => void servers.findConfigs(), [servers])
  return (
    <Stack gap={3} pad={[3, 4]} className={styles.form} role="group" aria-label={t('tools.add.import')}>
      {found === null && <p role="status">{t('tools.add.looking')}</p>}
      {found !== null && found.length === 0 && <p role="status">{t('tools.add.noneFound')}</p>}
      {found?.map((config) => (
        <Config key={`${config.source} ${config.path}`} servers={servers} config={config} />
      ))}
      <Row align="stretch" justify="end">
        <Button autoFocus onClick={onDone}>
          {t('common.close')}
        </Button>
      </Row>
    </Stack>
  )
}

function Config({ servers, config }: { servers: Servers; config: FoundConfig }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(config.servers.filter(({ isKnown }) => !isKnown).map(({ name }) => name)),
  )
  const isEmpty = config.servers.every(({ name, isKnown }) => isKnown || !chosen.has(name))
  const add = async () => {
    await servers.importConfig(
      config,
      config.servers.filter(({ name, isKnown }) => !isKnown && chosen.has(name)).map(({ name }) => name),
    )
    // Those that were added are known now.
    await servers.findConfigs()
  }
  return (
    <fieldset className={styles.config}>
      <legend>
        {sourceNames[config.source]}{' '}
        <Text tone="faint" size="xs" className={styles.configPath}>
          <bdi>{config.path}</bdi>
        </Text>
      </legend>
      {config.servers.map(({ name, isKnown, summary }) => (
        <Row as="label" align="start" key={name} className={styles.candidate}>
          <input
            type="checkbox"
            disabled={isKnown}
            checked={isKnown || chosen.has(name)}
            onChange={({ target }) => {
              const next = new Set(chosen)
              if (target.checked) next.add(name)
              else next.delete(name)
              setChosen(next)
            }}
          />
          <Stack as="span" gap={0.5} grow>
            <span>
              <bdi>{visibleLine(name)}</bdi>
              {isKnown && (
                <Hint as="span" className={styles.version}>
                  {' '}
                  {t('tools.add.isKnown')}
                </Hint>
              )}
            </span>
            <Ellipsis as="code" tone="soft" className={styles.address} dir="ltr">
              {visibleLine(summary)}
            </Ellipsis>
          </Stack>
        </Row>
      ))}
      <div>
        <Button variant="primary" aria-disabled={isEmpty} onClick={() => !isEmpty && void add()}>
          {t('tools.add.addChosen')}
        </Button>
      </div>
    </fieldset>
  )
}
