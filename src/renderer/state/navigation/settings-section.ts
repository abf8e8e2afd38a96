/** The sections of Settings. */
export const settingsSections = [
  'providers',
  'models',
  'agents',
  'tools',
  'general',
  'appearance',
  'data',
  'shortcuts',
] as const
export type SettingsSection = (typeof settingsSections)[number]
