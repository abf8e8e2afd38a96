import { markdownTokens } from '../../e2e/fake-provider/sample-text.ts'
import { completeStream } from '../../e2e/fake-provider/script.ts'
import type { BenchStage } from '../stage.ts'
import { lastWord } from './page-recorder.ts'

/** The length of an answer, and its pace: as fast as it is read if `perSecond` is absent. */
export interface AnswerSize {
  tokenCount: number
  perSecond?: number
}

/** Makes these models of the fake provider answer with Markdown that ends with the last word. Returns its tokens. */
export function scriptAnswer(
  { fake }: BenchStage,
  models: readonly string[],
  { tokenCount, perSecond }: AnswerSize,
): readonly string[] {
  const body = markdownTokens(tokenCount - 1)
  const isInCode = body.filter((token) => token.includes('```')).length % 2 === 1
  const tokens = [...body, `${isInCode ? '\n```' : ''}\n\n${lastWord}`]
  const pace = perSecond === undefined ? {} : { perSecond }
  const script = completeStream([{ type: 'tokens', tokens, ...pace }])
  for (const model of models) fake.script(model, script)
  return tokens
}
