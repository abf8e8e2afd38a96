import type { IncomingMessage, ServerResponse } from 'node:http'

import type { TFunction } from 'i18next'

import type { AppSettings } from '../../../../shared/app/schema'
import type { Language } from '../../../../shared/locales/language'
import { securityHeaders } from '../../content-security'
import { confirmationTexts } from '../../confirmation-texts'
import type { Confirmation } from '../../../platform/platform'
import { escapedHtml } from '../../../../shared/text/escaped-html'
import { visibleText } from '../../../../shared/text/visible-text'
import { isPrefetch } from '../access/access-guard'
import type { WebConfirmations } from './page-confirmations'

/** Longer than any answer of the page. */
const maxAnswerBytes = 4_096
/**
 * The buttons are disabled this long: a page that appears under the pointer must not get a click that was meant for
 * another.
 */
const armedAfter = '1s'

/**
 * A sandboxed page has its own origin: no window of Parley's can read it, and it runs no script. There is no opener
 * policy, because browsers do not show a page that has both.
 */
function pageHeaders(origin: string): Record<string, string> {
  const { 'Cross-Origin-Opener-Policy': _openerPolicy, ...headers } = securityHeaders
  return {
    ...headers,
    'Content-Security-Policy': [
      'sandbox allow-forms',
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      `form-action ${origin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}

/**
 * True if a browser requested a top-level page, as when a user follows a link or submits a form. No script can forge
 * these headers.
 */
function isOwnPage({ headers }: IncomingMessage): boolean {
  const user = headers['sec-fetch-user']
  return (
    !isPrefetch(headers) &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    (user === undefined || user === '?1')
  )
}

/** The question, its language and its theme. */
interface AskedPage {
  id: string
  confirmations: WebConfirmations
  t: TFunction
  language: Language
  theme: AppSettings['theme']
}

/** Shows the question `id` to a browser whose cookie was checked. */
export function showConfirmation(request: IncomingMessage, response: ServerResponse, asked: AskedPage): void {
  const { id, confirmations, t } = asked
  if (!isOwnPage(request)) {
    send(request, response, 403, page(asked, t('host.page.nothing')))
    return
  }
  const open = confirmations.find(id)
  if (open === null) send(request, response, 404, page(asked, t('host.confirm.over')))
  else send(request, response, 200, questionPage(asked, open))
}

/**
 * Takes the answer to the question `id`. Browsers send no cookie from a sandboxed page, so the nonce, which only that
 * page has, replaces it.
 */
export async function takeConfirmation(
  request: IncomingMessage,
  response: ServerResponse,
  asked: AskedPage,
): Promise<void> {
  const { id, confirmations, t } = asked
  const body = isOwnPage(request) && isForm(request) ? await readBody(request) : null
  const fields = new URLSearchParams(body ?? '')
  const answer = fields.get('answer')
  if (body === null || (answer !== 'allow' && answer !== 'refuse')) {
    send(request, response, 403, page(asked, t('host.page.nothing')))
    return
  }
  const isAllowed = answer === 'allow'
  const address = confirmations.find(id)?.question.lines.find(({ label }) => label === 'address')?.value
  const isTaken = confirmations.answer(id, fields.get('nonce') ?? '', isAllowed)
  if (!isTaken) send(request, response, 403, page(asked, t('host.confirm.over')))
  else if (isAllowed && address !== undefined) send(request, response, 200, linkPage(asked, address))
  else
    send(request, response, 200, page(asked, t(isAllowed ? 'host.confirm.allowed' : 'host.confirm.refused')))
}

function isForm({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.split(';', 1)[0] === 'application/x-www-form-urlencoded'
}

/** Null when it is longer than any answer. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length
      if (sizeBytes > maxAnswerBytes) return null
      chunks.push(chunk)
    }
  } catch {
    // The browser disconnected, so there is no answer.
    return null
  }
  return Buffer.concat(chunks).toString('utf8')
}

function send(request: IncomingMessage, response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    ...pageHeaders(`http://${request.headers.host ?? ''}`),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}

function questionPage(
  asked: AskedPage,
  { question, nonce }: { question: Confirmation; nonce: string },
): string {
  const texts = confirmationTexts(asked.t, question)
  const lines = texts.lines.map(
    ({ label, value, isWarning }) =>
      `<dt${isWarning ? ' class="warning"' : ''}>${escapedHtml(label)}</dt><dd>${escapedHtml(value)}</dd>`,
  )
  return page(
    asked,
    texts.question,
    [
      ...(lines.length === 0 ? [] : [`<dl>${lines.join('')}</dl>`]),
      `<p>${escapedHtml(texts.consequence)}</p>`,
      '<form method="post" autocomplete="off">',
      `<input type="hidden" name="nonce" value="${escapedHtml(nonce)}">`,
      `<button name="answer" value="refuse">${escapedHtml(texts.refuse)}</button>`,
      `<button name="answer" value="allow">${escapedHtml(texts.allow)}</button>`,
      '</form>',
    ].join(''),
  )
}

/** A page with a link: a form of a sandboxed page leads nowhere else. */
function linkPage(asked: AskedPage, address: string): string {
  const url = URL.parse(address)
  // The link goes exactly where the question said.
  const isPage = url !== null && /^https?:$/.test(url.protocol)
  const link = isPage
    ? `<a href="${escapedHtml(url.href)}" rel="noreferrer">${escapedHtml(visibleText(url.href))}</a>`
    : ''
  return page(asked, asked.t('host.confirm.pageAllowed'), `<p class="link">${link}</p>`)
}

function page({ t, language, theme }: AskedPage, heading: string, content = ''): string {
  return [
    `<!doctype html><html lang="${language}" class="${theme}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escapedHtml(t('common.confirmationTitle'))}</title><style>${style}</style></head>`,
    `<body><main><h1>${escapedHtml(heading)}</h1>${content}</main></body></html>`,
  ].join('')
}

const style = `
:root { color-scheme: light dark; }
.light { color-scheme: light; }
.dark { color-scheme: dark; }
:root { font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: Canvas; color: CanvasText; }
main { box-sizing: border-box; max-width: 44rem; margin: 12vh auto 2rem; padding: 0 1.5rem; }
h1 { margin: 0 0 1.25rem; font-size: 1.375rem; line-height: 1.3; overflow-wrap: anywhere; }
dl { margin: 0 0 1.25rem; padding: 0.75rem 1rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 8px; }
dt { font-size: 0.8125rem; opacity: 0.75; }
a { color: LinkText; overflow-wrap: anywhere; }
.warning { font-weight: 700; opacity: 1; }
dd { margin: 0 0 0.625rem; font-family: ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
dd:last-child { margin-bottom: 0; }
form { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.5rem; }
button { padding: 0.5rem 1.125rem; border: 1px solid currentColor; border-radius: 8px; font: inherit; color: inherit; background: transparent; cursor: pointer; }
button:hover { background: color-mix(in srgb, currentColor 10%, transparent); }
button:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
button[value="allow"] { visibility: hidden; animation: arm 0s ${armedAfter} forwards; }
@keyframes arm { to { visibility: visible; } }
`
