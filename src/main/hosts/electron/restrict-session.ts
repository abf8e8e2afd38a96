import type { ElectronModules } from './electron-modules'

/** The page's only permissions: writing plain text to the clipboard, and notifications. */
const grantedPermissions = ['clipboard-sanitized-write', 'notifications']

/** Denies the page all other permissions. Spell checking is off until the settings turn it on. */
export function restrictSession(session: ElectronModules['session']['defaultSession']): void {
  session.setPermissionRequestHandler((_contents, permission, decide) =>
    decide(grantedPermissions.includes(permission)),
  )
  session.setPermissionCheckHandler((_contents, permission) => grantedPermissions.includes(permission))
  // An active spell checker fetches its dictionaries immediately.
  session.setSpellCheckerEnabled(false)
}
