/** The sections of Settings. */
export const settingsSections = [
  'providers',
  'models',
  'agents',
  'general',
  'appearance',
  'data',
  'shortcuts',
] as const
export type SettingsSection = (typeof settingsSections)[number]
