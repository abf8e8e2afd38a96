// Needs processes: it starts agents, cancels them at random moments and checks that none of their processes
// is left.
import { beforeEach, expect, test } from 'vitest'

import { seededRandom } from '../../../src/main/base/seeded-random.ts'
import { connectTo, startTestApp } from '../../../src/main/rpc/testing/test-app.ts'
import { agentUsers, askCancelledAgain, askEveryAgent, deleteAll, startAndCancel } from './agent-lanes.ts'
import type { Route } from './agent-plans.ts'
import { AgentStage } from './agent-stage.ts'
import { needsProc } from '../../../src/main/base/testing/needs.ts'

beforeEach(needsProc)

// Processes are slow on a busy machine; a failure means a hang, not a delay.
const timeout = 180_000

const [startsPerRoute, lanesPerRoute] = [12, 3]

test(
  'leaves no process of agents cancelled at random moments, and disturbs no other agent',
  { timeout },
  async () => {
    await Promise.all([storm('acp', '4'), storm('json-lines', '8')])
  },
)

async function storm(route: Route, seed: string): Promise<void> {
  using stage = new AgentStage(route, startsPerRoute + 8)
  const app = await startTestApp({ dataFolder: stage.dataFolder, environment: stage.environment })
  const users = agentUsers(stage, connectTo(app), seededRandom(seed))
  const left = { count: startsPerRoute }
  await Promise.all(Array.from({ length: lanesPerRoute }, () => startAndCancel(users, left)))
  // Gemini CLI would have to wait for the next minute.
  await askCancelledAgain(users, 2, ['claude-code', 'codex', 'opencode'])
  await askEveryAgent(users, 'the request after the storm')
  expect(users.breaches).toEqual([])
  expect(users.played.filter(({ how }) => how === 'stopped').length).toBeGreaterThan(startsPerRoute / 3)
  await deleteAll(users)
  await app.close()
  expect(stage.traces()).toEqual([])
}
