import { print, shapeNextLine } from '../parts/print.ts'

/** Odd output that does not depend on the format of an agent. Each is printed before the next line, or changes it. */
const oddLines = {
  'plain line': () => print('[SandboxDebug] Seatbelt profile loaded\n'),
  'log line': () => print('{"level":30,"time":1767225600000,"msg":"model list refreshed"}\n'),
  'coloured line': () => print('\u001B[33mwarn\u001B[39m a new version is available\n'),
  'other json': () => print('["Update available"]\n"text"\n42\nnull\n'),
  'empty lines': () => print('\n\r\n   \n'),
  'huge line': () => print(`debug ${'x'.repeat(11 * 1_048_576)}\n`),
  'echoed message': () => shapeNextLine((line) => `[debug] sending ${line}${line}`),
  'byte-order mark': () => shapeNextLine((line) => `\uFEFF${line}`),
  'coloured message': () => shapeNextLine((line) => `\u001B[2m${line.trimEnd()}\u001B[22m\n`),
  'windows line ending': () => shapeNextLine((line) => `${line.trimEnd()}\r\n`),
  'progress line': () => shapeNextLine((line) => `\rLoading 10 %\rLoading 90 %\r${line}`),
  'message with a tail': () => shapeNextLine((line) => `${line.trimEnd()} (took 3 ms)\n`),
  'damaged message': () => print('{"jsonrpc":"2.0","method":"session/up\n'),
} as const

/** Odd messages, which each agent writes in its own format. */
export const oddMessages = [
  'unknown message',
  'unknown update',
  'unknown content',
  'unknown tool',
  'extra fields',
  'image',
  'resource',
] as const

type OddLine = keyof typeof oddLines
export type OddMessage = (typeof oddMessages)[number]
export type Oddity = OddLine | OddMessage

/** Every odd output, by its name. */
export const oddities: readonly Oddity[] = [...(Object.keys(oddLines) as OddLine[]), ...oddMessages]

/** A picture of one pixel, in base64. */
export const oddPicture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A file that an agent shows. */
export const oddResource = { uri: 'file:///workspace/notes.md', mimeType: 'text/markdown', text: '# Notes' }

/** Prints an odd line. Returns whether it is one; a message is the voice's. */
export function printOddLine(oddity: Oddity): oddity is OddLine {
  if (!(oddity in oddLines)) return false
  oddLines[oddity as OddLine]()
  return true
}
