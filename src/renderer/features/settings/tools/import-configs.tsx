import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import type { ConfigSource, FoundConfig } from '../../../../shared/tools/servers'
import { visibleLine } from '../../../../shared/text/visible-text'
import { t } from '../../../language/t'
import type { Servers } from '../../../state/tools/servers'
import { Button } from '../../../ui/controls/button'
import { Ellipsis, Hint, Row, Stack, Text } from '../../../ui/layout/layout'
import styles from './servers.module.css'

/** Product names, which are not translated. */
const sourceNames: Readonly<Record<ConfigSource, string>> = {
  'claude-desktop': 'Claude Desktop',
  vscode: 'VS Code',
  cursor: 'Cursor',
  'claude-code': 'Claude Code',
}

/** Adds servers from the lists that other programs keep on this machine. */
export function ImportConfigs({ servers, onDone }: { servers: Servers; onDone: () => void }) {
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
