import type { ComparisonId, MessageId, SessionId, SetId, SetRunId } from '../../shared/ids'
import { answerSpeed, steadyRate, writingMs } from '../../shared/sessions/answer-speed'
import { lastRunUsage } from '../../shared/sessions/continued-usage'
import type { Metrics, Usage } from '../../shared/sessions/messages'
import type { Check, CheckResult } from '../../shared/sets/checks'
import type { LineUpModel } from '../../shared/sets/sets'
import type { Vote } from '../../shared/votes/votes'
import type {
  FigurePart,
  PartPlace,
  WhichColumn,
  WhichFigure,
  WhichScope,
} from '../../shared/which-model/which-model'
import { oneAnswerEach } from '../ranking/direct-outcomes'
import { judgementsOf } from '../sets/judging/judge-result'
import { cellPlace } from '../sets/running/cell-numbers'
import type { ReadableDatabase } from '../store/database/database'
import { fromJson } from '../store/database/stored-json'
import { hiddenCondition } from '../store/sealed/sealed-rows'
import { type RunPrompt, StoredAnswers } from '../store/sets/stored-answers'
import { cellOfOrigin, cellOrigin, identityOf } from '../store/votes/original-answers'
import { allVotes } from '../store/votes/vote-store'
import { countedVote, type CountedVote, possibleCost, type RankingScope } from '../votes/ranked-votes'

/** Older ones are left out, because the page must open at once; more tags would have no room. */
const limits = { answers: 10_000, runs: 200, ofRuns: 50_000, tags: 100 }

/** All own votes, where a model with other settings is the same. */
const foldedScope: RankingScope = { tags: [], since: 0, blindOnly: false, fold: true, apart: false }

/** What a vote, an answer or the verdict of a judge says about a model. */
export interface Item extends Omit<FigurePart, 'question' | 'amount'> {
  /** `provider/model`, or the name of a contestant of votes that is no model. */
  model: string
  /** The key of the model with its settings; null if they are unknown. */
  settings: string | null
  /** What it says about each figure: an amount, or a share between 0 and 1. */
  values: { [Figure in WhichFigure]?: number | undefined }
  /** The pairs of models that a vote decides about it, of which `values.votes` is the share that it has won. */
  pairs?: number
  /** Equal for the same prompt with the same checks. */
  prompt: string
  tags: readonly string[]
  setId: SetId | null
  question: { text: string } | { messageId: MessageId } | { vote: Vote }
}

/** A vote that counts. */
interface Ballot extends CountedVote {
  tags: readonly string[]
  setId: SetId | null
}

/** Everything that Parley knows about models. */
export interface Evidence {
  votes: readonly Ballot[]
  items: readonly Item[]
  columns: WhichColumn[]
  hidden: number
  isCut: boolean
}

/** Reads it from the store. Hidden contestants are not in it: their rows name no model, and their votes are to come. */
export function readEvidence(database: ReadableDatabase): Evidence {
  const votes = allVotes(database)
  const tags = new Map<string | null, readonly string[]>()
  for (const vote of votes) {
    if (vote.tags.length > 0) for (const answer of vote.shown) tags.set(identityOf(answer), vote.tags)
  }
  const tagsOf = (identity: string) => tags.get(identity) ?? untagged
  const runs = storedRuns(database)
  const shown = runs.slice(0, limits.runs)
  const sets = new Map(shown.map(({ id, set_id: setId }) => [id, setId]))
  const chats = chatItems(database, tagsOf)
  const { items, hidden, isCut } = runItems(database, shown, tagsOf)
  const counted = votes.flatMap((vote) => {
    const ballot = countedVote(vote, foldedScope)
    const cell = cellOfOrigin(vote.shown[0]?.original ?? '')
    const setId = cell === null ? null : (sets.get(cell.runId) ?? null)
    return ballot === null ? [] : [{ ...ballot, vote, tags: vote.tags, setId }]
  })
  return {
    votes: counted,
    items: [...counted.flatMap(voteItems), ...chats.slice(0, limits.answers), ...items],
    columns: columnsOf(votes, shown),
    hidden,
    isCut: isCut || chats.length > limits.answers || runs.length > limits.runs,
  }
}

const untagged: readonly string[] = []

