import { useRef, useState } from 'react'
import { useStore } from 'zustand'

import { errorLine } from '../../../errors/error-text'
import { t } from '../../../language/t'
import type { Servers } from '../../../state/tools/servers'
import { Button } from '../../../ui/controls/button'
import { BundleForm } from './bundle-form'
import { ImportConfigs } from './import-configs'
import { PasteServers } from './paste-servers'
import { ServerForm } from './server-form'
import styles from './servers.module.css'

type Way = 'form' | 'paste' | 'import' | 'bundle'

const ways = [
  ['form', 'tools.add.form'],
  ['paste', 'tools.add.paste'],
  ['import', 'tools.add.import'],
  ['bundle', 'tools.add.bundle'],
] as const

interface AddServersProps {
  servers: Servers
  /** Called with the id of a server that was added by the form. */
  onAdded: (id: string) => void
}

/** The ways to add servers: by a form, from JSON, from the lists of other programs, or from a bundle. */
export function AddServers({ servers, onAdded }: AddServersProps) {
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
      <div ref={steps} className={styles.ways}>
        {ways.map(([id, key]) => (
          <Button key={id} aria-expanded={way === id} onClick={() => turn(id)}>
            {t(key)}
          </Button>
        ))}
      </div>
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
