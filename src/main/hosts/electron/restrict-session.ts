import type { ElectronModules } from './electron-modules'

/** All that the page gets: writing plain text to the clipboard, and saying that an answer is there. */
const grantedPermissions = ['clipboard-sanitized-write', 'notifications']

/** Denies the page what it has no need of. The spelling is not checked until the settings say that it is to be. */
export function restrictSession(session: ElectronModules['session']['defaultSession']): void {
  session.setPermissionRequestHandler((_contents, permission, decide) =>
    decide(grantedPermissions.includes(permission)),
  )
  session.setPermissionCheckHandler((_contents, permission) => grantedPermissions.includes(permission))
  // A spelling checker that is on fetches its dictionaries at once.
  session.setSpellCheckerEnabled(false)
}
