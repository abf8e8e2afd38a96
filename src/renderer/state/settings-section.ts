/** The parts of Settings. */
export const settingsSections = ['providers', 'models', 'general', 'appearance', 'data', 'shortcuts'] as const
export type SettingsSection = (typeof settingsSections)[number]

/** What they are called. */
export const settingsSectionNames: Readonly<Record<SettingsSection, string>> = {
  providers: 'Providers',
  models: 'Models',
  general: 'General',
  appearance: 'Appearance',
  data: 'Data',
  shortcuts: 'Shortcuts',
}
