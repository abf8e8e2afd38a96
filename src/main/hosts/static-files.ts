import { readFile, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

import { lookupTable } from '../../shared/lookup-table'
import { errorCode } from '../base/error-code'

const contentTypes = lookupTable({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
})

/** A file of the window's page, with the type under which it is served. */
export interface StaticFile {
  body: Buffer<ArrayBuffer>
  contentType: string
}

/**
 * Reads the file in `folder` that a URL path names (percent-encoded, without a leading slash; empty means
 * `index.html`). Null for anything but a regular file in `folder`, even if `..`, an encoded separator or a symbolic
 * link leads out of it.
 */
export async function readStaticFile(folder: string, urlPath: string): Promise<StaticFile | null> {
  const segments = decodeSegments(urlPath === '' ? 'index.html' : urlPath)
  if (segments === null) return null
  try {
    const root = await realpath(folder)
    const path = await realpath(join(root, ...segments))
    if (!path.startsWith(root + sep)) return null
    return {
      body: await readFile(path),
      contentType: contentTypes.get(extname(path)) ?? 'application/octet-stream',
    }
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

function decodeSegments(urlPath: string): string[] | null {
  try {
    const segments = urlPath.split('/').map((segment) => decodeURIComponent(segment))
    return segments.every((segment) => segment !== '' && !/^\.|[/\\:\0]/.test(segment)) ? segments : null
  } catch {
    // A malformed percent-encoding names no file.
    return null
  }
}

function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(errorCode(error) ?? '')
}
