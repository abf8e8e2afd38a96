// Runs the real coding agents through Parley against a scripted model on loopback: each agent on each of its routes.
// usage: npm run test:agents -- [--install] [--only codex,opencode] [--route acp] [--case 401]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'

import { agentIds, type AgentId } from '../../src/shared/agents/agents.ts'
import { usesJsonLines } from '../../src/main/agents/agent-route.ts'
import { agentProfiles } from '../../src/main/agents/profiles/agent-profiles.ts'
import { knownWord } from '../fake-cli/parts/known-words.ts'
import { formatTable } from '../helpers/table.ts'
import { cases, type Outcome, type RouteName } from './cases.ts'
import { findPrograms } from './find-programs.ts'
import { installClis } from './install-clis.ts'
import { openStage } from './stage.ts'

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
