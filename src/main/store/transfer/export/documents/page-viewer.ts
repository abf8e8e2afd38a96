import { type FoundPage, pagesOf } from '../../../../../shared/pages/answer-pages'
import { forbiddenElements, pageLimits } from '../../../../../shared/pages/page'
import { escapeHtml } from './escape-html'
import type { Wording } from './wording'

/** What answers with such pages contain; the others need not be parsed for them. */
const mark =
  /^[ \t>*+-]*(?:`{3,}|~{3,})[ \t]*(?:html?|xhtml|svg|xml|jsx|tsx)\b|<(?:!doctype\s+html|html|svg)[\s>]/im

/** The pages of an answer that have a button or a note below their source. */
export function exportedPages(markdown: string): readonly FoundPage[] {
  if (!mark.test(markdown)) return []
  return pagesOf(markdown).filter(
    ({ kind, source }) =>
      (kind === 'html' || kind === 'svg' || kind === 'react') && source.length <= pageLimits.sourceChars,
  )
}

/** True if the viewer can show something of this answer. */
export function hasViewedPage(markdown: string): boolean {
  return exportedPages(markdown).some(({ kind }) => kind !== 'react')
}

/**
 * What follows the source of a page: the button that shows it, hidden until the viewer is ready. Its document follows
 * the button, unless it is the source that precedes it.
 */
export function pageButton({ kind, source, block }: FoundPage, { language, t }: Wording): string {
  if (kind === 'react') return `<p class="note" lang="${language}">${escapeHtml(t('exports.page.react'))}</p>`
  const other = source === block ? '' : `<code hidden="">${escapeHtml(source)}</code>`
  return `<p lang="${language}"><button type="button" class="show-page" hidden="">${escapeHtml(t('exports.page.show'))}</button>${other}</p>`
}

/**
 * Runs in the frame before the page: closes what no policy forbids. All markup passes `clean`, in which the elements
 * become a `basefont`, which is empty and does nothing.
 */
const guards = `(() => {
const { apply, getPrototypeOf } = Reflect, fix = (target, name, value) => Object.defineProperty(target, name, { value })
const { replace, toLowerCase, lastIndexOf, slice } = String.prototype, text = String
const names = Object.assign(Object.create(null), ${JSON.stringify(
  Object.fromEntries(forbiddenElements.map((name) => [name, true])),
)})
const marks = /<(?:[^\\s<>\\/:]*:)?(?:${forbiddenElements.join('|')})(?=[\\s\\/>])/gi
const clean = (html) => apply(replace, text(html), [marks, '<basefont'])
Object.freeze(RegExp.prototype)
trustedTypes.createPolicy('default', { createHTML: (html, type, sink) => sink === 'HTMLIFrameElement srcdoc' ? '' : clean(html), createScript: text, createScriptURL: text })
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCIceTransport', 'XSLTProcessor', 'DOMParser']) fix(self, name)
for (const name of ['createElement', 'createElementNS']) {
const create = Document.prototype[name], at = name === 'createElement' ? 0 : 1
fix(Document.prototype, name, function (one, two) {
const given = [text(one), at === 0 || two === undefined ? two : text(two)]
if (at === 1 && one === null) given[0] = null
const local = apply(toLowerCase, given[at], []), colon = apply(lastIndexOf, local, [':'])
if (names[apply(slice, local, [colon + 1])]) given[at] = 'basefont'
return apply(create, this, at === 0 ? [given[0]] : given)
})
}
fix(DOMImplementation.prototype, 'createDocument')
const { define } = CustomElementRegistry.prototype
fix(CustomElementRegistry.prototype, 'define', function (name, kind) { return apply(define, this, [name, kind]) })
for (const name of ['write', 'writeln', 'execCommand']) fix(Document.prototype, name, () => {})
for (const owner of [Element.prototype, ShadowRoot.prototype, Document])
for (const name of ['setHTML', 'setHTMLUnsafe', 'parseHTML', 'parseHTMLUnsafe', 'streamHTML', 'streamHTMLUnsafe']) if (name in owner) fix(owner, name)
for (const own of document.querySelectorAll('meta, script')) own.remove()
})()`

/** In the frame: nothing but what is in the document. */
const frameHead = `<!doctype html><meta charset="utf-8"><meta http-equiv="x-dns-prefetch-control" content="off">
<meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'; trusted-types default">
<script>${guards}</script><meta name="viewport" content="width=device-width">`

/** The outer of two frames, made before the strict policy of the page: the inner one gets the policy of its maker. */
const shell = `<!doctype html><style>html, body, iframe { height: 100%; width: 100%; margin: 0; border: 0; background: #fff; }</style>
<script>{
let frame = null
onmessage = ({ source, data }) => {
if (source !== parent) return
if (frame) frame.remove()
frame = null
if (typeof data !== 'string') return
frame = document.createElement('iframe')
frame.setAttribute('sandbox', 'allow-scripts')
frame.srcdoc = data
document.body.append(frame)
}
if (self.trustedTypes) parent.postMessage('ready', '*')
}</script><body>`

/** Makes the shell, and shows it when the reader presses a button. */
const script = (texts: { close: string; label: string }) => `{
const texts = ${inScript(texts)}, head = ${inScript(frameHead)}
const marks = /<(?:${forbiddenElements.join('|')})(?=[\\s\\/>])/gi
const frame = document.createElement('iframe'), viewer = document.createElement('dialog'), close = document.createElement('button')
frame.setAttribute('sandbox', 'allow-scripts')
frame.srcdoc = ${inScript(shell)}
frame.title = texts.label
close.textContent = texts.close
close.onclick = () => viewer.close()
viewer.className = 'viewer'
viewer.onclose = () => frame.contentWindow.postMessage(null, '*')
viewer.append(texts.label, close, frame)
document.documentElement.append(viewer)
let isReady = false
const offer = () => { if (isReady) for (const button of document.querySelectorAll('.show-page')) button.hidden = false }
addEventListener('DOMContentLoaded', offer)
addEventListener('message', ({ source, data }) => {
if (source !== frame.contentWindow || data !== 'ready') return
isReady = true
offer()
})
addEventListener('click', ({ target }) => {
if (!target.matches?.('.show-page')) return
const code = target.nextElementSibling ?? target.parentElement.previousElementSibling
frame.contentWindow.postMessage(head + code.textContent.replace(marks, '<basefont'), '*')
viewer.showModal()
})
}`

/** JSON that cannot end the script it is in. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}

/**
 * The part of a page's head, after its policy, that can show pages in the answers. Only this script and what the frame
 * shows may run: the second policy forbids every script that follows.
 * @see docs/decisions/2026-11-30-pages-in-exports.md
 */
export function viewerHead({ t }: Wording): string {
  return `<script>${script({ close: t('common.close'), label: t('exports.page.label') })}</script>
<meta http-equiv="Content-Security-Policy" content="script-src 'none'">
<style>
.viewer { width: 92vw; height: 90vh; max-width: none; max-height: none; padding: 8px; border: 2px solid var(--line); border-radius: 8px;
  background: var(--ground); color: var(--faint); font-size: 13px; }
.viewer[open] { display: grid; grid-template: auto 1fr / 1fr auto; gap: 8px; align-items: center; }
.viewer iframe { grid-column: 1 / -1; width: 100%; height: 100%; border: 1px solid var(--line); background: #fff; }
button { padding: 3px 10px; font: inherit; font-size: 14px; }
@media print { .show-page { display: none; } }
</style>
`
}
