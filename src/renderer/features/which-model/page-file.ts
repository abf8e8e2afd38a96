import { currentLanguage } from '../../language/t'

const style = `:root{color-scheme:light dark}body{max-width:1200px;margin:2em auto;padding:0 1em;font:14px/1.5 system-ui,sans-serif}
table{border-collapse:collapse;margin:1em 0}th,td{padding:.4em .8em;border-bottom:1px solid #8886;text-align:left;vertical-align:top}
td span{display:block;font-size:.85em;opacity:.75}svg{max-width:640px}[role=region]{overflow-x:auto}svg text{font-family:inherit}circle{fill:#3f51b5}`

/** What is shown as one HTML file that needs nothing else: without controls, and with its own style. */
export function pageOf(title: string, shown: HTMLElement): string {
  const page = document.implementation.createHTMLDocument(title)
  const { documentElement, head, body } = page
  documentElement.lang = currentLanguage()
  const policy = page.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = "default-src 'none'; style-src 'unsafe-inline'"
  const charset = page.createElement('meta')
  charset.setAttribute('charset', 'utf-8')
  const sheet = page.createElement('style')
  sheet.textContent = style
  head.prepend(charset, policy)
  head.append(sheet)
  const heading = page.createElement('h1')
  heading.textContent = title
  const copy = page.importNode(shown, true)
  // A figure stays without its button, a choice does not.
  for (const button of copy.querySelectorAll('td button, th button')) button.replaceWith(...button.childNodes)
  for (const control of copy.querySelectorAll('button, [role=radiogroup], dialog, [data-slot=figure-name]'))
    control.remove()
  for (const element of copy.querySelectorAll('[class]')) element.removeAttribute('class')
  body.append(heading, ...copy.childNodes)
  return `<!doctype html>\n${documentElement.outerHTML}\n`
}