/** What counts in a scope: an answer has the tags of the vote on it. */
export function within({ tag, setId }: WhichScope, evidence: Evidence): Evidence {
  const isPart = ({ tags, setId: ofSet }: Pick<Ballot, 'tags' | 'setId'>) =>
    (tag === undefined || tags.includes(tag)) && (setId === undefined || ofSet === setId)
  return { ...evidence, votes: evidence.votes.filter(isPart), items: evidence.items.filter(isPart) }
}

/** In turn the most used tags and the sets with the newest runs, so that both are among the first. */
function columnsOf(votes: readonly Vote[], runs: readonly RunRow[]): WhichColumn[] {
  const uses = new Map<string, number>()
  for (const { tags } of votes) for (const tag of tags) uses.set(tag, (uses.get(tag) ?? 0) + 1)
  const tags = [...uses].toSorted(([, one], [, other]) => other - one).slice(0, limits.tags)
  const sets = [...new Map(runs.map(({ set_id: setId, name }) => [setId, name]))]
  return Array.from({ length: Math.max(tags.length, sets.length) }, (_, index): WhichColumn[] => {
    const [tag, set] = [tags[index], sets[index]]
    return [
      ...(tag === undefined ? [] : [{ kind: 'tag' as const, tag: tag[0] }]),
      ...(set === undefined ? [] : [{ kind: 'set' as const, setId: set[0], name: set[1] }]),
    ]
  }).flat()
}

/** A vote says something about each of its models, once. */
function voteItems({ ranked, vote, setId, tags }: Ballot & { vote: Vote }): Item[] {
  const { shown, chosen, result } = ranked
  if (result === 'all-bad') return []
  const prompts = new Set(vote.shown.map(({ prompt }) => prompt ?? vote.id))
  const cell = cellOfOrigin(vote.shown[0]?.original ?? '')
  const place: PartPlace | null =
    vote.comparisonId !== null
      ? { kind: 'compare', comparisonId: vote.comparisonId }
      : cell === null || setId === null
        ? null
        : { kind: 'sets', setId, runId: cell.runId, prompt: cell.prompt, repeat: cell.repeat }
  const counted = oneAnswerEach(shown, vote.at)
  const rankOf = (answer: number) => {
    const rank = chosen.indexOf(answer)
    return rank === -1 ? chosen.length : result === 'tie' ? 0 : rank
  }
  return counted.flatMap((answer) => {
    const model = shown[answer]
    if (model === undefined) return []
    const rank = rankOf(answer)
    // Of two that were not chosen, neither beats the other.
    const others = counted.filter((other) => other !== answer).map(rankOf)
    const decided = others.filter((other) => Math.min(rank, other) < chosen.length)
    const won = decided.filter((other) => rank < other).length
    const level = decided.filter((other) => rank === other).length
    const pairs = decided.length
    const share = pairs === 0 ? undefined : (won + level / 2) / pairs
    return {
      model,
      settings: vote.shown[answer]?.contestant.key ?? null,
      values: { votes: share },
      pairs,
      prompt: [...prompts].join(' '),
      tags,
      setId,
      question: { vote },
      outcome: share === undefined || share === 0.5 ? 'tied' : share > 0.5 ? 'won' : 'lost',
      at: vote.at,
      place,
    }
  })
}

interface AnswerRow {
  id: MessageId
  session_id: SessionId
  parent_id: MessageId | null
  comparison_id: ComparisonId | null
  /** Equal for the same question in another chat or pane. */
  question: string | null
  model: string
  failed: number
  has_words: number
  usage: string | null
  metrics: string | null
  created_at: number
}

/**
 * The newest answers of chats and panes that were not stopped, newest first. Copies and imports are left out because
 * nothing about them was measured, merges because they answer another request.
 */
