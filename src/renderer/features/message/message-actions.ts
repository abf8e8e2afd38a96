import type { SettingsSection } from '../../state/navigation/settings-section'

/** What can be done about a message where it stands; an absent action is not offered. */
export interface MessageActions {
  onOpenSettings: (section: SettingsSection) => void
  /** Answers again in place of this answer. */
  onRetry?: (() => void) | undefined
}
