import { useRef, useState, useId } from 'react'
import { useStore } from 'zustand'

import type { ServerInfo, ServerToolInfo } from '../../../../shared/tools/servers'
import { visibleLine, visibleText } from '../../../../shared/text/visible-text'
import { errorLine } from '../../../errors/error-text'
import { formatEstimate } from '../../../language/format'
import { t } from '../../../language/t'
import type { Servers } from '../../../state/tools/servers'
import { Button, IconButton } from '../../../ui/controls/button'
import { Choice } from '../../../ui/fields/choice'
import { commandLine } from './server-draft'
import { ServerForm } from './server-form'
import { Ellipsis, Hint, PlainList, Row, Stack, Text } from '../../../ui/layout/layout'
import { VisibleText } from '../../../ui/controls/visible-text-view'
import { ToolSwitch } from '../../tools/tool-switch'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import styles from './servers.module.css'

interface ServerRowProps {
  servers: Servers
  server: ServerInfo
  /** The details are shown. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onRemoved: () => void
}

/** One server: its state and what can be done with it, and when opened its tools and log. */
export function ServerRow({ servers, server, isOpen, onOpen, onRemoved }: ServerRowProps) {
  const { id, state, problem, isEnabled, version } = server
  const isBusy = useStore(servers.store, ({ busy }) => busy.has(id))
  const [shown, setShown] = useState<'form' | 'question' | null>(null)
  const row = useRef<HTMLLIElement>(null)
  const close = () => {
    setShown(null)
    row.current?.querySelector<HTMLElement>('[data-slot="edit-server"]')?.focus()
  }
  return (
    <Stack
      as="li"
      gap={1}
      pad={[2, 0]}
      line="below"
      ref={row}
      className={styles.server}
      data-slot="server"
      data-state={state}
    >
      <Row align="start">
        <IconButton
          icon={isOpen ? 'chevronDown' : 'chevronRight'}
          label={t('tools.servers.details', { name: id })}
          className={styles.fold}
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        />
        <Stack gap={0.5} grow>
          <span className={styles.name}>
            <bdi>{id}</bdi>{' '}
            {version !== null && (
              <Hint as="span" className={styles.version}>
                {visibleLine(`${version.name} ${version.version}`.slice(0, 100))}
              </Hint>
            )}
          </span>
          <span className={settingRowStyles.settingHint} data-slot="setting-hint">
            <Text tone={isEnabled && state === 'failed' ? 'bad' : undefined} data-slot="server-state">
              {t(isEnabled ? `tools.servers.states.${state}` : 'common.off')}
            </Text>
            {facts(server)}
          </span>
          <Ellipsis as="code" tone="soft" className={styles.address} dir="ltr">
            {visibleLine(addressOf(server))}
          </Ellipsis>
        </Stack>
        <Choice
          label={t('common.useNamed', { name: id })}
          value={isEnabled ? 'on' : 'off'}
          options={[
            ['on', t('common.on')],
            ['off', t('common.off')],
          ]}
          onChange={(value) => void servers.change({ id, isEnabled: value === 'on' })}
        />
      </Row>
      {isEnabled && problem !== undefined && (
        <Hint tone="bad" className={styles.problem}>
          {errorLine(problem)}
        </Hint>
      )}
      <Row align="stretch" wrap gap={1} className={styles.actions}>
        <Connection servers={servers} server={server} isBusy={isBusy} />
        <Button
          variant="quiet"
          data-slot="edit-server"
          aria-label={t('common.editNamed', { name: id })}
          aria-expanded={shown === 'form'}
          onClick={() => setShown(shown === 'form' ? null : 'form')}
        >
          {t('common.edit')}
        </Button>
        <Button
          variant="quiet"
          aria-label={t('common.removeNamed', { name: id })}
          aria-expanded={shown === 'question'}
          onClick={() => setShown('question')}
        >
          {t('common.remove')}
        </Button>
      </Row>
      {shown === 'question' && (
        <Row
          pad={[2, 3]}
          className={styles.question}
          role="group"
          aria-label={t('tools.servers.removeQuestion', { name: id })}
        >
          <span>{t('tools.servers.removeQuestion', { name: id })}</span>
          <Button
            variant="danger"
            onClick={() => {
              void servers.remove(id)
              onRemoved()
            }}
          >
            {t('common.remove')}
          </Button>
          <Button autoFocus onClick={close}>
            {t('common.cancel')}
          </Button>
        </Row>
      )}
      {shown === 'form' && (
        <ServerForm server={server} taken={[]} onSave={(change) => servers.save(change)} onDone={close} />
      )}
      {isOpen && <ServerDetails servers={servers} server={server} />}
    </Stack>
  )
}

/** Starts the server, or signs in to it. */
function Connection({ servers, server, isBusy }: { servers: Servers; server: ServerInfo; isBusy: boolean }) {
  const { id, state, isEnabled, isSignedIn } = server
  if (!isEnabled) return null
  const isDown = state === 'stopped' || state === 'unconfirmed' || state === 'not-allowed'
  return (
    <>
      {state === 'needs-sign-in' ? (
        <Button aria-disabled={isBusy} onClick={() => void servers.signIn(id)}>
          {t('tools.servers.signIn')}
        </Button>
      ) : (
        <Button
          variant="quiet"
          aria-disabled={isBusy}
          aria-label={t(isDown ? 'tools.servers.startNamed' : 'tools.servers.restartNamed', { name: id })}
          onClick={() => void (isDown ? servers.start(id) : servers.restart(id))}
        >
          {t(isDown ? 'tools.servers.start' : 'tools.servers.restart')}
        </Button>
      )}
      {isSignedIn === true && (
        <Button variant="quiet" aria-disabled={isBusy} onClick={() => void servers.signOut(id)}>
          {t('tools.servers.signOut')}
        </Button>
      )}
    </>
  )
}

function facts({ tools }: ServerInfo): string {
  if (tools.length === 0) return ''
  const tokens = tools.reduce((sum, tool) => sum + tool.tokens, 0)
  return ` · ${t('tools.servers.tools', { count: tools.length })} · ${t('common.tokens', {
    tokens: formatEstimate(tokens),
  })}`
}

function addressOf({ transport }: ServerInfo): string {
  return transport.type === 'http' ? transport.url : commandLine([transport.command, ...transport.args])
}

/** Tools shown at a time. */
const pageLength = 40
const aboutChars = 400
/** A schema can have thousands of properties. */
const schemaChars = 20_000

interface ServerDetailsProps {
  servers: Servers
  server: ServerInfo
}

/** The tools of a server, each with a switch and its input, and the last lines of its log. */
function ServerDetails({ servers, server }: ServerDetailsProps) {
  const { id, tools, skipped, disabledTools, log } = server
  const [shownCount, setShownCount] = useState(pageLength)
  const toolsId = useId()
  const logId = useId()
  const turn = (tool: string, isOn: boolean) => {
    const others = disabledTools.filter((name) => name !== tool)
    void servers.change({ id, disabledTools: isOn ? others : [...others, tool] })
  }
  return (
    <Stack align="stretch" className={styles.details}>
      <h4 id={toolsId}>{t('common.settingsSections.tools')}</h4>
      {tools.length === 0 && (
        <Hint className={settingRowStyles.sectionHint}>{t('tools.servers.noTools')}</Hint>
      )}
      <PlainList className={styles.tools} aria-labelledby={toolsId}>
        {tools.slice(0, shownCount).map((tool) => {
          const name = tool.name.slice(tool.name.indexOf('/') + 1)
          return (
            <li key={tool.name}>
              <ToolSwitch
                name={visibleLine(tool.title === '' ? name : tool.title)}
                state={disabledTools.includes(name) ? 'off' : 'on'}
                about={visibleLine(tool.description.slice(0, aboutChars))}
                figure={t('common.tokens', { tokens: formatEstimate(tool.tokens) })}
                onChange={(isOn) => turn(name, isOn)}
              >
                <ToolFacts name={name} tool={tool} />
              </ToolSwitch>
            </li>
          )
        })}
      </PlainList>
      {tools.length > shownCount && (
        <Button variant="link" onClick={() => setShownCount(shownCount + pageLength)}>
          {t('tools.choice.showMore', { count: tools.length - shownCount })}
        </Button>
      )}
      {skipped.map(({ name, problem }) => (
        <Hint tone="warn" key={name} className={styles.problem}>
          {t('tools.servers.skipped', { name: visibleLine(name.slice(0, 100)), why: errorLine(problem) })}
        </Hint>
      ))}
      <h4 id={logId}>{t('tools.servers.log')}</h4>
      {log.length === 0 ? (
        <Hint className={settingRowStyles.sectionHint}>{t('tools.servers.noLog')}</Hint>
      ) : (
        <pre className={styles.log} tabIndex={0} role="group" aria-labelledby={logId} dir="ltr">
          {log.map((line) => visibleText(line)).join('\n')}
        </pre>
      )}
    </Stack>
  )
}

/** The name that models use, what the server says about the tool, and the schema of its input. */
function ToolFacts({ name, tool }: { name: string; tool: ServerToolInfo }) {
  const { title, hints, inputSchema } = tool
  const [isOpen, setIsOpen] = useState(false)
  const said = [
    ...(hints?.isReadOnly === true ? [t('tools.servers.saysReadOnly')] : []),
    ...(hints?.isDestructive === true ? [t('tools.servers.saysDestructive')] : []),
  ]
  return (
    <details
      className={styles.schema}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        {t('common.input')}
        {name !== title && (
          <>
            {' · '}
            <code dir="ltr">{visibleLine(name)}</code>
          </>
        )}
        {said.length > 0 && ` · ${said.join(' · ')}`}
      </summary>
      {isOpen && (
        <pre tabIndex={0} role="group" aria-label={t('tools.servers.schemaOf', { name })} dir="ltr">
          <VisibleText text={schemaText(inputSchema)} />
        </pre>
      )}
    </details>
  )
}

function schemaText(schema: Record<string, unknown>): string {
  const text = JSON.stringify(schema, null, 2)
  return text.length > schemaChars ? `${text.slice(0, schemaChars)}…` : text
}
