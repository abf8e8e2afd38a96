import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { build, minifySync, normalizePath, type Plugin } from 'vite'

const root = import.meta.dirname
const styleFiles = globSync('src/renderer/**/*.module.css', { cwd: root })
  .map((path) => inProject(path))
  .toSorted()

/** The chunk of the libraries that every window needs. */
const libraries = 'libraries'
const librariesOfFirstLoad =
  /\/node_modules\/(@tanstack|i18next|react|react-dom|react-i18next\/dist\/es\/(?!Trans)|scheduler|zustand)\//
/**
 * What a window fetches together is one chunk, with what only it needs: each request takes several milliseconds of three
 * processes. The first chunk whose module matches takes what several need.
 */
const chunks = [
  { name: libraries, test: librariesOfFirstLoad, priority: 5 },
  {
    name: 'app',
    tags: ['$initial' as const],
    test: (path: string) => !path.includes('diagram-frame'),
    priority: 4,
  },
  {
    name: 'chat',
    test: /\/(chat\/open-chat|notices\/ended-answer|locales\/en\/rest)\.tsx?$/,
    priority: 3,
  },
  {
    name: 'panels',
    test: /\/(app\/link-dialog|overlays\/layers|palette\/palette|quoting\/selection-quote|rows\/edit-message|approvals\/(?:approval-card|call-announcer)|chat\/find-bar|chat\/outline-panel|first-run\/first-run|model-picker\/model-list|model-settings\/model-settings-dialog|notices\/(?:notice-dialogs|notice-lines))\.tsx?$/,
    priority: 2,
  },
  { name: 'compare', test: /\/compare\/compare-page\.tsx$/, priority: 1 },
  {
    name: 'places-and-dialogs',
    test: /\/(sets\/sets-page|sets\/add-to-set-dialog|ranking\/ranking-page|which-model\/which-model-page|settings\/settings-dialog|actions\/shortcut-sheet|projects\/projects-dialogs|prompts\/prompts-dialog|spending\/spending-dialog|data\/export-dialogs|temporary\/leave-dialog)\.tsx$/,
    priority: 0,
  },
]

/** The programs of main, without what only loads them. First what keeps compiled code: of what it needs, none is kept. */
const programs = [
  'hosts/compiled-code',
  'composition/threads/store-worker',
  'composition/threads/tool-worker',
  'hosts/mcp/mcp-host',
  'hosts/eval/eval-host',
  'hosts/electron/run-in-electron',
  'hosts/web/web-host',
]
const startRoots = chunksOfStarts(programs.map((path) => inProject(`src/main/${path}.ts`)))