function chatItems(database: ReadableDatabase, tagsOf: (identity: string) => readonly string[]): Item[] {
  const rows = database.query<AnswerRow>(`
    SELECT messages.id, messages.session_id, parent_id, comparison_id, messages.model, usage, metrics,
      (SELECT length(asked.parts) || substr(asked.parts, 1, 300) || substr(asked.parts, -300) FROM messages AS asked
        WHERE asked.id = messages.parent_id) AS question,
      messages.created_at, status <> 'complete' AS failed, instr(parts, '"type":"text"') > 0 AS has_words
    FROM messages
    CROSS JOIN sessions ON sessions.id = messages.session_id
    LEFT JOIN panes ON panes.session_id = sessions.id
    LEFT JOIN comparisons ON comparisons.id = comparison_id
    WHERE role = 'assistant' AND run_id IS NOT NULL AND messages.model <> ''
      AND (status IN ('complete', 'failed') OR stop_reason IN ('idle-timeout', 'wall-timeout'))
      AND sessions.state = 'ready' AND sessions.deleted_at IS NULL
      AND (kind = 'chat' OR (comparisons.deleted_at IS NULL AND comparison_id IS NOT NULL AND NOT (${hiddenCondition})))
    ORDER BY messages.number DESC LIMIT ?`)
  return rows.all(limits.answers + 1).map((row): Item => {
    const { id: messageId, session_id: sessionId, comparison_id: comparisonId } = row
    const usage = fromJson<Usage>(row.usage ?? '{}')
    const metrics = fromJson<Partial<Metrics>>(row.metrics ?? '{}')
    const { ttftMs = null, tokensPerSecond = null, durationMs = null, firstTextMs } = metrics
    const values: Item['values'] = { failures: row.failed }
    if (row.failed === 0) {
      // As `firstWordMs`, without reading the text.
      if (row.has_words === 1) values.firstWord = possible(firstTextMs ?? ttftMs)
      const timed = { ...metrics, ttftMs, tokensPerSecond, durationMs }
      values.speed = possible(answerSpeed({ usage, metrics: timed }))
      values.cost = possible(lastRunUsage(usage).costUsd)
    }
    return {
      model: row.model,
      settings: null,
      values,
      prompt: row.question ?? messageId,
      tags: tagsOf(messageId),
      setId: null,
      question: row.parent_id === null ? { text: '' } : { messageId: row.parent_id },
      at: row.created_at,
      place:
        comparisonId === null
          ? { kind: 'chat', sessionId, messageId }
          : { kind: 'compare', comparisonId, pane: { sessionId, messageId } },
    }
  })
}

interface RunRow {
  id: SetRunId
  set_id: SetId
  name: string
  models: string
  prompt_count: number
  repeats: number
  prompts: string
  judge_of: SetRunId | null
}

/** The newest runs, those of judges included, newest first. */
function storedRuns(database: ReadableDatabase): RunRow[] {
  return database
    .query<RunRow>(
      `SELECT set_runs.id, set_id, prompt_sets.name, models, prompt_count, repeats, judge_of, prompts
       FROM set_runs JOIN prompt_sets ON prompt_sets.id = set_id
       WHERE deleted_at IS NULL ORDER BY started_at DESC, set_runs.rowid DESC LIMIT ?`,
    )
    .all(limits.runs + 1)
}

interface CellRow {
  cell: number
  failed: number
  passed: number | null
  /** 0 for a failed request that the provider cannot have charged for. */
  cost_usd: number | null
  ttft_ms: number | null
  duration_ms: number | null
  tokens: number | null
  reasoned: number | null
  checks: string | null
  answered_at: number | null
}

