import type { CallToolResult } from '@modelcontextprotocol/client'

import { serverFailure } from '../../../../shared/failures/server-failure'
import { isNestedDeeperThan, valueDepth } from '../../../../shared/json-depth'
import { oneLine } from '../../../../shared/text/one-line'
import type { JobRunner } from '../../../base/threads/job'
import type { ResultJobs } from './result-jobs'

/** Usual checks take a millisecond. */
const timeoutMs = 2_000
/** Copying more to the thread would delay windows. */
const mostNodes = 50_000
const detailChars = 300

/**
 * Checks a structured result against the output schema of its tool. One that is too large, or whose check takes too
 * long or is aborted, counts as valid: what the tool has done stays done.
 * @throws SERVER_FAILED it does not match
 */
export async function assertMatches(
  { structuredContent: value, isError }: CallToolResult,
  schema: Record<string, unknown> | undefined,
  call: { server: string; tool: string; jobs: JobRunner<ResultJobs>; signal: AbortSignal },
): Promise<void> {
  if (schema === undefined || isError === true) return
  const { server, tool, jobs, signal } = call
  if (value === undefined) throw serverFailure('output', { server, tool, detail: 'structuredContent' })
  if (isNestedDeeperThan(value, valueDepth) || hasManyNodes(value)) return
  const problem = await jobs.run('checkResult', { schema, value }, { signal, timeoutMs }).catch(() => {
    // It took too long, it was aborted, or a pattern in the schema is invalid.
    return null
  })
  if (problem === null) return
  throw serverFailure('output', { server, tool, detail: oneLine(problem.slice(0, detailChars)) })
}

function hasManyNodes(value: unknown): boolean {
  const open = [value]
  for (let count = 0; open.length > 0; count += 1) {
    if (count > mostNodes) return true
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const children: unknown[] = Object.values(next)
    if (children.length > mostNodes) return true
    for (const child of children) open.push(child)
  }
  return false
}
