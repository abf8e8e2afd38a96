// Changes files with hostile names and contents in a copy of a folder: everything that changed must be shown,
// and what is applied must equal what was shown, byte for byte, whatever was written since.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Workspaces } from '../../src/main/agents/workspaces/workspaces.ts'
import type { FileChange } from '../../src/shared/agents/agents.ts'
import { type Drill, runDrill } from './parts/drill.ts'
import {
  changed,
  type Entry,
  isGits,
  isSameEntry,
  newAttributes,
  newEntry,
  newPath,
  readTree,
  type Tree,
  writeTree,
} from './parts/hostile-files.ts'

const noLineEnd = '\\ No newline at end of file'

/** A text with the hunks of a unified diff applied; null if they do not fit. */
function patchedText(text: string, patch: string): string | null {
  if (patch === '') return text
  const old = linesOf(text)
  const made: string[] = []
  let at = 0
  const lines = patch.replace(/\n$/, '').split('\n')
  for (const [index, line] of lines.entries()) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/.exec(line)
    if (head !== null) {
      const start = head[2] === '0' ? Number(head[1]) : Number(head[1]) - 1
      made.push(...old.slice(at, start))
      at = start
      continue
    }
    if (line === noLineEnd) continue
    const content = lines[index + 1] === noLineEnd ? line.slice(1) : `${line.slice(1)}\n`
    if (line[0] === '+') made.push(content)
    else if (old[at] !== content) return null
    else {
      if (line[0] === ' ') made.push(content)
      at += 1
    }
  }
  return [...made, ...old.slice(at)].join('')
}

/** The lines of a text with their line ends. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => `${line}\n`)
  const last = lines.pop()?.slice(0, -1) ?? ''
  return last === '' ? lines : [...lines, last]
}

const filesPerRound = 25
const never = new AbortController().signal

await runDrill({ name: 'review', limitSeconds: 1_200, count: 2_000, play })

async function play(drill: Drill): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'parley-review-'))
  drill.onOver(() => rmSync(root, { recursive: true, force: true }))
  const tally = new Map<string, number>()
  let fileCount = 0
  for (let round = 0; fileCount < drill.count; round += 1) {
    fileCount += await playRound(drill, join(root, String(round)), tally)
  }
  const done = [...tally].toSorted(([left], [right]) => left.localeCompare(right))
  console.log(`${fileCount} files: ${done.map(([what, count]) => `${what} ${count}`).join(', ')}`)
}

/** One folder, from copying it to applying the changes. Returns how many files the agent changed. */
async function playRound(drill: Drill, place: string, tally: Map<string, number>): Promise<number> {
  const { random } = drill
  const folder = join(place, 'project')
  mkdirSync(folder, { recursive: true })
  const before = newTree(drill)
  writeTree(folder, before)
  const errors = { warning: () => {}, fatal: () => {} }
  const workspaces = new Workspaces({ dataFolder: join(place, 'data'), errors })
  const workFolder = await workspaces.open({ sessionId: 's', folder, isolation: 'copy' }, never)
  const after = changedTree(before, drill)
  writeTree(workFolder, after)

  const diff = await workspaces.diff('s')
  const files = diff?.files ?? []
  const inRound = (what: string) => `${place}: ${what}`
  const isAllNamed = [...after].every(([path, entry]) => !isGits(path, entry))
  drill.check(isAllNamed || diff?.isCut === true, () => inRound('nothing says that something is left out'))
  checkShown({ drill, before: withoutGits(before), after: withoutGits(after, before), files }, inRound)
  for (const { kind, what } of files) {
    const name = what === undefined ? kind : `${kind} ${what}`
    tally.set(name, (tally.get(name) ?? 0) + 1)
  }

  // Whatever the agent writes after the review does not belong to it.
  writeTree(workFolder, changedTree(after, drill))
  const chosen = files.filter(() => random.below(4) !== 0)
  const wanted = await applied(workspaces, { state: diff?.state ?? '', chosen })
  const expected = new Map(before)
  if (wanted === null) tally.set('refused', (tally.get('refused') ?? 0) + 1)
  else {
    for (const path of chosen.flatMap(pathsOf)) {
      const entry = after.get(path)
      if (entry === undefined) expected.delete(path)
      else expected.set(path, entry)
    }
  }
  const found = readTree(folder)
  for (const path of new Set([...expected.keys(), ...found.keys()])) {
    drill.check(isSameEntry(expected.get(path), found.get(path)), () =>
      inRound(
        `${JSON.stringify(path)} is ${said(found.get(path))} in place of ${said(expected.get(path))}, was ${said(before.get(path))}`,
      ),
    )
  }
  await workspaces.discard('s')
  return files.length
}

