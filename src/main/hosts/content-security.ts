/** What the window may load and reach; the same in both hosts. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The headers that every answer to a window carries, whatever it is. */
export const securityHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** The scripts of the frame without an origin that draws diagrams: it has no cookie, and is no page of the same origin. */
export const sandboxFolder = 'sandbox/'

/** The headers of a file of the window; `path` is what stands behind the folder that all of them are in. */
export function fileHeaders(path: string): Readonly<Record<string, string>> {
  if (!path.startsWith(sandboxFolder)) return securityHeaders
  return { ...securityHeaders, 'Cross-Origin-Resource-Policy': 'cross-origin' }
}
