import { isNestedDeeperThan, valueDepth } from '../../../../shared/json-depth'
import { oneLine } from '../../../../shared/text/one-line'
import type { JobRunner } from '../../../base/threads/job'
import type { ResultJobs } from './result-jobs'
import type { ReadResult } from './tool-result'

/** Usual checks take a millisecond. */
const timeoutMs = 2_000
/** Copying more to the thread would delay windows. */
const mostNodes = 50_000
const detailChars = 300

/**
 * Says in what a structured result differs from the output schema of its tool; null if it matches. The tool has acted, so
 * the model gets the result and this note. A result that is too large, or whose check takes too long or is aborted, counts
 * as valid.
 */
export async function outputNote(
  { result, structured }: ReadResult,
  schema: Record<string, unknown> | undefined,
  { jobs, signal }: { jobs: JobRunner<ResultJobs>; signal: AbortSignal },
): Promise<string | null> {
  if (schema === undefined || result.isError === true) return null
  // Many servers send it only as text.
  const value = structured ?? jsonOf(result.text)
  if (value === undefined) return noteOf('it has no structured part')
  if (isNestedDeeperThan(value, valueDepth) || hasManyNodes(value)) return null
  const problem = await jobs.run('checkResult', { schema, value }, { signal, timeoutMs }).catch(() => {
    // It took too long, it was aborted, or a pattern in the schema is invalid.
    return null
  })
  return problem === null ? null : noteOf(oneLine(problem.slice(0, detailChars)))
}

/** For the model. */
function noteOf(detail: string): string {
  return `[Note by Parley: the result of this tool does not match its output schema: ${detail}.]`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Text in words.
    return undefined
  }
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
