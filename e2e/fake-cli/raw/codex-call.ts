import { optionOf, readCommandLine } from '../parts/command-line.ts'
import { knownWord } from '../parts/known-words.ts'
import type { Policy, ToolUse } from '../script/voice.ts'
import { imageTypeOf } from './media-types.ts'

/** What a command line of Codex asks for, as far as a fake heeds it. */
export interface CodexCall {
  /** A prompt that stands on the command line; null when it comes on standard input. */
  prompt: string | null
  /** The session to go on with; null begins one. */
  resumeId: string | null
  model: string | null
  sandbox: (typeof sandboxes)[number]
  config: readonly string[]
  /** The media types of images. */
  images: string[]
}

const sandboxes = ['read-only', 'workspace-write', 'danger-full-access'] as const
const valued = [
  '-s',
  '--sandbox',
  '-m',
  '--model',
  '-c',
  '--config',
  '-C',
  '--cd',
  '-i',
  '--image',
  '-p',
  '--add-dir',
]
const flags = ['--json', '--skip-git-repo-check']

/** @throws UnknownWordError */
export function readCodexCall(args: readonly string[]): CodexCall {
  const line = readCommandLine(args, { valued, flags })
  const [command = '', ...rest] = line.rest
  knownWord(command, 'the command of codex', ['exec'])
  const resumeId = rest[0] === 'resume' ? (rest[1] ?? null) : null
  const files = [...(line.options.get('--image') ?? []), ...(line.options.get('-i') ?? [])]
  return {
    prompt: rest.slice(resumeId === null ? 0 : 2).find((word) => word !== '-') ?? null,
    resumeId,
    model: optionOf(line, '-m', '--model'),
    sandbox: knownWord(optionOf(line, '-s', '--sandbox') ?? 'read-only', '--sandbox', sandboxes),
    config: line.options.get('-c') ?? [],
    images: files.flatMap((names) => names.split(',')).map(imageTypeOf),
  }
}

/** What the sandbox lets a tool do. Nobody is asked. */
export function codexPolicy({ sandbox }: CodexCall, { kind }: ToolUse): Policy {
  return sandbox === 'read-only' && kind !== 'read' ? 'refuse' : 'allow'
}
