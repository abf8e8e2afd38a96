import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import type { Random } from '../../../src/main/base/seeded-random.ts'

/** A file or a link, with its exact bytes. */
export type Entry = { kind: 'file'; bytes: Buffer; isProgram: boolean } | { kind: 'link'; target: string }

/** Every file and link of a folder, by path. */
export type Tree = Map<string, Entry>

const nameParts = [
  'a',
  'b.txt',
  'a b',
  '-rf',
  '--output=x',
  '"quoted"',
  "it's",
  'new\nline',
  'tab\tx',
  'cr\rx',
  'back\\slash',
  'esc\u001b[2K',
  'u\u2028x',
  'u\u2029x',
  'rtl\u202etxt',
  'zero\u200bwidth',
  '\ufeffbom',
  'é',
  'e\u0301',
  'ﬁ',
  '日本',
  '🎉',
  ' ',
  'trailing ',
  'dots...',
  ':(top)x',
  ':!x',
  '*',
  '[x]',
  '?',
  '#x',
  '$(touch x)',
  '`x`',
  'a => b',
  '{a => b}',
  'gitdir',
  '.gitx',
  '.GIT',
  'git~1',
  '.git.',
  '.g\u200cit',
  '.git ',
  '.git-x',
  'x.git',
  '.gitmodules',
  'HEAD',
  'con',
  'a:b',
  '__proto__',
  'constructor',
  'n'.repeat(255),
] as const

const attributes = [
  '* -diff',
  '* binary',
  '* text eol=crlf',
  '* text eol=lf',
  '* diff=x merge=x filter=x',
  '* ident',
  '* working-tree-encoding=UTF-16',
  '* export-ignore linguist-generated',
  '[attr]mine -diff',
] as const

const lines = [
  'one',
  'two',
  'three',
  '',
  ' ',
  'diff --git a/x b/x',
  '--- a/x',
  '+++ b/x',
  '@@ -1,3 +1,3 @@',
  '@@ -0,0 +1 @@ x',
  '-x',
  '+x',
  '\\ No newline at end of file',
  'Binary files a/x and b/x differ',
  'new file mode 100755',
  'rename from x',
  'index 0000000..1111111 100644',
  '<<<<<<< ours',
  '=======',
  '>>>>>>> theirs',
  '$Id$',
  'cr\r',
  'a\rb',
  'u\u2028diff --git a/y b/y',
  'u\u2029@@ -1 +1 @@',
  'nel\u0085x',
  'vt\u000bff\u000cx',
  'rtl\u202ex',
  '\ufeffbom',
  'long'.repeat(500),
] as const

/** Contents, some of which are not text. */
const oddBytes = [
  Buffer.from([0]),
  Buffer.from([0xff, 0xfe, 0x41]),
  Buffer.from([0xc3]),
  Buffer.alloc(40, 1),
] as const

/** A path that does not exist yet and is not blocked by a file on the way. */
export function newPath(tree: Tree, random: Random): string {
  for (;;) {
    const depth = 1 + random.below(3)
    const path = Array.from({ length: depth }, () => random.pick(nameParts)).join('/')
    const isTaken = [...tree.keys()].some(
      (known) => known === path || known.startsWith(`${path}/`) || path.startsWith(`${known}/`),
    )
    if (!isTaken) return path
  }
}

export function newEntry(random: Random): Entry {
  if (random.below(10) === 0)
    return { kind: 'link', target: random.pick([...nameParts, '/etc/passwd', '../x']) }
  return { kind: 'file', bytes: newBytes(random), isProgram: random.below(5) === 0 }
}

/** Git attributes that say how the files of a folder are to be read. */
export function newAttributes(random: Random): Entry {
  const bytes = Buffer.from(Array.from({ length: 2 }, () => `${random.pick(attributes)}\n`).join(''))
  return { kind: 'file', bytes, isProgram: false }
}

function newBytes(random: Random): Buffer {
  const text = Array.from({ length: random.below(12) }, () => random.pick(lines)).join('\n')
  const end = random.pick(['\n', '', '\r\n', '\r'])
  const odd = random.below(6) === 0 ? random.pick(oddBytes) : Buffer.alloc(0)
  return Buffer.concat([Buffer.from(`${text}${end}`), odd])
}

/** Returns the file with a random change. */
export function changed(entry: Entry, random: Random): Entry {
  if (entry.kind === 'link' || random.below(8) === 0) return newEntry(random)
  if (random.below(5) === 0) return { ...entry, isProgram: !entry.isProgram }
  const text = entry.bytes.toString('latin1').split('\n')
  const at = random.below(text.length + 1)
  const added = random.below(3) === 0 ? [] : [Buffer.from(random.pick(lines)).toString('latin1')]
  text.splice(at, random.below(3), ...added)
  return { ...entry, bytes: Buffer.from(text.join('\n'), 'latin1') }
}

/** Replaces the contents of the folder with exactly this tree. */
export function writeTree(folder: string, tree: Tree): void {
  for (const name of readdirSync(folder)) {
    if (name !== '.git') rmSync(join(folder, name), { recursive: true })
  }
  for (const [path, entry] of tree) {
    const at = join(folder, path)
    mkdirSync(dirname(at), { recursive: true })
    if (entry.kind === 'link') symlinkSync(entry.target, at)
    else {
      writeFileSync(at, entry.bytes)
      chmodSync(at, entry.isProgram ? 0o755 : 0o644)
    }
  }
}

export function readTree(folder: string, way = ''): Tree {
  const tree: Tree = new Map()
  for (const name of readdirSync(join(folder, way))) {
    const path = way === '' ? name : `${way}/${name}`
    const stats = lstatSync(join(folder, path))
    if (stats.isDirectory()) for (const [inner, entry] of readTree(folder, path)) tree.set(inner, entry)
    else if (stats.isSymbolicLink())
      tree.set(path, { kind: 'link', target: readlinkSync(join(folder, path)) })
    else {
      const isProgram = (stats.mode & 0o100) !== 0
      tree.set(path, { kind: 'file', bytes: readFileSync(join(folder, path)), isProgram })
    }
  }
  return tree
}

/** True if some system treats the name as one of git's own: such a file is neither shown nor applied. */
export function isGits(path: string, entry: Entry | undefined): boolean {
  const names = path.split('/').map((name) => name.replaceAll(/[\u200c\u200b\ufeff\u202e]/gu, ''))
  if (names.some((name) => /^(?:\.git|git~1)[. ]*(?::.*)?$/iu.test(name))) return true
  return entry?.kind === 'link' && names.some((name) => /^(?:\.gitmodules|gitmod~\d)[. ]*$/iu.test(name))
}

export function isSameEntry(one: Entry | undefined, other: Entry | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  if (one.kind === 'link' || other.kind === 'link') {
    return one.kind === 'link' && other.kind === 'link' && one.target === other.target
  }
  return one.isProgram === other.isProgram && one.bytes.equals(other.bytes)
}
