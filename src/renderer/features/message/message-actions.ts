import type { SettingsSection } from '../../state/navigation/settings-section'

/** The actions of a message; an absent one is not offered. */
export interface MessageActions {
  onOpenSettings: (section: SettingsSection) => void
  /** Regenerates this answer. */
  onRetry?: (() => void) | undefined
}
