import { describe, expect, it } from 'vitest'

import { findSourceReads } from './source-reads.ts'

const sources = [
  'src/main/app.ts',
  'src/main/app.test.ts',
  'src/main/runs/run.ts',
  'src/renderer/index.html',
  'src/renderer/styles.css',
  'scripts/start.mjs',
  'e2e/helpers/host.ts',
  'vitest.config.ts',
]

/** What `src/main/app.test.ts` would read with these lines, after the imports that they use. */
function readsOf(code: string): string[] {
  const imports = `
    import fs, { readFileSync, promises, readFileSync as slurp } from 'node:fs'
    import { readFile, open } from 'node:fs/promises'
    import * as path from 'node:path'
    import { join, resolve, dirname } from 'node:path'
    import { fileURLToPath } from 'node:url'
    import { inProject, root } from '../../scripts/parts/project.mjs'`
  return sourcesRead(`${imports}\n${code}`)
}

function sourcesRead(text: string): string[] {
  return findSourceReads({ path: 'src/main/app.test.ts', text }, sources).map(({ source }) => source)
}

describe('ways of reading', () => {
  it.each([
    ["readFileSync('src/main/app.ts', 'utf8')"],
    ["readFile('./src/main/app.ts')"],
    ["fs.readFileSync('src/main/app.ts')"],
    ["fs.promises.readFile('src/main/app.ts')"],
    ["promises.readFile('src/main/app.ts')"],
    ["fs?.readFile?.('src/main/app.ts', () => {})"],
    ["fs.createReadStream('src/main/app.ts')"],
    ["new fs.ReadStream('src/main/app.ts')"],
    ["open('src/main/app.ts')"],
    ["fs.openSync('src/main/app.ts', 'r')"],
    ["fs.openAsBlob('src/main/app.ts')"],
    ["slurp('src/main/app.ts')"],
    ["const read = fs.readFileSync; read('src/main/app.ts')"],
    ["const { readFile: get } = await import('node:fs/promises'); await get('src/main/app.ts')"],
    ["const get = promisify(fs.readFile); await get('src/main/app.ts')"],
    ["require('fs').readFileSync('src/main/app.ts')"],
    ["await Promise.all(['src/main/app.ts'].map((name) => readFile(name)))"],
    ["['src/main/app.ts'].map(slurp)"],
    ["swc.parseFileSync('src/main/app.ts')"],
    ["execSync('cat src/main/app.ts')"],
    ["spawnSync('grep', ['-r', 'await', 'src/main'])"],
  ])('%s', (code) => {
    expect(new Set(readsOf(code)).size).toBe(1)
  })

  it.each([
    ["import text from './app.ts?raw'", 'src/main/app.ts'],
    ["export { default } from './app.ts?raw'", 'src/main/app.ts'],
    ["import css from '../renderer/styles.css?inline'", 'src/renderer/styles.css'],
    ["import text from './app.ts' with { type: 'text' }", 'src/main/app.ts'],
    ["const text = await import('./app.ts?raw')", 'src/main/app.ts'],
    ["const text = await import(`${'/src/main/app.ts'}?raw`)", 'src/main/app.ts'],
    ["const text = await vi.importActual('./app.ts?raw')", 'src/main/app.ts'],
    ["import.meta.glob('./**/*.ts', { query: '?raw' })", 'src/main/app.ts'],
    ["import.meta.glob(['/src/renderer/*.html'], { as: 'raw', eager: true })", 'src/renderer/index.html'],
  ])('%s', (code, source) => {
    expect(sourcesRead(code)).toEqual([source])
  })
})

