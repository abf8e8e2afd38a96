import { imageFiles } from '../image-files'
import type { JsonLinesDialect } from '../dialect'
import { codexCommand } from './codex-command'
import { CodexReader } from './codex-reader'

/** `codex exec --json`. */
export const codexDialect: JsonLinesDialect = {
  agentId: 'codex',
  files: ({ request }) => imageFiles(request),
  command: codexCommand,
  input: ({ request }) => request.prompt,
  dialogue: null,
  createReader: (turn, clock) => new CodexReader(turn, clock),
}