function runItems(
  database: ReadableDatabase,
  runs: readonly RunRow[],
  tagsOf: (identity: string) => readonly string[],
): Pick<Evidence, 'items' | 'hidden' | 'isCut'> {
  const cells = database.query<CellRow>(`
    SELECT cell, error IS NOT NULL AS failed, passed, ttft_ms, duration_ms, answered_at,
      CASE WHEN error IS NULL OR ttft_ms IS NOT NULL OR error ->> '$.code' = 'TIMEOUT'
        OR error ->> '$.data.mayHaveCost' = 1 THEN cost_usd ELSE coalesce(cost_usd, 0) END AS cost_usd,
      usage ->> '$.outputTokens' AS tokens, usage ->> '$.reasoningTokens' AS reasoned,
      CASE WHEN passed = 0 AND error IS NULL THEN checks END AS checks
    FROM set_cells WHERE run_id = ? AND is_done = 1 ORDER BY cell`)
  const stored = new StoredAnswers(database)
  // Short keys, because they are compared often.
  const keys = new Map<string, string>()
  const keyOf = (prompt: RunPrompt) => {
    const text = JSON.stringify(prompt)
    const key = keys.get(text) ?? `prompt ${keys.size}`
    keys.set(text, key)
    return key
  }
  const judges = Map.groupBy(runs, (run) => run.judge_of)
  const items: Item[] = []
  let hidden = 0
  for (const { id: runId, set_id: setId, prompt_count: promptCount, repeats, ...run } of judges.get(null) ??
    []) {
    if (items.length > limits.ofRuns) return { items, hidden, isCut: true }
    const models = fromJson<LineUpModel[]>(run.models)
    const shape = { promptCount, modelCount: models.length, repeats }
    const prompts = fromJson<RunPrompt[]>(run.prompts).map((each) => ({ ...each, key: keyOf(each) }))
    const rows = cells.all(runId)
    const ownJudges = judges.get(runId) ?? []
    const placeOf = (prompt: number, repeat: number): PartPlace => ({
      kind: 'sets',
      setId,
      runId,
      prompt,
      repeat,
    })
    // As in its own grid, which is blind unless checks or a judge have compared the models.
    const isOpen = models.length === 1 || ownJudges.length > 0 || rows.some(({ passed }) => passed !== null)
    const isRevealed = isOpen ? () => true : stored.revealed(runId, repeats)
    for (const row of rows) {
      const { prompt, model, repeat } = cellPlace(shape, row.cell)
      const [asked, asking] = [prompts[prompt], models[model]]
      if (asked === undefined || asking === undefined) continue
      if (!isRevealed(prompt)) hidden += 1
      else {
        items.push({
          model: asking.model,
          settings: asking.key,
          values: cellValues(row),
          prompt: asked.key,
          tags: tagsOf(cellOrigin({ runId, prompt, repeat }, model)),
          question: asked,
          failedChecks: failedKinds(asked.checks, row.checks),
          at: row.answered_at,
          setId,
          place: placeOf(prompt, repeat),
        })
      }
    }
    for (const judge of ownJudges) {
      const judgeModel = fromJson<LineUpModel[]>(judge.models)[0]?.model ?? ''
      for (const { prompt, repeat, models: pair, verdict } of judgementsOf(
        stored,
        { promptCount, repeats, models },
        { judge },
      )) {
        const asked = prompts[prompt]
        const [first, second] = pair.map((index) => models[index]?.model)
        if (asked === undefined || verdict === 'unreadable' || first === second) continue
        const winner = verdict === 'first' ? first : verdict === 'second' ? second : null
        for (const model of [first, second]) {
          if (model === undefined) continue
          items.push({
            model,
            settings: null,
            values: { judged: winner === null ? 0.5 : Number(model === winner) },
            prompt: asked.key,
            tags: [],
            question: asked,
            outcome: winner === null ? 'tied' : model === winner ? 'won' : 'lost',
            judge: judgeModel,
            at: null,
            setId,
            place: placeOf(prompt, repeat),
          })
        }
      }
    }
  }
  return { items, hidden, isCut: false }
}

function cellValues(row: CellRow): Item['values'] {
  const values: Item['values'] = { failures: row.failed }
  const costUsd = possible(row.cost_usd)
  if (row.passed !== null) {
    values.checks = Number(row.passed === 1)
    values.costPerPass = costUsd
  }
  if (row.failed === 1) return values
  // The first token is a word unless the model has reasoned.
  if ((row.reasoned ?? 0) === 0) values.firstWord = possible(row.ttft_ms)
  values.speed = possible(steadyRate(row.tokens, writingMs({ ttftMs: row.ttft_ms }, row.duration_ms)))
  values.cost = costUsd
  return values
}

/** Undefined if it is unknown or impossible: files may contain any number. */
function possible(amount: number | null | undefined): number | undefined {
  return possibleCost(amount) ?? undefined
}

/** The kinds of the checks that an answer has failed. */
function failedKinds(asked: readonly Check[], stored: string | null): Check['kind'][] {
  if (stored === null) return []
  const results = fromJson<CheckResult[]>(stored)
  const failed = asked.filter((_, index) => {
    const result = results[index]
    return result?.passed === false && result.isNotApplicable !== true
  })
  return [...new Set(failed.map(({ kind }) => kind))]
}