describe('ways of naming what is read', () => {
  it.each([
    ["new URL('./app.ts', import.meta.url)", 'src/main/app.ts'],
    ["fileURLToPath(new URL('../renderer/index.html', import.meta.url))", 'src/renderer/index.html'],
    ["new URL('./app.ts', import.meta.url).pathname", 'src/main/app.ts'],
    ["new URL(new URL('./app.ts', import.meta.url).href)", 'src/main/app.ts'],
    ["join(import.meta.dirname, 'runs', 'run.ts')", 'src/main/runs/run.ts'],
    ["join(dirname(fileURLToPath(import.meta.url)), 'runs/run.ts')", 'src/main/runs/run.ts'],
    ["path.resolve(__dirname, './app.ts')", 'src/main/app.ts'],
    ["resolve('src', 'renderer/styles.css')", 'src/renderer/styles.css'],
    ["path.posix.join(process.cwd(), 'e2e/helpers/host.ts')", 'e2e/helpers/host.ts'],
    ["`${import.meta.dirname}/runs/${'run'}.ts`", 'src/main/runs/run.ts'],
    ["import.meta.dirname + '/app' + '.ts'", 'src/main/app.ts'],
    ['import.meta.filename', 'src/main/app.test.ts'],
    ["import.meta.filename.replace('.test.ts', '.ts')", 'src/main/app.ts'],
    ["__filename.replace(/\\.test(?=\\.ts$)/, '')", 'src/main/app.ts'],
    ["['src', 'main', 'app.ts'].join('/')", 'src/main/app.ts'],
    ["['src', 'main', 'app.ts'].join(path.sep)", 'src/main/app.ts'],
    ["join(...['src', 'main', 'app.ts'])", 'src/main/app.ts'],
    ["inProject('src/main/app.ts')", 'src/main/app.ts'],
    ["join(root, 'vitest.config.ts')", 'vitest.config.ts'],
    ["require.resolve('./app.ts')", 'src/main/app.ts'],
    ["import.meta.resolve('./app.ts')", 'src/main/app.ts'],
    ["join(process.env.PWD ?? '', 'src/main/app.ts')", 'src/main/app.ts'],
    ["isWeb ? 'out/main/serve.js' : 'src/main/app.ts'", 'src/main/app.ts'],
    ["('src/main/app.ts' as const)", 'src/main/app.ts'],
  ])('%s', (name, source) => {
    expect(readsOf(`readFileSync(${name}, 'utf8')`)).toEqual([source])
  })

  it.each([
    ["const folder = join(import.meta.dirname, 'runs'); const file = 'run.ts'; slurp(join(folder, file))"],
    ["const files = { run: 'src/main/runs/run.ts' }; slurp(files.run)"],
    [
      "const files = { run: 'src/main/runs/run.ts' } as const; for (const file of Object.values(files)) slurp(file)",
    ],
    ["const { run } = { run: 'src/main/runs/run.ts' }; slurp(run)"],
    ["const [file] = ['src/main/runs/run.ts', 'README.md']; slurp(file)"],
    ["let file; file = 'src/main/runs/run.ts'; slurp(file)"],
    ["for (const name of ['run']) slurp(`src/main/runs/${name}.ts`)"],
    ["['run.ts'].forEach((name) => slurp(join(import.meta.dirname, 'runs', name)))"],
    ["const textOf = (name: string) => slurp(join(root, 'src/main', name)); textOf('runs/run.ts')"],
    [
      "function textOf({ name = 'run' }) { return readFile(`src/main/runs/${name}.ts`) } textOf({ name: other })",
    ],
    ["const pathOf = (name: string) => join('src/main', name); slurp(pathOf('runs/run.ts'))"],
    ["it.each(['run.ts'])('is short', (name) => { slurp(join('src/main/runs', name)) })"],
    ["it.each([['a run', 'run.ts']])('%s', (_, name) => { slurp(join('src/main/runs', name)) })"],
    ["it.each([{ name: 'run.ts' }])('%s', ({ name }) => { slurp(join('src/main/runs', name)) })"],
    ["for (const name of fs.readdirSync('src/main/runs')) slurp(join('src/main/runs', name))"],
    [
      "for (const entry of fs.readdirSync('src/main/runs', { withFileTypes: true })) slurp(join(entry.parentPath, entry.name))",
    ],
    ["for (const file of fs.globSync('src/**/run.ts')) slurp(file)"],
    [
      "for (const file of fs.globSync('**/*.ts', { cwd: 'src/main/runs' })) slurp(join('src/main/runs', file))",
    ],
    [
      "const files = (await readdir('src/main/runs')).filter(isCode).map((name) => `src/main/runs/${name}`); await Promise.all(files.map((file) => readFile(file)))",
    ],
  ])('%s', (code) => {
    expect(readsOf(code)).toEqual(['src/main/runs/run.ts'])
  })
})

