import { systemClock } from '../../src/main/base/clock.ts'
import { randomId } from '../../src/main/base/new-id.ts'
import { seededRandom } from '../../src/main/base/seeded-random.ts'
import { openSessionDatabase } from '../../src/main/store/opening/open-session-database.ts'
import { answerColumns, answeredCellInsertion } from '../../src/main/store/sets/set-rows.ts'
import { SetRunStore } from '../../src/main/store/sets/set-run-store.ts'
import { SetStore } from '../../src/main/store/sets/set-store.ts'
import type { SetId, SetRunId } from '../../src/shared/ids.ts'
import { setLimits } from '../../src/shared/sets/sets.ts'
import { cellAnswer } from './judged-models.ts'

/** Fills a new data folder with a complete run of as many prompts and models as a run may have. */
export function fillLargeSetRun(folder: string): { setId: SetId; runId: SetRunId } {
  const clock = systemClock
  const database = openSessionDatabase(folder, { clock, onSlowStatement: () => {} })
  try {
    const random = seededRandom('large-set-run')
    const setId = new SetStore(database, { clock, newId: randomId }).create('Large', [])
    const runs = new SetRunStore(database)
    const runId = randomId<SetRunId>()
    const models = Array.from({ length: setLimits.models }, (_, index) => `lab/model-${index}`)
    const insertCell = database.command(answeredCellInsertion)
    database.transaction(() => {
      runs.create({
        id: runId,
        setId,
        name: 'Large',
        models: models.map((model) => ({ model, params: {}, systemPrompt: null, key: model })),
        prompts: Array.from({ length: setLimits.prompts }, (_, prompt) => ({
          text: `Question ${prompt}. ${'Explain each step. '.repeat(20)}`,
          systemPrompt: null,
          checks: [{ kind: 'contains' as const, value: 'step' }],
        })),
        judgeOf: null,
        repeats: 1,
        atOnce: 4,
        costLimitUsd: null,
        startedAt: clock.now(),
      })
      for (let cell = 0; cell < setLimits.prompts * models.length; cell += 1) {
        insertCell.run({
          runId,
          cell,
          ...answerColumns(cellAnswer(random, [{ passed: random.below(3) > 0 }])),
        })
      }
      runs.setState(runId, 'done', { at: clock.now(), error: null })
    })
    return { setId, runId }
  } finally {
    database.close()
  }
}
