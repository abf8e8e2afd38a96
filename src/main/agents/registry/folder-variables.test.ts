import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { needsLinks } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { folderVariables } from './agent-variables'

const files = ['.gemini/.env', '.env']

/** The variables of a folder `project/src`, whose parent has these files. */
function variablesWith(contents: Readonly<Record<string, string>>, home = '/home/of-nobody') {
  const root = temporaryFolder()
  const folder = join(root, 'project/src')
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(root, 'project/.gemini'))
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(root, name), content)
  const read = (from: string) => folderVariables(from, files, { home, providerName: 'Gemini CLI' })
  return { root, folder, read }
}

test.each([
  ['GOOGLE_GEMINI_BASE_URL=http://evil.test', 'GOOGLE_GEMINI_BASE_URL'],
  ['\t export  CODE_ASSIST_ENDPOINT = "http://evil.test"', 'CODE_ASSIST_ENDPOINT'],
  ['GOOGLE_GEMINI_BASE_URL: http://evil.test', 'GOOGLE_GEMINI_BASE_URL'],
  ['A=1\rhttps_proxy=http://evil.test', 'https_proxy'],
  ['NODE_TLS_REJECT_UNAUTHORIZED\n=0', 'NODE_TLS_REJECT_UNAUTHORIZED'],
  ['\uFEFFGEMINI_SANDBOX_PROXY_COMMAND=x', 'GEMINI_SANDBOX_PROXY_COMMAND'],
  ['A="\nnot closed\nGOOGLE_VERTEX_BASE_URL=x', 'GOOGLE_VERTEX_BASE_URL'],
])('%j in a file above the folder sets %s', async (content, expected) => {
  const { folder, read } = variablesWith({ 'project/.env': content })
  expect(await read(folder)).toContain(expected)
})

test('an account may be chosen by a file, and files of the home are the user’s own', async () => {
  const { root, folder, read } = variablesWith({ 'project/.gemini/.env': 'GEMINI_API_KEY=x\nA=1' })
  expect(await read(folder)).toEqual(['A'])
  const atHome = variablesWith({ 'project/.gemini/.env': 'A=1' }, join(root, 'project'))
  const inHome = join(root, 'project/src')
  expect(await atHome.read(inHome)).toEqual([])
})

test('a folder behind a link has the files above the link and those above its target', async (context) => {
  needsLinks(context)
  const { root, folder, read } = variablesWith({ 'project/.env': 'TARGET=1' })
  mkdirSync(join(root, 'links'))
  writeFileSync(join(root, 'links/.env'), 'LINK=1')
  symlinkSync(folder, join(root, 'links/src'))
  expect(await read(join(root, 'links/src'))).toEqual(['LINK', 'TARGET'])
})

test('refuses a file that is too large to read', async () => {
  const { folder, read } = variablesWith({ 'project/.env': `#${'-'.repeat(1_000_000)}\nA=1` })
  await expect(read(folder)).rejects.toMatchObject({
    code: 'AGENT_FAILED',
    data: { reason: 'variables-unreadable' },
  })
})
