import { runCodex } from '../raw/codex-program.ts'

await runCodex()
