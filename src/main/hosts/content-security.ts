/** The content security policy of what Parley serves; the window's document may also show frames of pages. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  'media-src blob:',
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The headers of every response to a window. */
export const securityHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** The folder of what the frames of diagrams and pages need: they have no origin and therefore no cookie. */
export const sandboxFolder = 'sandbox/'

/** The folder of files whose names contain a hash of their content. */
const hashedFolder = 'assets/'

/** The document in which the page of an answer runs, relative to the folder of all files. */
export const pageDocument = `${sandboxFolder}page.html`

/**
 * The policy of that document: inline code, what the page brings with it, and no request of any kind. All markup and
 * code pass through the one policy that the document's own script sets up before the page arrives.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'media-src data: blob:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
  'sandbox allow-scripts',
]

/** What a page may not use even where the browser would ask the user. */
const deniedFeatures = `
  accelerometer aria-notify attribution-reporting autoplay bluetooth browsing-topics camera clipboard-read
  clipboard-write display-capture encrypted-media focus-without-user-activation fullscreen gamepad geolocation
  gyroscope hid identity-credentials-get idle-detection keyboard-map local-fonts magnetometer microphone midi
  payment picture-in-picture publickey-credentials-get screen-wake-lock serial storage-access usb web-share
  window-management xr-spatial-tracking
`

/** The headers of the page document; `windows` are the origins of windows that may show it. */
export function pageHeaders(windows: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': [...pagePolicy, `frame-ancestors ${windows}`].join('; '),
    'Permissions-Policy': deniedFeatures.trim().replaceAll(/\s+|$/g, '=(), ').slice(0, -2),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-DNS-Prefetch-Control': 'off',
    'Origin-Agent-Cluster': '?1',
    'Connection-Allowlist': '()',
    'Cache-Control': 'no-store',
  }
}

/** The headers of one of the window's files; `path` is relative to the folder of all files, `frames` where pages are. */
export function fileHeaders(path: string, frames: string): Readonly<Record<string, string>> {
  if (path === '' || path === 'index.html') {
    const policy = contentSecurityPolicy.replace("frame-src 'none'", `frame-src ${frames}`)
    return { ...securityHeaders, 'Content-Security-Policy': policy }
  }
  if (path.startsWith(sandboxFolder)) {
    return { ...securityHeaders, 'Cross-Origin-Resource-Policy': 'cross-origin' }
  }
  // With the file, the browser keeps its compiled code, so a reload does not compile everything again.
  if (path.startsWith(hashedFolder)) {
    return { ...securityHeaders, 'Cache-Control': 'private, max-age=31536000, immutable' }
  }
  return securityHeaders
}
