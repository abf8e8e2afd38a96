import type { JsonLinesDialect } from '../dialect'
import { imageFiles } from '../image-files'
import { openCodeCommand } from './command'
import { OpenCodeReader } from './reader'

/** `opencode run --format json`. */
export const openCodeDialect: JsonLinesDialect = {
  agentId: 'opencode',
  files: ({ request }) => imageFiles(request),
  command: openCodeCommand,
  input: ({ request }) => request.prompt,
  dialogue: null,
  createReader: (turn) => new OpenCodeReader(turn),
}
