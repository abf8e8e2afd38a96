import { lazy, Suspense, useEffect, type ReactNode, useState, type DragEvent } from 'react'
import { useStore } from 'zustand'

import { assertNever } from '../../../shared/invariant'
import { t } from '../../language/t'
import { type SettingsSection, settingsSections } from '../../state/navigation/settings-section'
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
import settingRowStyles from '../../ui/fields/setting-row.module.css'
import styles from './settings-dialog.module.css'

const AgentsSection = lazy(() => import('./agents/agents-section'))

/** All settings, by section. Changes apply at once, without confirmation. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const app = useApp()
  const section = useStore(app.navigation, (state) => state.settingsSection)
  const opensForm = useStore(app.navigation, (state) => state.settingsProvider !== null)
  const error = useStore(app.settings, (state) => state.error)
  const show = (settingsSection: SettingsSection) => app.setSettingsOpen(true, settingsSection)
  const drop = useFileDrop((file) => {
    show('data')
    void app.imports.start(file)
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
              aria-current={id === section ? 'page' : undefined}
              data-first-focus={id === section && !opensForm ? '' : undefined}
              onClick={() => show(id)}
            >
              {t(`common.settingsSections.${id}`)}
            </button>
          ))}
        </nav>
        <div key={section} className={styles.settingsPart} data-slot="settings-part">
          {error !== null && (
            <p className={settingRowStyles.settingsError} data-slot="settings-error" role="alert">
              {errorLine(error)}
            </p>
          )}
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

/** Accepts a file dropped on an element; by default, the browser would navigate to it. */
function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setIsOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => {
        if (hasFiles(event)) setIsOver(true)
      },
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      },
      onDragLeave: (event: DragEvent) => {
        // Otherwise the pointer only moved to a child element.
        const to = event.relatedTarget
        if (!(to instanceof Node && event.currentTarget.contains(to))) setIsOver(false)
      },
      onDrop: (event: DragEvent) => {
        setIsOver(false)
        const [file] = event.dataTransfer.files
        if (file === undefined) return
        event.preventDefault()
        onFile(file)
      },
    },
  }
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes('Files')
}
