import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { errorLine } from '../../../errors/error-text'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import { Servers } from '../../../state/tools/servers'
import { Button } from '../../../ui/controls/button'
import settingRowStyles from '../../../ui/fields/setting-row.module.css'
import { AddServers } from './add-servers'
import { ServerRow } from './server-row'
import styles from './servers.module.css'

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
      <p className={styles.hint}>{t('tools.servers.hint')}</p>
      {error !== null && (
        <p className={settingRowStyles.settingsError} data-slot="settings-error" role="alert">
          {errorLine(error)}{' '}
          {phase === 'failed' && (
            <Button variant="link" onClick={() => void servers.load()}>
              {t('common.tryAgain')}
            </Button>
          )}
        </p>
      )}
      {phase === 'ready' && known.length === 0 && (
        <p className={settingRowStyles.dataEmpty} data-slot="data-empty">
          {t('tools.servers.none')}
        </p>
      )}
      <ul ref={list} className={styles.servers} aria-label={t('tools.servers.title')} tabIndex={-1}>
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
      </ul>
      <AddServers servers={servers} onAdded={setOpenId} />
    </section>
  )
}
