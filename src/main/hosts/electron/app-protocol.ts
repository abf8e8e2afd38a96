import { fileHeaders, securityHeaders } from '../content-security'
import type { ElectronModules } from './system/electron-modules'
import { readStaticFile } from '../static-files'

const scheme = 'parley'

/** The address of the window's page: a separate origin, so that `'self'` means only Parley's files. */
export const appAddress = `${scheme}://app/`

type ProtocolModule = Pick<ElectronModules, 'protocol'>['protocol']

/** Makes the scheme a secure web origin. Must be called before the app is ready. */
export function registerAppScheme(protocol: ProtocolModule): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Serves the built renderer at `appAddress`, with the security headers on each response. */
export function serveAppScheme(protocol: ProtocolModule, rendererFolder: string): void {
  protocol.handle(scheme, async (request) => {
    const url = URL.parse(request.url)
    const path = url?.pathname.slice(1) ?? ''
    const file = url?.host === 'app' ? await readStaticFile(rendererFolder, path) : null
    if (file === null) return new Response('Page not found.', { status: 404, headers: securityHeaders })
    return new Response(file.body, {
      headers: { ...fileHeaders(path), 'Content-Type': file.contentType },
    })
  })
}
