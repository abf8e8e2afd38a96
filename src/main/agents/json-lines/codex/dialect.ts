import { imageFiles } from '../image-files'
import type { JsonLinesDialect } from '../dialect'
import { codexCommand } from './command'
import { CodexReader } from './reader'

/** `codex exec --json`. */
export const codexDialect: JsonLinesDialect = {
  agentId: 'codex',
  files: ({ request }) => imageFiles(request),
  command: codexCommand,
  input: ({ request }) => request.prompt,
  dialogue: null,
  createReader: (turn, clock) => new CodexReader(turn, clock),
}