describe('what is no reading of sources', () => {
  it.each([
    ["spawn(process.execPath, [join(import.meta.dirname, 'app.ts')])"],
    ["fork('scripts/start.mjs')"],
    ["execFileSync('node', ['scripts/start.mjs'])"],
    ["execSync('node scripts/start.mjs | cat')"],
    ["await import('./app.ts')"],
    ["import { app } from './app.ts'"],
    ["import url from './app.ts?url'"],
    ["await build({ build: { ssr: join(import.meta.dirname, 'app.ts') } })"],
    ["import.meta.glob('./**/*.ts')"],
    ["new Worker(new URL('./runs/run.ts', import.meta.url))"],
    ["fs.statSync('src/main/app.ts')"],
    ["fs.readdirSync('src/main')"],
    ["readFileSync('out/main/serve.js')"],
    ["readFileSync(join(import.meta.dirname, '../../out/renderer/index.html'))"],
    ["for (const name of fs.readdirSync('out/renderer')) slurp(join('out/renderer', name))"],
    ["readFileSync('README.md')"],
    ["readFileSync(inProject('package.json'))"],
    ['readFileSync(join(root, name))'],
    ['readFileSync(`${root}/${folder}/index.js`)'],
    ["readFileSync(join(folder, 'logs', 'parley.log'))"],
    ["readFileSync(join(mkdtempSync(join(tmpdir(), 'parley-')), 'src/main/app.ts'))"],
    ["readFileSync('/tmp/src/main/app.ts')"],
    ["readFileSync(join(import.meta.dirname, 'fixtures', name))"],
    ['readFileSync(join(import.meta.dirname, `${name}.json`))'],
    ["window.parley.open('session.watch', {})"],
    ["const read = (path: string) => slurp(path); read(join(folder, 'parley.db'))"],
    [
      "const serve = () => { const file = 'src/main/app.ts'; run(file) }; const file = 'parley.log'; slurp(file)",
    ],
    [
      "let file = 'a'; file = file + file; slurp(file); let files = []; files = [...files, ...files]; files.map(slurp)",
    ],
    ["const again = (path: string): string => again(dirname(path)); slurp(again('x'))"],
    ['const text = "readFileSync(\'src/main/app.ts\')"'],
    ["const text = await (await fetch('/src/main/app.ts')).text()"],
  ])('%s', (code) => {
    expect(readsOf(code)).toEqual([])
  })
})

it('says where, how and what, also behind letters of several bytes', () => {
  const text = "// ééé\nconst name = 'app'\n\nreadFileSync(`src/main/${name}.ts`)\n"
  expect(findSourceReads({ path: 'e2e/specs/a.spec.ts', text }, sources)).toEqual([
    { line: 4, by: 'readFileSync', source: 'src/main/app.ts' },
  ])
})

it('comes to an end with a function that makes lists of its own lists', () => {
  const walk = `const namesIn = (value) => {
    if (Array.isArray(value)) return value.flatMap(namesIn)
    const { name, ...rest } = value
    const inner = ['a', 'b', 'c'].flatMap((key) => namesIn(rest[key]))
    return [name, ...inner]
  }`
  expect(readsOf(`${walk}; namesIn(given).map(slurp); slurp('src/main/app.ts')`)).toEqual(['src/main/app.ts'])
})

it('reads a test with JSX', () => {
  const text = "const view = <p>{readFileSync('src/main/app.ts')}</p>"
  expect(findSourceReads({ path: 'src/renderer/a.test.tsx', text }, sources)).toHaveLength(1)
})
