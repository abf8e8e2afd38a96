import { extname } from 'node:path'

import { knownCodexEntry } from '../parts/codex-config.ts'
import { onlyWord, optionOf, readCommandLine } from '../parts/command-line.ts'
import { knownWord, UnknownWordError } from '../parts/known-words.ts'
import type { Policy, ToolUse } from '../script/voice.ts'

/** The parts of Codex's command line that a fake applies. */
export interface CodexCall {
  /** The prompt on the command line; null if it comes from standard input. */
  prompt: string | null
  /** The session to continue; null starts a new one. */
  resumeId: string | null
  model: string | null
  sandbox: (typeof sandboxes)[number]
  config: readonly string[]
  /** The media types of images. */
  images: string[]
}

const sandboxes = ['read-only', 'workspace-write', 'danger-full-access'] as const
const valued = ['-s', '--sandbox', '-m', '--model', '-c', '-i', '--image']
const flags = ['--json', '--skip-git-repo-check']

const mediaTypes: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
}

/** @throws UnknownWordError */
export function readCodexCall(args: readonly string[]): CodexCall {
  const line = readCommandLine(args, { valued, flags })
  const [command = '', ...rest] = line.rest
  knownWord(command, 'the command of codex', ['exec'])
  const resumeId = rest[0] === 'resume' ? resumed(rest[1]) : null
  const prompt = onlyWord(rest.slice(resumeId === null ? 0 : 2), 'the command line of codex')
  const files = [...(line.options.get('--image') ?? []), ...(line.options.get('-i') ?? [])]
  return {
    prompt: prompt === '-' ? null : prompt,
    resumeId,
    model: optionOf(line, '-m', '--model'),
    sandbox: knownWord(optionOf(line, '-s', '--sandbox') ?? 'read-only', '--sandbox', sandboxes),
    config: (line.options.get('-c') ?? []).map(knownCodexEntry),
    images: files.flatMap((names) => names.split(',')).map(imageTypeOf),
  }
}

function resumed(id: string | undefined): string {
  if (id === undefined || id === '-') throw new UnknownWordError(id ?? '', 'codex exec resume', ['a session'])
  return id
}

/** Permission of a tool in the sandbox. Nobody is asked. */
export function codexPolicy({ sandbox }: CodexCall, { kind }: ToolUse): Policy {
  return sandbox === 'read-only' && kind !== 'read' ? 'refuse' : 'allow'
}

/** The media type of an image, from its extension. @throws UnknownWordError not an extension of an image */
export function imageTypeOf(file: string): string {
  const ending = extname(file).toLowerCase()
  const type = mediaTypes[ending]
  if (type === undefined)
    throw new UnknownWordError(ending, `the name of the image ${file}`, Object.keys(mediaTypes))
  return type
}
