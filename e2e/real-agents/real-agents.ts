// Runs the real coding agents through Parley against a scripted model on loopback: each agent on each of its routes.
// usage: npm run test:agents -- [--install] [--only codex,opencode] [--route acp] [--case 401]
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { execFileSync } from 'node:child_process'

import { type AgentId, agentIds } from '../../src/shared/agents/agents.ts'
import { usesJsonLines } from '../../src/main/agents/agent-route.ts'
import { agentProfiles } from '../../src/main/agents/profiles/agent-profiles.ts'
import { knownWord } from '../fake-cli/parts/known-words.ts'
import { formatTable } from '../helpers/table.ts'
import { cases, type Outcome, type RouteName } from './cases.ts'
import { openStage } from './stage.ts'
import type { AgentProfile } from '../../src/main/agents/agent.ts'
import { findProgram } from '../../src/main/base/files/executable-file.ts'

/**
 * A folder with links to exactly the programs that one agent needs for one route, or the reason why there is
 * none.
 */
async function findPrograms(
  folders: readonly string[],
  profile: AgentProfile,
  route: RouteName,
): Promise<{ folder: string; remove(): void } | string> {
  const needed = [
    profile.programs,
    ...(route === 'acp' && profile.adapters.length > 0 ? [profile.adapters] : []),
  ]
  const found: string[] = []
  for (const names of needed) {
    const path = await findProgram(names, folders)
    if (path === null) return `${names.join(' or ')} is not installed`
    found.push(path)
  }
  const folder = mkdtempSync(join(tmpdir(), 'parley-programs-'))
  for (const path of found)
    symlinkSync(realpathSync(path), join(folder, path.slice(path.lastIndexOf('/') + 1)))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The versions for which these cases were written. */
const packages = [
  '@anthropic-ai/claude-code@2.1.330',
  '@openai/codex@0.169.0',
  '@google/gemini-cli@0.61.0',
  'opencode-ai@1.18.33',
  '@agentclientprotocol/claude-agent-acp@0.100.0',
  '@agentclientprotocol/codex-acp@2.6.0',
]

/**
 * Installs the agents into `folder`, from the registry that npm is set to, and returns the folder of their
 * programs.
 */
function installClis(folder: string): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    },
  })
  return join(folder, 'node_modules/.bin')
}

const { values } = parseArgs({
  options: {
    install: { type: 'boolean' },
    only: { type: 'string' },
    route: { type: 'string' },
    case: { type: 'string' },
    programs: { type: 'string' },
  },
})
const caseNames = cases.map(({ name }) => name)
const wantedAgents = values.only?.split(',').map((id) => knownWord(id, '--only', agentIds)) ?? agentIds
const wantedRoutes = chosen(values.route, '--route', ['acp', 'json-lines'] as const satisfies RouteName[])
const wantedCases = chosen(values.case, '--case', caseNames)

const installFolder = values.install === true ? mkdtempSync(join(tmpdir(), 'parley-clis-')) : null
try {
  process.exitCode = await run(installFolder)
} finally {
  if (installFolder !== null) rmSync(installFolder, { recursive: true, force: true })
}

/** The value that an option names; all of them if it is absent. @throws UnknownWordError */
function chosen<Word extends string>(value: string | undefined, name: string, all: readonly Word[]) {
  return value === undefined ? all : [knownWord(value, name, all)]
}

async function run(folder: string | null): Promise<number> {
  const searched = folder === null ? (values.programs ?? process.env['PATH'] ?? '') : installClis(folder)
  const rows: string[][] = []
  const notes: string[] = []
  let failures = 0
  for (const profile of Object.values(agentProfiles).filter(({ id }) => wantedAgents.includes(id))) {
    for (const route of wantedRoutes.filter((each) => each === 'acp' || usesJsonLines(profile.id))) {
      const programs = await findPrograms(searched.split(delimiter), profile, route)
      const name = `${profile.name}, ${route}`
      if (typeof programs === 'string') {
        rows.push([name, ...wantedCases.map(() => 'not run')])
        notes.push(`${name}: not run, ${programs}`)
        continue
      }
      const outcomes: Outcome[] = []
      for (const caseName of wantedCases) {
        const outcome = await play(profile.id, route, caseName, programs.folder)
        outcomes.push(outcome)
        console.log(`${name}, ${caseName}: ${describe(outcome)}`)
        if (outcome.kind !== 'ok') notes.push(`${name}, ${caseName}: ${describe(outcome)}`)
        if (outcome.kind === 'failed') failures += 1
      }
      rows.push([name, ...outcomes.map(({ kind }) => kind)])
      programs.remove()
    }
  }
  console.log(`\n${formatTable(['agent', ...wantedCases], rows)}\n`)
  for (const note of notes) console.log(note)
  return failures === 0 && rows.some((row) => row.includes('ok')) ? 0 : 1
}

/** Each case gets its own app, home and server. */
async function play(agent: AgentId, route: RouteName, caseName: string, programs: string): Promise<Outcome> {
  const stage = await openStage(programs, { route })
  try {
    const played = cases.find(({ name }) => name === caseName)
    return (await played?.play(stage, agent, route)) ?? { kind: 'failed', why: 'unknown case' }
  } catch (error) {
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error) }
  } finally {
    await stage.close()
  }
}

function describe(outcome: Outcome): string {
  if (outcome.kind === 'ok') return outcome.note === undefined ? 'ok' : `ok (${outcome.note})`
  return `${outcome.kind === 'n/a' ? 'not possible' : 'FAILED'}: ${outcome.why}`
}
