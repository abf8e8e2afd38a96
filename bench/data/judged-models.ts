import { systemClock } from '../../src/main/base/clock.ts'
import { randomId } from '../../src/main/base/new-id.ts'
import { type Random, seededRandom } from '../../src/main/base/seeded-random.ts'
import { openSessionDatabase } from '../../src/main/store/opening/open-session-database.ts'
import { answerColumns, answeredCellInsertion } from '../../src/main/store/sets/set-rows.ts'
import { SetRunStore } from '../../src/main/store/sets/set-run-store.ts'
import { SetStore } from '../../src/main/store/sets/set-store.ts'
import { cellOrigin } from '../../src/main/store/votes/original-answers.ts'
import { VoteStore } from '../../src/main/store/votes/vote-store.ts'
import type { PaneId, SetRunId, VoteId } from '../../src/shared/ids.ts'

/** The size of what is known about models. */
export const judgedModels = { models: 50, runs: 100, votes: 2_000, answers: 4_000 } as const

const shape = { prompts: 20, modelsPerRun: 3 }
const tags = ['code', 'letters', 'facts', 'translation', 'planning', 'poems', 'sums', 'mail'] as const
const minuteMs = 60_000

/** Fills a new data folder with chats, with runs of prompt sets with checks, and with votes on their answers. */
export function fillJudgedModels(folder: string): void {
  const clock = systemClock
  const database = openSessionDatabase(folder, { clock, onSlowStatement: () => {} })
  try {
    const random = seededRandom('judged-models')
    const names = Array.from({ length: judgedModels.models }, (_, index) => `lab/model-${index}`)
    const sets = new SetStore(database, { clock, newId: randomId })
    const runs = new SetRunStore(database)
    const setIds = Array.from({ length: 10 }, (_, index) => sets.create(`Set ${index}`, []))
    const insertCell = database.command(answeredCellInsertion)
    const rows: { runId: SetRunId; prompt: number; models: string[] }[] = []
    database.transaction(() => {
      for (let index = 0; index < judgedModels.runs; index += 1) {
        const models = random.some(names, shape.modelsPerRun)
        const runId = randomId<SetRunId>()
        const setId = setIds[index % setIds.length] ?? setIds[0]
        if (setId === undefined) continue
        runs.create({
          id: runId,
          setId,
          name: 'Run',
          models: models.map((model) => ({ model, params: {}, systemPrompt: null, key: model })),
          prompts: Array.from({ length: shape.prompts }, (_, prompt) => ({
            text: `Question ${prompt} of set ${index % setIds.length}. ${'Explain each step. '.repeat(20)}`,
            systemPrompt: null,
            checks: [{ kind: 'contains' as const, value: 'step' }, { kind: 'json' as const }],
          })),
          judgeOf: null,
          repeats: 1,
          atOnce: 4,
          costLimitUsd: null,
          startedAt: clock.now() - index * minuteMs,
        })
        runs.setState(runId, 'done', { at: clock.now(), error: null })
        for (let cell = 0; cell < shape.prompts * models.length; cell += 1) {
          insertCell.run({
            runId,
            cell,
            ...answerColumns(cellAnswer(random, [{ passed: true }, { passed: random.below(3) > 0 }])),
          })
        }
        for (let prompt = 0; prompt < shape.prompts; prompt += 1) rows.push({ runId, prompt, models })
      }
      addAnswers(database, random, names)
    })
    const votes = new VoteStore(database)
    votes.save(
      random.some(rows, judgedModels.votes).map(({ runId, prompt, models }, index) => {
        const place = { runId, prompt, repeat: 0 }
        return {
          id: randomId<VoteId>(),
          comparisonId: null,
          answersKey: `${runId} ${prompt}`,
          result: 'best' as const,
          chosen: [random.below(models.length)],
          shown: models.map((model, at) => ({
            contestant: { key: model, model },
            paneId: `${index}-${at}` as PaneId,
            messageId: null,
            original: cellOrigin(place, at),
            prompt: `${prompt}`,
            chars: 1_000,
            costUsd: 0.001,
          })),
          why: null,
          tags: [random.pick(tags)],
          isBlind: true,
          at: clock.now() - index * minuteMs,
        }
      }),
    )
  } finally {
    database.close()
  }
}

/** An answer of a run, with the results of its checks. */
export function cellAnswer(random: Random, checks: { passed: boolean }[]) {
  return {
    text: 'The first step comes before the second one. '.repeat(20),
    error: null,
    finish: null,
    usage: { inputTokens: 100, outputTokens: 300 },
    costUsd: random.below(1_000) / 100_000,
    ttftMs: 200 + random.below(800),
    durationMs: 3_000 + random.below(9_000),
    checks,
    at: systemClock.now(),
  }
}

/** Answers of a chat, with the figures that are stored for them. */
function addAnswers(
  database: ReturnType<typeof openSessionDatabase>,
  random: Random,
  names: readonly string[],
): void {
  database
    .command(
      `INSERT INTO sessions (id, kind, state, title_source, params, pinned, archived, unseen, created_at, updated_at)
       VALUES ('chat', 'chat', 'ready', 'none', '{}', 0, 0, 0, 1, 1)`,
    )
    .run()
  const insert = database.command(`
    INSERT INTO messages (id, session_id, depth, role, status, stop_reason, run_id, model, hidden, created_at, usage, metrics, parts)
    VALUES (:id, 'chat', 0, 'assistant', 'complete', 'end', :id, :model, 0, :at, :usage, :metrics, :parts)`)
  const parts = JSON.stringify([{ type: 'text', text: 'An answer of a usual length. '.repeat(60) }])
  for (let index = 0; index < judgedModels.answers; index += 1) {
    const ttftMs = 200 + random.below(800)
    insert.run({
      id: `answer-${index}`,
      model: names[random.below(names.length)] ?? '',
      at: index,
      usage: JSON.stringify({ inputTokens: 200, outputTokens: 400, costUsd: random.below(1_000) / 50_000 }),
      metrics: JSON.stringify({
        ttftMs,
        tokensPerSecond: 40 + random.below(100),
        durationMs: ttftMs + 6_000,
      }),
      parts,
    })
  }
}
