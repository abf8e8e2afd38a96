import type { JsonLinesDialect } from '../dialect'
import { imageFiles } from '../image-files'
import { geminiCommand, geminiInput } from './command'
import { GeminiReader } from './reader'

/** `gemini -o stream-json`. */
export const geminiDialect: JsonLinesDialect = {
  agentId: 'gemini-cli',
  files: ({ request }) => imageFiles(request),
  command: geminiCommand,
  input: geminiInput,
  dialogue: null,
  createReader: (turn) => new GeminiReader(turn),
}
