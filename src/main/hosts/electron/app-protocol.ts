import { fileHeaders, pageDocument, pageHeaders, securityHeaders } from '../content-security'
import type { ElectronModules } from './system/electron-modules'
import { readStaticFile } from '../static-files'

const scheme = 'parley'
/** Frames of pages have a scheme of their own, and each a host of its own: another site, and so another process. */
const pageScheme = 'parley-page'

/** The address of the window's page: a separate origin, so that `'self'` means only Parley's files. */
export const appAddress = `${scheme}://app/`

type ProtocolModule = Pick<ElectronModules, 'protocol'>['protocol']

/** Makes the schemes web origins. Must be called before the app is ready. */
export function registerAppScheme(protocol: ProtocolModule): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    { scheme: pageScheme, privileges: { standard: true } },
  ])
}

/**
 * Serves the built renderer at `appAddress`, with the security headers on each response, and to frames of pages their
 * document and nothing else.
 */
export function serveAppScheme(protocol: ProtocolModule, rendererFolder: string): void {
  protocol.handle(scheme, async (request) => {
    const url = URL.parse(request.url)
    const path = url?.pathname.slice(1) ?? ''
    const file = url?.host === 'app' ? await readStaticFile(rendererFolder, path) : null
    if (file === null) return new Response('Page not found.', { status: 404, headers: securityHeaders })
    return new Response(file.body, {
      headers: { ...fileHeaders(path, `${pageScheme}:`), 'Content-Type': file.contentType },
    })
  })
  protocol.handle(pageScheme, async (request) => {
    const isDocument = URL.parse(request.url)?.pathname === `/${pageDocument}`
    const file = isDocument ? await readStaticFile(rendererFolder, pageDocument) : null
    const headers = pageHeaders(`${scheme}:`)
    if (file === null) return new Response('Page not found.', { status: 404, headers })
    return new Response(file.body, { headers: { ...headers, 'Content-Type': file.contentType } })
  })
}