export default defineConfig({
  main: {
    plugins: [requiredBuiltins(), startRoots.plugin],
    build: {
      externalizeDeps: false,
      rollupOptions: {
        external: ['electron', 'better-sqlite3'],
        input: {
          index: inProject('src/main/hosts/electron/electron-main.ts'),
          serve: inProject('src/main/hosts/web/web-main.ts'),
          'mcp-server': inProject('src/main/hosts/mcp/mcp-main.ts'),
          eval: inProject('src/main/hosts/eval/eval-main.ts'),
          'store-worker': inProject('src/main/composition/threads/store-worker.ts'),
          'tool-worker': inProject('src/main/composition/threads/tool-worker.ts'),
        },
        output: {
          format: 'es',
          codeSplitting: { groups: startRoots.groups },
          // Here, because an `await` in the source would have the bundler split every chunk that is loaded on demand.
          footer: ({ name }) => (name === 'index' ? 'await globalThis.parleyMain;' : ''),
          minify: {
            compress: { keepNames: { function: true, class: true } },
            // The names of private methods stand in the stack traces of users.
            mangle: false,
            codegen: { removeWhitespace: true },
          },
        },
      },
    },
  },
  preload: {
    build: {
      rollupOptions: {
        input: { index: inProject('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: inProject('src/renderer'),
    base: './',
    plugins: [react(), diagramSandbox(), pageSandbox(), classNamesInPlace(), minifyChunks(), listedFiles()],
    resolve: { dedupe: ['katex'] },
    css: { modules: { generateScopedName: shortClassName } },
    // Allows workers to load code on demand.
    worker: { format: 'es' },
    build: {
      // The content security policy allows fonts only from files.
      assetsInlineLimit: (file) => (/\.woff2?$/.test(file) ? false : undefined),
      rollupOptions: {
        input: {
          index: inProject('src/renderer/index.html'),
          'diagram-frame': inProject('src/renderer/markdown/diagrams/diagram-frame.ts'),
        },
        output: {
          entryFileNames: ({ name }) =>
            name === 'diagram-frame' ? 'sandbox/[name].js' : 'assets/[name]-[hash].js',
          // `minifyChunks` does the rest.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
          codeSplitting: { groups: chunks },
        },
      },
      cssMinify: true,
      modulePreload: { polyfill: false },
    },
  },
})

/**
 * What the programs load when they start, in one chunk for each set of programs that need it: without groups it would be
 * seventy, because each of them is also split by what is loaded later. Finding, reading and linking a file takes Node
 * half a millisecond.
 */
function chunksOfStarts(paths: readonly string[]) {
  /** The programs that load a module when they start, as bits. */
  const usersOf = new Map<string, number>()
  const plugin: Plugin = {
    name: 'chunks-of-starts',
    apply: 'build',
    buildEnd() {
      for (const [index, path] of paths.entries()) {
        const next = [path]
        for (let id = next.pop(); id !== undefined; id = next.pop()) {
          const users = usersOf.get(id) ?? 0
          if ((users & (1 << index)) !== 0) continue
          usersOf.set(id, users | (1 << index))
          next.push(...(this.getModuleInfo(id)?.importedIds ?? []))
        }
      }
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        const program = [...file.imports, ...file.dynamicImports].find((name) => {
          const imported = bundle[name]
          return imported?.type === 'chunk' && imported.isEntry
        })
        if (program !== undefined)
          this.error(`${file.fileName} imports ${program}, which would run that program`)
      }
    },
  }
  // What more programs need comes first: a group takes what its modules import.
  const groups = Array.from({ length: 2 ** paths.length - 1 }, (_, index) => {
    const users = index + 1
    const priority = (users % 2) * paths.length + users.toString(2).replaceAll('0', '').length
    // Not the programs themselves: whatever else needs a module in the file of a program would run that program.
    const test = (id: string) => usersOf.get(id) === users && !paths.includes(id)
    return { name: `start-${users}`, test, priority }
  })
  return { plugin, groups }
}

/** The absolute path of a file, with the slashes that the bundler uses for its modules on Windows, too. */
function inProject(...path: string[]): string {
  return normalizePath(join(root, ...path))
}

/** A class of a module in two or three letters: where the file stands among all, and the class in its file. */
function shortClassName(name: string, path: string, css: string): string {
  const file = styleFiles.indexOf(normalizePath(path.split('?')[0] ?? ''))
  const names = [...css.matchAll(/(?:\.|@keyframes )(?<name>[a-z][\w-]*)/gi)].map((match) => match[1])
  const at = [...new Set(names)].indexOf(name)
  // A file that is newer than this process: only while one develops.
  if (file === -1 || at === -1) return `${basename(path).replaceAll(/\W/g, '-')}-${name}`
  return `${letters(file)}${at}`
}

/** `a` to `z`, then `aa`: the letters of a number. */
function letters(count: number): string {
  const last = String.fromCodePoint(97 + (count % 26))
  return count < 26 ? last : letters(Math.floor(count / 26) - 1) + last
}

/** Has the bundler write a class where it is used: of a default export it would keep the table of all classes. */
function classNamesInPlace(): Plugin[] {
  const defaultImport = /^import (?=\w+ from '[^']*\.module\.css')/gm
  return [
    {
      name: 'class-names-in-place',
      apply: 'build',
      enforce: 'pre',
      transform: (code, path) =>
        /\.tsx?$/.test(path) && code.includes('.module.css')
          ? { code: code.replaceAll(defaultImport, 'import * as '), map: null }
          : null,
    },
    {
      name: 'rules-without-names',
      apply: 'build',
      enforce: 'post',
      // A module of which nothing is left but names in other places would take its rules with it.
      transform: (code, path) =>
        path.includes('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null,
    },
  ]
}

/**
 * Has chunks of main require Node's own modules. An import of one evaluates every property of it for its namespace, and
 * that of `node:http` loads all of undici: together a tenth of what a start costs. Entries stay as they are, so that
 * they can say on any Node what is wrong with it.
 */
function requiredBuiltins(): Plugin {
  const imported = /^import (?<names>\{.+\}|[\w$]+) from "(?<name>node:(?!module")[^"]+)";$/gm
  return {
    name: 'required-builtins',
    apply: 'build',
    renderChunk(code, { isEntry }) {
      if (isEntry) return null
      const required: string[] = []
      const others = code.replaceAll(imported, (_line, names: string, name: string) => {
        required.push(`const ${names.replaceAll(' as ', ': ')} = __builtin("${name}");`)
        return ''
      })
      if (required.length === 0) return null
      const maker =
        'import { createRequire as __toRequire } from "node:module";\nconst __builtin = __toRequire(import.meta.url);'
      return { code: [maker, ...required, others].join('\n'), map: null }
    },
  }
}

/** Keeps the names of functions, so that stack traces that users copy are readable, except in libraries. */
function minifyChunks(): Plugin {
  const keepNames = { function: true, class: true }
  return {
    name: 'minify-chunks',
    apply: 'build',
    renderChunk(code, { name, fileName }) {
      const options = name === libraries ? {} : { compress: { keepNames }, mangle: { keepNames } }
      const minified = minifySync(fileName, code, { module: true, ...options })
      const [problem] = minified.errors
      if (problem !== undefined) this.error(problem.message)
      return { code: minified.code, map: null }
    },
  }
}

/** Lists, for `public/start.js`, the files that only some views and languages need at once, with what they import. */
function listedFiles(): Plugin {
  const modules = {
    chat: '/chat/open-chat.tsx',
    compare: '/compare/compare-page.tsx',
    places: '/sets/sets-page.tsx',
    de: '/locales/de/early.ts',
    'de-rest': '/locales/de/rest.ts',
  }
  return {
    name: 'listed-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        const built = Object.values(bundle).filter((file) => file.type === 'chunk')
        const lists = Object.entries(modules).map(([name, path]) => {
          const own = built.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(path)))
          if (own === undefined) throw new Error(`no chunk has ${path}`)
          const needed = [own.fileName, ...own.imports]
          const missing = built.filter(
            ({ fileName }) =>
              needed.includes(fileName) &&
              fileName !== entry?.fileName &&
              entry?.imports.includes(fileName) !== true,
          )
          const files = missing.flatMap(({ fileName, viteMetadata }) => [
            fileName,
            ...(viteMetadata?.importedCss ?? []),
          ])
          return ` data-${name}="${files.map((file) => `./${file}`).join(' ')}"`
        })
        return html.replace(' src="./start.js"', (source) => `${source}${lists.join('')}`)
      },
    },
  }
}

