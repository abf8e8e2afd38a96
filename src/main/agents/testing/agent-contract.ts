import { afterAll, describe } from 'vitest'

import { describeAnswers } from './contract/answers'
import { type AgentBench, setUpBench } from './contract/bench'
import { describeBroken } from './contract/broken'
import { describeNextQuestion } from './contract/next-question'
import { describeOdd } from './contract/odd'
import { describeHygiene } from './contract/hygiene'
import { describePermissions } from './contract/permissions'
import { describeRefusals } from './contract/refusals'
import { describeStop } from './contract/stop'
import {
  type AgentRouteName,
  type AgentSubject,
  agentRouteNames,
  type RouteSubject,
} from './contract/subject'
import { describeTools } from './contract/tools'
import { describeTranscripts } from './contract/transcripts'
import { scaledTimeout } from '../../../../e2e/suite/limits/slowness.ts'

/**
 * The rules that every agent follows on each of its routes, with the real supervisor and fake agents as real processes.
 * The agent with `provesRoute` covers the code that all agents of a route share. Prints by name what a route cannot do.
 * `own` adds tests of what only this agent does on a route.
 */
export function describeAgentContract(
  { acp, jsonLines, ...agent }: AgentSubject,
  own: Partial<Record<AgentRouteName, (bench: AgentBench) => void>> = {},
): void {
  for (const route of agentRouteNames) {
    const facts = route === 'acp' ? acp : jsonLines
    if (facts === null) continue
    const subject: RouteSubject = { ...agent, ...facts, route }
    // A generous limit for busy machines: every turn starts processes and waits for their end.
    describe(`the agent contract: ${agent.id} by ${route}`, { timeout: scaledTimeout(30_000) }, () => {
      const bench = setUpBench(subject)
      describeAnswers(subject, bench)
      describeTools(subject, bench)
      describePermissions(subject, bench)
      describeStop(subject, bench)
      describeNextQuestion(subject, bench)
      describeRefusals(subject, bench)
      describeBroken(subject, bench)
      describeOdd(bench)
      describeHygiene(subject, bench)
      describeTranscripts(subject, bench)
      own[route]?.(bench)
      afterAll(() => printInabilities(subject))
    })
  }
}

function printInabilities({ id, route, cannot }: RouteSubject): void {
  for (const [ability, reason] of Object.entries(cannot)) {
    process.stdout.write(`${id} by ${route} has no ${ability}: ${reason}\n`)
  }
}
