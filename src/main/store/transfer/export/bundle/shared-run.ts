import type { NumberedAnswer, StoredSetRun } from '../contents/stored-runs'
import { type ErrorText, type Sharing, sharedText, sharedValue } from './shared-content'

/** The run as it leaves this computer: without keys, local paths and, unless wanted, system prompts. */
export function sharedSetRun(run: StoredSetRun, sharing: Sharing, errorText: ErrorText): StoredSetRun {
  const instructions = (text: string | null) =>
    text === null || !sharing.withInstructions ? null : sharedText(text, sharing)
  // Without the folders of agents.
  const modelsOf = (models: StoredSetRun['models']) =>
    models.map(({ model, params, systemPrompt, key }) => ({
      model,
      params,
      systemPrompt: instructions(systemPrompt),
      key,
    }))
  const shared = ({ cell, answer }: NumberedAnswer): NumberedAnswer => ({
    cell,
    answer: {
      ...answer,
      text: sharedText(answer.text, sharing),
      error:
        answer.error === null
          ? null
          : { code: answer.error.code, message: sharedValue(errorText(answer.error), sharing) },
      checks: sharedValue(answer.checks, sharing),
    },
  })
  return {
    ...run,
    name: sharedText(run.name, sharing),
    models: modelsOf(run.models),
    prompts: run.prompts.map(({ text, systemPrompt, checks }) => ({
      text: sharedText(text, sharing),
      systemPrompt: instructions(systemPrompt),
      checks: sharedValue(checks, sharing),
    })),
    answers: (from, to) => run.answers(from, to).map(shared),
    hiddenAnswers: (prompt, repeat) =>
      run.hiddenAnswers(prompt, repeat).map((text) => sharedText(text, sharing)),
    rowVerdicts: (prompt) =>
      run
        .rowVerdicts(prompt)
        .map(({ passages, judgement: { unread: _unread, ...judgement }, ...verdict }) => ({
          ...verdict,
          passages: passages.map((passage) => ({
            ...passage,
            text: passage.text === null ? null : sharedText(passage.text, sharing),
          })),
          judgement: { ...judgement, whys: judgement.whys.map((why) => sharedText(why, sharing)) },
        })),
    judges: run.judges.map((judge) => ({
      ...judge,
      name: sharedText(judge.name, sharing),
      models: modelsOf(judge.models),
      answers: (from, to) => judge.answers(from, to).map(shared),
    })),
  }
}
