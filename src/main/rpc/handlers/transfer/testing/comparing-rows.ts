import type { AttachmentPart } from '../../../../../shared/sessions/messages'
import type { PromptPast } from '../../../../../shared/sets/past'
import type { WritableDatabase } from '../../../../store/database/database'
import { addMessage, addSession, insert } from './store-rows'

/** A merge of the answers of the first two panes. */
export function addMerge(database: WritableDatabase, comparison: string, deletedAt: number | null): void {
  const session = `merge-session-${comparison}`
  const answers = [0, 1].map((position) => ({
    paneId: `pane-session-${comparison}-${position}-pane`,
    messageId: `pane-session-${comparison}-${position}-answer`,
  }))
  addSession(database, session, { kind: 'pane', deleted_at: deletedAt })
  addMessage(database, [session, `${session}-ask`, null])
  const [first, second] = answers.map(({ messageId }) => ({ messageId, sentence: 1, from: 0, to: 4 }))
  const statements = [
    { kind: 'statement', sources: [first, second], from: 0, to: 5 },
    { kind: 'conflict', sources: [], from: 5, to: 10 },
  ]
  addMessage(database, [session, `${session}-answer`, `${session}-ask`], {
    parts: JSON.stringify([{ type: 'text', text: 'Both. New.', statements }]),
  })
  insert(database, 'merges', {
    id: `merge-${comparison}`,
    comparison_id: comparison,
    session_id: session,
    kind: 'custom',
    instructions: 'Be short.',
    answers: JSON.stringify(answers),
    created_at: 11,
    removed_at: null,
  })
}

function votedAnswer(model: string, place: { paneId: string | null; messageId: string | null }) {
  return { contestant: { key: model, model }, chars: 10, costUsd: null, ...place }
}

const unplaced = { paneId: null, messageId: null }

function addVote(database: WritableDatabase, id: string, row: Record<string, string | number | null>): void {
  insert(database, 'votes', {
    id,
    comparison_id: null,
    answers_key: null,
    result: 'best',
    chosen: '[1]',
    shown: JSON.stringify([votedAnswer('demo/a', unplaced), votedAnswer('demo/b', unplaced)]),
    why: 'Clearer.',
    tags: '["code"]',
    is_blind: 1,
    how: 'rendered',
    voted_at: 12,
    source: null,
    ...row,
  })
}

/** The user's vote, and one from someone else's file. */
export function addVotes(database: WritableDatabase, comparison: string): void {
  const places = [0, 1].map((position) => ({
    paneId: `pane-session-${comparison}-${position}-pane`,
    messageId: `pane-session-${comparison}-${position}-answer`,
  }))
  const shown = JSON.stringify(places.map((place) => votedAnswer('demo/a', place)))
  const key = places.map(({ messageId }) => messageId).join(' ')
  addVote(database, `vote-own-${comparison}`, { comparison_id: comparison, answers_key: key, shown })
  addVote(database, `vote-file-${comparison}`, { comparison_id: comparison, shown, source: 'A file' })
}

/** A set whose prompt has a past, with a run, its judge, a vote on its answers, and votes that belong to nothing. */
export function addSet(database: WritableDatabase, file: AttachmentPart): void {
  const call = { name: 'web.search', input: { q: 'Paris' }, output: 'A city.' }
  const past: PromptPast = {
    mode: 'conversation',
    turns: [
      { role: 'user', text: 'Hello', files: [file] },
      { role: 'assistant', text: 'Hi', calls: [call] },
    ],
    tools: [{ name: 'web.search', description: 'Searches.', inputSchema: { type: 'object' } }],
    calls: [call],
  }
  const rubric = JSON.stringify([
    { id: 'criterion-0', name: '__proto__', description: 'Short?', scale: 'one-to-five', weight: 0.5 },
  ])
  const times = { created_at: 20, updated_at: 21 }
  insert(database, 'prompt_sets', { id: 'set-00000', name: 'Capitals', ...times, rubric })
  insert(database, 'set_prompts', {
    id: 'set-prompt-0',
    set_id: 'set-00000',
    position: 0,
    text: 'Capital of {{land}}?',
    system_prompt: null,
    variables: '{"land":"France"}',
    checks: '[{"kind":"contains","value":"Paris"}]',
    past: JSON.stringify(past),
  })
  const models = ['demo/a', 'demo/b'].map((model) => ({ model, params: {}, systemPrompt: null, key: model }))
  const run = { set_id: 'set-00000', name: 'Capitals', repeats: 1, at_once: 2, started_at: 30, ended_at: 31 }
  insert(database, 'set_runs', {
    ...run,
    id: 'set-run-0',
    state: 'cost-limit',
    models: JSON.stringify(models),
    prompt_count: 1,
    cost_limit_usd: 0.5,
    error: '{"code":"INTERNAL","message":"no"}',
    prompts: JSON.stringify([{ text: 'Capital of France?', systemPrompt: null, checks: [], past }]),
    revealed_at: 33,
    judge_of: null,
    rubric: null,
    ratings: '[{"prompt":0,"repeat":0,"model":1,"criterion":"criterion-0","mark":4,"isBlind":true}]',
  })
  insert(database, 'set_runs', {
    ...run,
    id: 'set-judge',
    state: 'done',
    models: JSON.stringify(models.slice(0, 1)),
    prompt_count: 2,
    cost_limit_usd: null,
    error: null,
    prompts: '[[0,0],[1,1]]',
    revealed_at: null,
    judge_of: 'set-run-0',
    rubric,
    ratings: null,
  })
  for (const [runId, cell] of [
    ['set-run-0', 0],
    ['set-run-0', 1],
    ['set-judge', 0],
    ['set-judge', 1],
  ] as const) {
    insert(database, 'set_cells', {
      run_id: runId,
      cell,
      is_done: 1,
      attempts: 1,
      lost_usd: 0,
      text: `answer ${cell}`,
      error: null,
      finish: null,
      usage: '{"inputTokens":1,"outputTokens":2}',
      cost_usd: 0.1,
      ttft_ms: 3,
      duration_ms: 4,
      checks: '[{"passed":true}]',
      passed: 1,
      answered_at: 32,
      course: '{"earlier":["Hey"],"replayed":1,"unrecorded":["web.search {}"]}',
    })
  }
  const entries = [
    { id: 'ballot-one', cell: 1 },
    { id: 'ballot-two', cell: 0 },
  ]
  insert(database, 'set_ballots', {
    run_id: 'set-run-0',
    prompt: 0,
    repeat: 0,
    answers: JSON.stringify(entries),
    revealed_at: 33,
  })
  const shown = entries.map(({ id, cell }) => ({
    ...votedAnswer('demo/a', { paneId: id, messageId: null }),
    original: `set-run:set-run-0 0 0 ${cell}`,
  }))
  addVote(database, 'vote-ballot', {
    answers_key: 'set-run:set-run-0 0 0 0 set-run:set-run-0 0 0 1',
    shown: JSON.stringify(shown),
  })
  addVote(database, 'vote-of-csv', { why: null })
  addVote(database, 'vote-of-ranking', { source: 'Ranking 2026-01-01' })
}
