import { failure } from '../../shared/failures/failure'
import { attachmentTokens } from '../../shared/sessions/token-estimates'
import { filesOf, recordedCalls, sentTurns } from '../../shared/sets/past'
import type { RunPrompt } from '../store/sets/stored-answers'
import type { PromptFiles } from './running/ask-cell'

/** Limit on the prompts without their files that are named. */
const mostListed = 20
const charsPerToken = 4
const mostSteps = 5

/** The numbers of the prompts with files that no longer exist, from 1. */
export function withoutFiles(prompts: readonly RunPrompt[], files: PromptFiles | undefined): number[] {
  return prompts.flatMap(({ past }, index) =>
    filesOf(past).every(({ attachmentId }) => files?.isHere(attachmentId) === true) ? [] : [index + 1],
  )
}

/** @throws INVALID_INPUT files of prompts no longer exist */
export function assertFiles(prompts: readonly RunPrompt[], files: PromptFiles | undefined): void {
  const gone = withoutFiles(prompts, files)
  if (gone.length === 0) return
  throw failure('INVALID_INPUT', 'set-files-gone', {
    field: 'setId',
    prompts: gone.slice(0, mostListed).join(', '),
    count: gone.length,
  })
}

/** About how many tokens the requests of one answer have. Each turn of a conversation sends those before it again. */
export function promptTokens(
  { text, systemPrompt, past }: RunPrompt,
  ofModel: string,
  answer: number,
): { input: number; output: number } {
  const fixed = (systemPrompt ?? ofModel).length / charsPerToken + jsonTokens(past?.tools)
  const question = { text, files: past?.files, calls: undefined }
  const sizes = [...(past === undefined ? [] : sentTurns(past)), question].map((turn) => {
    const files = (turn.files ?? []).map(attachmentTokens)
    return turn.text.length / charsPerToken + jsonTokens(turn.calls) + sum(files)
  })
  if (past?.mode !== 'conversation') {
    // A model with tools is asked again after its calls; about as often as they were recorded.
    const steps = past?.tools === undefined ? 1 : 1 + Math.min(recordedCalls(past).length, mostSteps)
    return { input: (fixed + sum(sizes)) * steps, output: answer * steps }
  }
  const inputs = sizes.map((_, index) => fixed + sum(sizes.slice(0, index + 1)) + index * answer)
  return { input: sum(inputs), output: answer * sizes.length }
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

function jsonTokens(value: unknown[] | undefined): number {
  return value === undefined ? 0 : JSON.stringify(value).length / charsPerToken
}
