import { withTexts } from '../language/t'
import type { ExportSubject, View } from '../state/navigation/navigation'
import { lazyModule } from '../ui/lazy-module'
import type { LinkDialogProps } from './link-dialog'

/** The command palette. */
export const palette = lazyModule(() => withTexts('soon', import('../features/palette/palette')))
/** The button that quotes selected text. */
export const quoting = lazyModule(() =>
  withTexts('soon', import('../features/message/quoting/selection-quote')),
)
const quick = lazyModule(() => withTexts('late', import('../features/quick/quick-bar')))
const settings = lazyModule(() => withTexts('late', import('../features/settings/settings-dialog')))
const shortcuts = lazyModule(() => withTexts('soon', import('../features/actions/shortcut-sheet')))
const prompts = lazyModule(() => withTexts('soon', import('../features/prompts/prompts-dialog')))
const ranking = lazyModule(() => withTexts('late', import('../features/ranking/ranking-dialog')))
const spending = lazyModule(() => withTexts('soon', import('../features/spending/spending-dialog')))
const sets = lazyModule(() => withTexts('late', import('../features/sets/sets-dialog')))
const exporting = lazyModule(() => withTexts('late', import('../features/settings/data/export-dialogs')))
const projects = lazyModule(() => withTexts('late', import('../features/projects/projects-dialogs')))
const confirming = lazyModule(() => import('../features/notices/confirmation-dialog'))
const restarting = lazyModule(() => withTexts('soon', import('../features/notices/restart-dialog')))
const linking = lazyModule(() => import('./link-dialog'))
const leaving = lazyModule(() => withTexts('soon', import('../features/chat/temporary/leave-dialog')))

/** Small dialogs that anything may open, loaded right after the first paint. */
export const smallDialogs = [linking, confirming, restarting]

/** Dialogs that are loaded after start-up, in this order. */
export const lazyDialogs = [
  settings,
  shortcuts,
  projects,
  prompts,
  ranking,
  spending,
  sets,
  exporting,
  leaving,
]

interface ClosableProps {
  onClose: () => void
}

export function LazyPalette(props: ClosableProps) {
  const { Palette } = palette.useModule()
  return <Palette {...props} />
}

export function LazySettings(props: ClosableProps) {
  const { SettingsDialog } = settings.useModule()
  return <SettingsDialog {...props} />
}

export function LazyShortcuts(props: ClosableProps) {
  const { ShortcutSheet } = shortcuts.useModule()
  return <ShortcutSheet {...props} />
}

export function LazyPrompts(props: ClosableProps) {
  const { PromptsDialog } = prompts.useModule()
  return <PromptsDialog {...props} />
}

export function LazyRanking(props: ClosableProps) {
  const { RankingDialog } = ranking.useModule()
  return <RankingDialog {...props} />
}

export function LazySpending(props: ClosableProps) {
  const { SpendingDialog } = spending.useModule()
  return <SpendingDialog {...props} />
}

export function LazyProjects() {
  const { ProjectsDialogs } = projects.useModule()
  return <ProjectsDialogs />
}

export function LazyConfirmation() {
  const { ConfirmationDialog } = confirming.useModule()
  return <ConfirmationDialog />
}

export function LazyRestart() {
  const { RestartDialog } = restarting.useModule()
  return <RestartDialog />
}

export function LazyLink(props: LinkDialogProps) {
  const { LinkDialog } = linking.useModule()
  return <LinkDialog {...props} />
}

export function LazyLeave() {
  const { LeaveDialog } = leaving.useModule()
  return <LeaveDialog />
}

export function LazySets(props: ClosableProps & { adding: string | null }) {
  const { SetsDialog } = sets.useModule()
  return <SetsDialog {...props} />
}

export function LazyExport({ subject, onClose }: ClosableProps & { subject: ExportSubject }) {
  const { BundleDialog, ExportDialog } = exporting.useModule()
  if (subject.kind === 'comparison') return <BundleDialog subject={subject} onClose={onClose} />
  return <ExportDialog subject={subject} onClose={onClose} />
}

export function LazySelectionQuote() {
  const { SelectionQuote } = quoting.useModule()
  return <SelectionQuote />
}

export function LazyQuickBar({ view }: { view: View }) {
  const { QuickBar } = quick.useModule()
  return <QuickBar view={view} />
}