/** Null if it was refused as a whole, such as a file without the folder that it needs. */
async function applied(
  workspaces: Workspaces,
  { state, chosen }: { state: string; chosen: readonly FileChange[] },
): Promise<readonly string[] | null> {
  try {
    return await workspaces.apply(
      's',
      state,
      chosen.map(({ path }) => path),
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'INVALID_INPUT') return null
    throw error
  }
}

function newTree({ random }: Drill): Tree {
  const tree: Tree = new Map()
  for (let count = 0; count < filesPerRound; count += 1) tree.set(newPath(tree, random), newEntry(random))
  if (random.below(2) === 0) tree.set('.gitattributes', newAttributes(random))
  return tree
}

function changedTree(before: Tree, { random }: Drill): Tree {
  const after: Tree = new Map()
  for (const [path, entry] of before) {
    const fate = random.below(6)
    if (fate <= 2) after.set(path, changed(entry, random))
    else if (fate === 3) after.set(path, entry)
  }
  // Entries that are missing now were removed or moved.
  for (const [path, entry] of before) {
    if (!after.has(path) && random.below(2) === 0) after.set(newPath(after, random), entry)
  }
  for (let count = 0; count < filesPerRound / 4; count += 1)
    after.set(newPath(after, random), newEntry(random))
  if (random.below(2) === 0) after.set('.gitattributes', newAttributes(random))
  return after
}

/**
 * Checks that every difference is shown, nothing else is, and the shown lines lead from one content to the
 * other.
 */
function checkShown(
  { drill, before, after, files }: { drill: Drill; before: Tree; after: Tree; files: readonly FileChange[] },
  inRound: (what: string) => string,
): void {
  const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => !isSameEntry(before.get(path), after.get(path)),
  )
  const shown = files.flatMap(pathsOf)
  drill.check(isSameList(differing, shown), () =>
    inRound(`changed ${JSON.stringify(differing.toSorted())}, shown ${JSON.stringify(shown.toSorted())}`),
  )
  for (const change of files) {
    const old = before.get(change.movedFrom ?? change.path)
    // If a link replaces a binary file, only the link is shown.
    const isLinkAlone = change.what === 'link' && hasOddBytes(textOf(old))
    const from = isLinkAlone && change.patch?.startsWith('@@ -0,0 ') === true ? '' : textOf(old)
    const to = textOf(after.get(change.path))
    const text = change.patch === undefined ? null : patchedText(from, change.patch)
    const isRight = text === null ? change.what === 'binary' && hasOddBytes(`${from}${to}`) : text === to
    drill.check(isRight, () =>
      inRound(`shown of ${JSON.stringify(change)}: ${JSON.stringify({ from, to, text })}`),
    )
    const isNewProgram =
      isProgram(after.get(change.path)) && !isProgram(before.get(change.movedFrom ?? change.path))
    drill.check(isNewProgram === (change.isProgram === true), () =>
      inRound(`whether it is executable is not shown: ${JSON.stringify(change)}`),
    )
  }
}

/** The part of a folder that git accepts. If git refuses a link, it keeps the file that was there. */
function withoutGits(tree: Tree, before?: Tree): Tree {
  const taken = [...tree].map(
    ([path, entry]) => [path, isGits(path, entry) ? before?.get(path) : entry] as const,
  )
  return new Map(taken.filter((pair): pair is [string, Entry] => pair[1] !== undefined && !isGits(...pair)))
}

function pathsOf({ path, movedFrom }: FileChange): string[] {
  return movedFrom === undefined ? [path] : [movedFrom, path]
}

function textOf(entry: Entry | undefined): string {
  if (entry === undefined) return ''
  return entry.kind === 'link' ? entry.target : entry.bytes.toString('utf8')
}

function isProgram(entry: Entry | undefined): boolean {
  return entry?.kind === 'file' && entry.isProgram
}

function hasOddBytes(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are the subject
  return /[\u0000-\u0008\u000e-\u001f\ufffd]/u.test(text)
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted())
}

function said(entry: Entry | undefined): string {
  if (entry === undefined) return 'nothing'
  if (entry.kind === 'link') return `a link to ${JSON.stringify(entry.target)}`
  return `${entry.isProgram ? 'a program' : 'a file'} ${JSON.stringify(entry.bytes.toString('latin1'))}`
}
