import type { AnswerPage } from '../../shared/pages/page'
import { documentOf } from '../../shared/pages/page-document'

/** The sources of React and of the compiler. */
export interface Libraries {
  react: string
  compiler: string
}

let loaded: Promise<Libraries> | null = null

/** React and the compiler, fetched when the first page needs them. */
export function libraries(): Promise<Libraries> {
  loaded ??= Promise.all([textOf('page-react.js'), textOf('page-compiler.js')]).then(([react, compiler]) => ({
    react,
    compiler,
  }))
  loaded.catch(() => {
    loaded = null
  })
  return loaded
}

async function textOf(file: string): Promise<string> {
  const response = await fetch(new URL(`sandbox/${file}`, document.baseURI))
  if (!response.ok) throw new Error(`${file} could not be loaded`)
  return response.text()
}

/** What the frame of a component shows before the component. */
export const componentDocument =
  '<!doctype html><html><head><meta charset="utf-8"><style>body{margin:0;font-family:system-ui}</style></head><body><div id="root"></div></body></html>'

/** The page as a document for any browser, with what a component needs. */
export async function standaloneDocument(page: AnswerPage): Promise<string> {
  if (page.kind !== 'react') return documentOf(page)
  const { react, compiler } = await libraries()
  const source = JSON.stringify(page.source).replaceAll('<', String.raw`\u003c`)
  const start = `const module={exports:{}};new Function('require','exports','module',parleyCompile(${source}))((name)=>parleyReact.modules[name],module.exports,module);parleyReact.mount(module.exports.default,document.getElementById('root'))`
  const scripts = [react, compiler, start].map((code) => `<script>${code}</script>`)
  return componentDocument.replace('</body>', () => `${scripts.join('')}</body>`)
}
