import { useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'

import { assertNever } from '../../../shared/invariant'
import { t } from '../../language/t'
import { type SettingsSection, settingsSections } from '../../state/navigation/navigation'
import { useApp } from '../../state/app/use-app'
import { lazyComponent } from '../../ui/lazy-component'
import { Dialog } from '../../ui/overlays/dialog'
import { errorLine } from '../../errors/error-text'
import { AppearanceSection } from './appearance-section'
import { DataSections } from './data/data-sections'
import { GeneralSection } from './general-section'
import { ModelsSection } from './models/models-section'
import { ProvidersSection } from './models/providers-section'
import { SyncSection } from './data/sync-section'
import { ShortcutsSection } from './shortcuts/shortcuts-section'
import { classNames } from '../../ui/class-names'
import { useFileDrop } from '../../ui/fields/use-file-drop'
import { SettingsError } from '../../ui/fields/setting-row'
import { Row, Stack } from '../../ui/layout/layout'
import styles from './settings-dialog.module.css'

const AgentsSection = lazyComponent(() => import('./agents-section'), 'AgentsSection')
const ToolsSection = lazyComponent(() => import('./tools/tools-section'), 'ToolsSection')

interface SettingsDialogProps {
  section: SettingsSection
  /** The provider whose form is open, with the focus in its key; null for none. */
  provider: string | null
  onClose: () => void
}

/** All settings, by section. Changes apply at once, without confirmation. */
export function SettingsDialog({ section, provider, onClose }: SettingsDialogProps) {
  const app = useApp()
  const error = useStore(app.settings.store, (state) => state.error)
  const drop = useFileDrop(([file], [folder]) => {
    app.openSettings('data')
    if (file !== undefined) void app.imports.start(file)
    else if (folder !== undefined) app.imports.refuseFolder(folder)
  })
  useEffect(() => {
    void app.providers.load()
  }, [app])
  return (
    <Dialog title={t('settings.title')} width="large" isFullHeight onClose={onClose}>
      <Row
        align="stretch"
        gap={0}
        grow
        className={classNames(styles.settings, drop.isOver && styles.settingsDropping)}
        {...drop.handlers}
      >
        <Stack
          as="nav"
          gap={0.5}
          grow={false}
          pad={[3, 2]}
          className={styles.settingsNav}
          aria-label={t('settings.parts')}
        >
          {settingsSections.map((id) => (
            <button
              key={id}
              type="button"
              className={styles.settingsNavItem}
              data-name={t(`common.settingsSections.${id}`)}
              aria-current={id === section ? 'page' : undefined}
              data-first-focus={id === section && provider === null ? '' : undefined}
              onClick={() => app.openSettings(id)}
            >
              {t(`common.settingsSections.${id}`)}
            </button>
          ))}
        </Stack>
        <Stack gap={5} grow key={section} className={styles.settingsPart} data-slot="settings-part">
          {error !== null && <SettingsError>{errorLine(error)}</SettingsError>}
          {partOf(section, provider)}
          {drop.isOver && (
            <Row
              as="p"
              gap={0}
              justify="center"
              tone="accent"
              weight="medium"
              className={styles.settingsDrop}
            >
              {t('settings.dropToImport')}
            </Row>
          )}
        </Stack>
      </Row>
    </Dialog>
  )
}

function partOf(section: SettingsSection, provider: string | null): ReactNode {
  switch (section) {
    case 'providers':
      return <ProvidersSection keyWantedId={provider} />
    case 'models':
      return <ModelsSection />
    case 'agents':
      return <AgentsSection />
    case 'tools':
      return <ToolsSection />
    case 'general':
      return <GeneralSection />
    case 'appearance':
      return <AppearanceSection />
    case 'data':
      return <DataSections />
    case 'sync':
      return <SyncSection />
    case 'shortcuts':
      return <ShortcutsSection />
    default:
      return assertNever(section)
  }
}
