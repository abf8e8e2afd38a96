import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { build } from 'vite'

/** Inside the project, where the built code finds its native package. */
const cacheFolder = join(import.meta.dirname, '../../../../.cache')

/** Bundles the MCP server like the app's build, into a separate folder. */
export async function buildMcpServer(): Promise<{ program: string; remove(): void }> {
  mkdirSync(cacheFolder, { recursive: true })
  const outFolder = mkdtempSync(join(cacheFolder, 'mcp-test-'))
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      outDir: join(outFolder, 'main'),
      target: 'node22',
      rolldownOptions: { input: { 'mcp-server': join(import.meta.dirname, '../../hosts/mcp/mcp-main.ts') } },
    },
  })
  return {
    program: join(outFolder, 'main/mcp-server.js'),
    remove: () => rmSync(outFolder, { recursive: true, force: true }),
  }
}