/** Emits the diagram frame's library as a plain script with a fixed name, because the frame cannot load modules. */
function diagramSandbox(): Plugin {
  const library = inProject('node_modules/mermaid/dist/mermaid.min.js')
  return {
    name: 'diagram-sandbox',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'sandbox/mermaid.js', source: readFileSync(library) })
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url === '/sandbox/mermaid.js') {
          response.setHeader('Content-Type', 'text/javascript').end(readFileSync(library))
          return
        }
        if (request.url === '/sandbox/diagram-frame.js') request.url = '/markdown/diagrams/diagram-frame.ts'
        next()
      })
    },
  }
}

/**
 * Emits what the frames of pages need, each as one plain script: their own code in their document, because they may
 * load nothing, and the libraries for React components as text that the window hands over.
 */
function pageSandbox(): Plugin {
  return {
    name: 'page-sandbox',
    apply: 'build',
    async generateBundle() {
      const main = await scriptOf('page-main')
      if (/<\/script/i.test(main)) throw new Error('the code of a page frame would end its script')
      // Strict, so that the page cannot reach the functions that call its own (`caller`).
      const html = `<!doctype html><html><head><meta charset="utf-8"><title>Page</title><script>"use strict";${main}</script></head><body></body></html>`
      this.emitFile({ type: 'asset', fileName: 'sandbox/page.html', source: html })
      for (const name of ['react', 'compiler'])
        this.emitFile({
          type: 'asset',
          fileName: `sandbox/page-${name}.js`,
          source: await scriptOf(`${name}-library`),
        })
    },
  }
}

/** Builds code of a page frame as one plain script. */
async function scriptOf(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      lib: {
        entry: inProject(`src/renderer/pages/frame/${entry}.ts`),
        formats: ['iife'],
        name: 'parleyPage',
      },
    },
  })
  const [result] = Array.isArray(built) ? built : []
  const chunk = result?.output[0]
  if (chunk === undefined) throw new Error(`${entry} was not built`)
  return chunk.code
}
