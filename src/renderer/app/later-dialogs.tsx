import type { SessionId } from '../../shared/ids'
import { later } from '../ui/later'

/** The command palette. */
export const palette = later(() => import('../features/palette/palette'))
const settings = later(() => import('../features/settings/settings-dialog'))
const shortcuts = later(() => import('../features/actions/shortcut-sheet'))
const prompts = later(() => import('../features/prompts/prompts-dialog'))
const exporting = later(() => import('../features/settings/data/export-dialog'))

/** Dialogs that are loaded after start-up, in this order. */
export const laterDialogs = [settings, shortcuts, prompts, exporting]

interface ClosableProps {
  onClose: () => void
}

export function LaterPalette(props: ClosableProps) {
  const { Palette } = palette.useModule()
  return <Palette {...props} />
}

export function LaterSettings(props: ClosableProps) {
  const { SettingsDialog } = settings.useModule()
  return <SettingsDialog {...props} />
}

export function LaterShortcuts(props: ClosableProps) {
  const { ShortcutSheet } = shortcuts.useModule()
  return <ShortcutSheet {...props} />
}

export function LaterPrompts(props: ClosableProps) {
  const { PromptsDialog } = prompts.useModule()
  return <PromptsDialog {...props} />
}

export function LaterExport(props: ClosableProps & { sessionIds: readonly SessionId[] }) {
  const { ExportDialog } = exporting.useModule()
  return <ExportDialog {...props} />
}
