import { runClaude } from '../raw/claude-program.ts'

await runClaude()
