import { codexLines } from '../raw/codex-lines.ts'
import { runOneTurn } from '../raw/one-turn.ts'

await runOneTurn(codexLines)
