import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { scaledTimeout } from '../../../e2e/suite/limits/slowness.ts'
import { inProject } from '../project.mjs'

/**
 * @typedef {{ name: string, value: string, path: string }} Cookie
 * @typedef {{ pageUrl: string, cookie: Cookie }} Attachment
 */

const projectPath = inProject('test-results/attached.json')
const answersWithinMs = 1_000

/**
 * Exchanges the printed address of a running web host for its cookie. The key in the address works only once,
 * so the cookie is stored, readable only by this account, and the same address works again here.
 * @param {string} url
 * @param {string} [knownPath] where the cookie is stored
 * @returns {Promise<Attachment>}
 */
export async function attachTo(url, knownPath = projectPath) {
  const pageUrl = withoutKey(url)
  const known = readKnown(knownPath)
  if (known?.pageUrl === pageUrl) return known
  const attachment = { pageUrl, cookie: await exchangeKey(url) }
  mkdirSync(dirname(knownPath), { recursive: true })
  writeFileSync(knownPath, JSON.stringify(attachment), { mode: 0o600 })
  // An existing file keeps its mode.
  chmodSync(knownPath, 0o600)
  return attachment
}

/**
 * @param {string} url
 * @returns {Promise<Cookie>}
 */
async function exchangeKey(url) {
  const response = await ask(url)
  const cookie = cookieOf(response)
  if (cookie !== null) return cookie
  throw new Error(
    `The app at ${withoutKey(url)} rejected the suite (status ${response.status}). Pass the address that \`npm run serve -- --no-open\` printed, with a key that no window has used yet.`,
  )
}

/**
 * The cookie that a web host returned for its key; null if it returned none because the key was already used.
 * @param {Response} response
 * @returns {Cookie | null}
 */
export function cookieOf(response) {
  const header = response.headers.getSetCookie()[0] ?? ''
  const { name, value, path } =
    /^(?<name>[^=]+)=(?<value>[^;]*);.*Path=(?<path>[^;]+)/i.exec(header)?.groups ?? {}
  const isGiven = response.status === 303 && name !== undefined && value !== undefined && path !== undefined
  return isGiven ? { name, value, path } : null
}

/**
 * Main's own report of its health, without a window.
 * @param {Attachment} attachment
 * @param {AbortSignal} [signal]
 * @returns {Promise<import('../../../src/shared/app/health.ts').Health>}
 */
export async function askHealth({ pageUrl, cookie }, signal) {
  const response = await fetch(`${pageUrl}health`, {
    headers: { cookie: `${cookie.name}=${cookie.value}` },
    ...(signal === undefined ? {} : { signal }),
  })
  if (!response.ok) throw new Error(`the health request failed with status ${response.status}`)
  return /** @type {import('../../../src/shared/app/health.ts').Health} */ (await response.json())
}

/**
 * Resolves as soon as main answers a request with a refusal, which takes no work beyond running.
 * @param {string} pageUrl
 * @returns {Promise<void>}
 */
export async function awaitSignOfLife(pageUrl) {
  await fetch(`${pageUrl}health`, { method: 'HEAD' })
}

/**
 * @param {string} url
 * @returns {Promise<Response>}
 */
async function ask(url) {
  try {
    return await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(scaledTimeout(answersWithinMs)),
    })
  } catch (error) {
    throw new Error(`No app responds at ${withoutKey(url)}. Is it still running?`, { cause: error })
  }
}

/** @param {string} url */
function withoutKey(url) {
  return url.replace(/\?.*$/, '')
}

/**
 * @param {string} path
 * @returns {Attachment | null}
 */
function readKnown(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // There was no earlier attachment.
    return null
  }
}
