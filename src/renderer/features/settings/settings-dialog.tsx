import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'

import { assertNever } from '../../../shared/invariant'
import { t } from '../../language/t'
import { type SettingsSection, settingsSections } from '../../state/navigation/navigation'
import { useApp } from '../../state/app/use-app'
import { Dialog } from '../../ui/overlays/dialog'
import { errorLine } from '../../errors/error-text'
import { AppearanceSection } from './appearance-section'
import { DataSections } from './data/data-sections'
import { GeneralSection } from './general-section'
import { ModelsSection } from './models/models-section'
import { ProvidersSection } from './models/providers-section'
import { ShortcutsSection } from './shortcuts/shortcuts-section'
import { classNames } from '../../ui/class-names'
import { useFileDrop } from '../../ui/fields/use-file-drop'
import { SettingsError } from '../../ui/fields/setting-row'
import styles from './settings-dialog.module.css'

const AgentsSection = lazy(() => import('./agents/agents-section'))
const ToolsSection = lazy(() => import('./tools/tools-section'))

/** All settings, by section. Changes apply at once, without confirmation. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const app = useApp()
  const section = useStore(app.navigation, (state) => state.settingsSection)
  const opensForm = useStore(app.navigation, (state) => state.settingsProvider !== null)
  const error = useStore(app.settings, (state) => state.error)
  const show = (settingsSection: SettingsSection) => app.setSettingsOpen(true, settingsSection)
  const drop = useFileDrop(([file], [folder]) => {
    show('data')
    if (file !== undefined) void app.imports.start(file)
    else if (folder !== undefined) app.imports.refuseFolder(folder)
  })
  useEffect(() => {
    void app.providers.getState().load()
  }, [app])
  return (
    <Dialog title={t('settings.title')} width="large" isFullHeight onClose={onClose}>
      <div className={classNames(styles.settings, drop.isOver && styles.settingsDropping)} {...drop.handlers}>
        <nav className={styles.settingsNav} aria-label={t('settings.parts')}>
          {settingsSections.map((id) => (
            <button
              key={id}
              type="button"
              className={styles.settingsNavItem}
              data-name={t(`common.settingsSections.${id}`)}
              aria-current={id === section ? 'page' : undefined}
              data-first-focus={id === section && !opensForm ? '' : undefined}
              onClick={() => show(id)}
            >
              {t(`common.settingsSections.${id}`)}
            </button>
          ))}
        </nav>
        <div key={section} className={styles.settingsPart} data-slot="settings-part">
          {error !== null && <SettingsError>{errorLine(error)}</SettingsError>}
          {partOf(section)}
          {drop.isOver && <p className={styles.settingsDrop}>{t('settings.dropToImport')}</p>}
        </div>
      </div>
    </Dialog>
  )
}

function partOf(section: SettingsSection): ReactNode {
  switch (section) {
    case 'providers':
      return <ProvidersSection />
    case 'models':
      return <ModelsSection />
    case 'agents':
      return (
        <Suspense fallback={null}>
          <AgentsSection />
        </Suspense>
      )
    case 'tools':
      return (
        <Suspense fallback={null}>
          <ToolsSection />
        </Suspense>
      )
    case 'general':
      return <GeneralSection />
    case 'appearance':
      return <AppearanceSection />
    case 'data':
      return <DataSections />
    case 'shortcuts':
      return <ShortcutsSection />
    default:
      return assertNever(section)
  }
}
